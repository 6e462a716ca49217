import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { user } from '../../shared/accounts/contract/documentation.ts';
import { auth } from '../../shared/accounts/contract/sign-in/sign-in-documentation.ts';
import { callRoute } from '../support/e2e/send.ts';

/** The private key of a well-known development account. Its wallet is the administrator of the test stage. */
export const ADMIN_PRIVATE_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
export const ADMIN_WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** Signs a wallet in as a user does. Returns the session token and the wallet account. */
export async function signIn(baseUrl: string, privateKey = generatePrivateKey()) {
  const account = privateKeyToAccount(privateKey);
  const body = { wallet_address: account.address };
  const { message } = (await callRoute(baseUrl, auth.challenge, { body })).data;
  const signature = await account.signMessage({ message });
  return (await callRoute(baseUrl, auth.login, { body: { message, signature } })).data;
}

export async function createKey(baseUrl: string, session: string, scopes: readonly string[]) {
  const body = { name: 'tour', scopes };
  return (await callRoute(baseUrl, user.createApiKey, { key: session, body })).data.key;
}

export const TOUR_SCOPES = [
  'strategies:read',
  'market:read',
  'investments:read',
  'investments:write',
  'wallet:read',
  'wallet:write',
  'account:read',
] as const;
