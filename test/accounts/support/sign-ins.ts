import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { CredentialLimiter } from '../../../shared/access/credential-limiter.ts';
import { hashCredential } from '../../../shared/access/domain/credential.ts';
import { getCredential } from '../../../shared/access/store/credentials.ts';
import type { Accounts } from '../../../shared/accounts/credentials.ts';
import { issueChallenge } from '../../../shared/accounts/sign-in/sign-in.ts';
import type { SignInSettings } from '../../../shared/accounts/sign-in/sign-in-settings.ts';
import { getUser } from '../../../shared/accounts/store/users.ts';
import { NEW_ACCOUNT_LIMITS } from '../../../shared/platform/contract/plans.ts';
import { microsOf } from '../../access/model.ts';
import { NOW, principalWith, rejectionOf, TEST_STORE_TIMEOUT_MILLIS } from '../../support/accounts.ts';

/** The settings of sign-ins in tests. */
export const SETTINGS: SignInSettings = {
  uri: 'https://app.example.com/login',
  chainIds: [1, 10],
  newAccounts: NEW_ACCOUNT_LIMITS,
  sessionSeconds: 3_600,
};

/** Creates a wallet that was not used before. */
export const newWallet = () => privateKeyToAccount(generatePrivateKey());
type Wallet = ReturnType<typeof newWallet>;

/** Returns functions that sign wallets in to the accounts of a table, and that read their sessions. */
export function signInHelpers(accounts: () => Accounts) {
  const sessionOf = async (token: string) => {
    const item = await getCredential(accounts().table, hashCredential(token));
    if (item === undefined) throw new Error('The session is not stored');
    return item;
  };
  return {
    /** Returns the body of a sign-in request: a challenge that the wallet has signed. */
    signIn: async (wallet: Wallet, settings = SETTINGS, now = NOW) => {
      const wanted = { wallet_address: wallet.address, chain_id: 1 };
      const { message } = await issueChallenge(accounts(), settings, wanted, now);
      return { message, signature: await wallet.signMessage({ message }) };
    },
    /** Returns a signed challenge for a wallet connection. */
    prove: async (wallet: Wallet, connection_id: string, now = NOW) => {
      const wanted = { wallet_address: wallet.address, chain_id: 1, connection_id };
      const { message } = await issueChallenge(accounts(), SETTINGS, wanted, now);
      return { message, signature: await wallet.signMessage({ message }) };
    },
    sessionOf,
    principalBehind: async (token: string) => {
      const item = await sessionOf(token);
      const user = await getUser(accounts().table, item.user_id);
      if (user === undefined) throw new Error('The session has no user');
      return principalWith(user, item);
    },
    admit: (token: string, now = NOW) =>
      new CredentialLimiter(
        () => accounts().table,
        () => microsOf(now),
        TEST_STORE_TIMEOUT_MILLIS,
      ).admit(hashCredential(token)),
  };
}

/** Returns the status, code and reason with which an attempt is rejected. */
export async function rejectionDetails(attempt: Promise<unknown>) {
  const { status, code, details } = await rejectionOf(attempt);
  return [status, code, details?.reason];
}
