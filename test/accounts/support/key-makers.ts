import { CredentialLimiter } from '../../../shared/access/credential-limiter.ts';
import { credentialHash } from '../../../shared/access/domain/credential.ts';
import type { Accounts } from '../../../shared/accounts/credentials.ts';
import type { UserOptions } from '../../../shared/accounts/users.ts';
import type { Scope } from '../../../shared/platform/contract/scopes.ts';
import { microsOf } from '../../access/model.ts';
import {
  makeKey,
  makeUser,
  NOW,
  principalWith,
  refusalOf,
  TEST_PATIENCE_MILLIS,
} from '../../support/accounts.ts';

/** Users who make keys in the accounts of a table, and what the keys are good for. */
export function keyMakersOf(accounts: () => Accounts) {
  const limiterAt = (now: Date) =>
    new CredentialLimiter(
      () => accounts().table,
      () => microsOf(now),
      TEST_PATIENCE_MILLIS,
    );
  return {
    limiterAt,
    /** A user with one key, as whom the test makes others. */
    makeMaker: async (options: UserOptions = {}, scopes?: readonly Scope[]) => {
      const user = await makeUser(accounts(), options);
      const { text, hash, item } = await makeKey(accounts(), user.id, scopes === undefined ? {} : { scopes });
      return { user, hash, maker: { principal: principalWith(user, item), presentedCredential: text } };
    },
    outcomeOf: async (key: string, now = NOW) => (await limiterAt(now).admit(credentialHash(key))).outcome,
  };
}

/** The code with which an attempt is refused. */
export const refusalCode = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;
