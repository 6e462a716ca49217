import { recordEvent } from '../../platform/audit/events.ts';
import { ApiError, invalidRequest } from '../../platform/contract/errors.ts';
import { checksummedAddress } from '../../platform/domain/ethereum.ts';
import { type RetryPolicy, retry, TryAgain } from '../../platform/retry.ts';
import { type Accounts, type CredentialOptions, issueCredential, recorded } from '../credentials.ts';
import { formatSiwe, type SiweMessage } from '../domain/siwe.ts';
import { signInOrigin } from '../domain/siwe-checks.ts';
import { insertSession } from '../store/sessions.ts';
import { findUserByWallet } from '../store/users.ts';
import { requireUser, updateUser, userOfWallet, userView } from '../users.ts';
import { newNonce } from './nonces.ts';
import { recordEnded } from './sessions.ts';
import type { SignInSettings } from './sign-in-settings.ts';
import {
  proveWallet,
  type ReceivedMessage,
  receiveMessage,
  refuse,
  type SignedMessage,
} from './wallet-proof.ts';

const STATEMENT = 'Sign in to the yield platform.';
/** Logins and logouts of one user at once: the second looks again. */
const CHANGES: RetryPolicy = { attempts: 5 };

function requireAddress(text: string): string {
  const address = checksummedAddress(text);
  if (address !== undefined) return address;
  throw invalidRequest([
    { path: 'body.wallet_address', message: 'is not a valid address: its EIP-55 checksum is wrong' },
  ]);
}

/** A message for the wallet to sign, around a new nonce that is good for one login of this wallet. Nothing is stored. */
export async function challenge(
  accounts: Accounts,
  { policy }: SignInSettings,
  request: { readonly wallet_address: string; readonly chain_id: number },
  now: Date,
) {
  const address = requireAddress(request.wallet_address);
  if (!policy.chainIds.includes(request.chain_id)) {
    const message = `must be one of ${policy.chainIds.join(', ')}`;
    throw invalidRequest([{ path: 'body.chain_id', message }]);
  }
  const nonce = await newNonce(accounts.table, address, now);
  const expiresAt = new Date(now.getTime() + policy.maxAgeSeconds * 1_000);
  const message = formatSiwe({
    scheme: undefined,
    domain: signInOrigin(policy).domain,
    address,
    statement: STATEMENT,
    uri: policy.uri,
    version: '1',
    chainId: request.chain_id,
    nonce,
    issuedAt: now.toISOString(),
    expirationTime: expiresAt.toISOString(),
    notBefore: undefined,
    requestId: undefined,
    resources: undefined,
  });
  return { message, nonce, issued_at: now.toISOString(), expires_at: expiresAt.toISOString() };
}

/** From where a session begins. */
export type Origin = Pick<CredentialOptions, 'sourceIp' | 'userAgent'>;

/**
 * A session for the wallet that signed the message. The nonce is used up by the first login that gets this far.
 *
 * @throws ApiError invalid_request for what is no message; sign_in_refused, which is recorded
 */
export async function login(
  accounts: Accounts,
  settings: SignInSettings,
  signed: SignedMessage,
  now: Date,
  origin: Origin = {},
) {
  const received = await receiveMessage(accounts, signed, now);
  try {
    return await signIn(accounts, settings, received, now, origin);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === 'sign_in_refused';
    // Around a nonce that nobody was given there is no sign-in to tell of, and nothing to pay for.
    if (isRefused && received.hasOurNonce) {
      await recordRefusal(accounts, received.message, String(error.details?.reason), now);
    }
    throw error;
  }
}

/** Recorded for the user of the wallet that the message names; the wallet of nobody is not written down. */
async function recordRefusal(
  { table, cause }: Accounts,
  { address, chainId }: SiweMessage,
  reason: string,
  now: Date,
) {
  const user =
    (await findUserByWallet(table, { address })) ?? (await findUserByWallet(table, { address, chainId }));
  const event = { type: 'sign_in.refused', userId: user?.id ?? null, details: { reason } } as const;
  await recordEvent(table, cause, event, now);
}

async function signIn(
  accounts: Accounts,
  settings: SignInSettings,
  received: ReceivedMessage,
  now: Date,
  origin: Origin,
) {
  const wallet = await proveWallet(accounts, settings, received, now);
  const { id, role } = await userOfWallet(accounts, wallet, now);
  const isAdmin = wallet.chainId === undefined && wallet.address === settings.adminWallet;
  if (isAdmin && role !== 'admin') await updateUser(accounts, id, { role: 'admin' }, now);
  const expiresAt = new Date(now.getTime() + settings.sessionSeconds * 1_000);
  return retry(CHANGES, async () => {
    const user = await requireUser(accounts, id);
    if (user.suspended_at !== undefined) refuse('suspended', 'the account is suspended');
    const expiresMicros = expiresAt.getTime() * 1_000;
    const options = { kind: 'session', scopes: [], expiresMicros, ...origin } as const;
    const { text, hash, item } = issueCredential(accounts, user, options, now);
    const cause = { ...accounts.cause, actor: { kind: 'session', id: item.id, user_id: id } } as const;
    const event = { type: 'session.created', userId: id, subject: item.id } as const;
    const signedIn = { ...accounts, cause };
    const attach = async (ended: readonly string[]) => [
      await recorded(signedIn, event, now),
      ...(await recordEnded(signedIn, id, ended, now)),
    ];
    if (!(await insertSession(accounts.table, user, { item, hash, expiresMicros }, now, attach))) {
      throw new TryAgain("The user's sessions change all the time");
    }
    return { token: text, expires_at: expiresAt.toISOString(), user: userView(user) };
  });
}
