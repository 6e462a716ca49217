import { CredentialLimiter } from '../../../shared/access/credential-limiter.ts';
import { hashCredential } from '../../../shared/access/domain/credential.ts';
import type { Accounts } from '../../../shared/accounts/credentials.ts';
import type { UserOptions } from '../../../shared/accounts/users.ts';
import { microsOf } from '../../access/model.ts';
import {
  createManagingSession,
  makeUser,
  NOW,
  rejectionOf,
  TEST_STORE_TIMEOUT_MILLIS,
} from '../../support/accounts.ts';

/** Returns functions that create users and sessions, and that check whether a key is admitted. */
export function createKeyHelpers(accounts: () => Accounts) {
  const limiterAt = (now: Date) =>
    new CredentialLimiter(
      () => accounts().table,
      () => microsOf(now),
      TEST_STORE_TIMEOUT_MILLIS,
    );
  return {
    limiterAt,
    /** Creates a user and a session. */
    makeManager: async (options: UserOptions = {}) => {
      const user = await makeUser(accounts(), options);
      const manager = await createManagingSession(accounts(), user);
      return { user, manager, hash: hashCredential(manager.presentedCredential) };
    },
    outcomeOf: async (key: string, now = NOW) => (await limiterAt(now).admit(hashCredential(key))).outcome,
  };
}

/** Returns the error code with which an attempt is rejected. */
export const readRejectionCode = async (attempt: Promise<unknown>) => (await rejectionOf(attempt)).code;
