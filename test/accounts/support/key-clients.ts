import { CredentialLimiter } from '../../../shared/access/credential-limiter.ts';
import { credentialHash } from '../../../shared/access/domain/credential.ts';
import type { Accounts } from '../../../shared/accounts/credentials.ts';
import type { UserOptions } from '../../../shared/accounts/users.ts';
import { microsOf } from '../../access/model.ts';
import { makeUser, managerOf, NOW, refusalOf, TEST_PATIENCE_MILLIS } from '../../support/accounts.ts';

/** Users and sessions that change keys, and whether a key is admitted. */
export function keyClientsOf(accounts: () => Accounts) {
  const limiterAt = (now: Date) =>
    new CredentialLimiter(
      () => accounts().table,
      () => microsOf(now),
      TEST_PATIENCE_MILLIS,
    );
  return {
    limiterAt,
    /** A user and their session. */
    makeManager: async (options: UserOptions = {}) => {
      const user = await makeUser(accounts(), options);
      const manager = await managerOf(accounts(), user);
      return { user, manager, hash: credentialHash(manager.presentedCredential) };
    },
    outcomeOf: async (key: string, now = NOW) => (await limiterAt(now).admit(credentialHash(key))).outcome,
  };
}

/** The code with which an attempt is refused. */
export const refusalCode = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;
