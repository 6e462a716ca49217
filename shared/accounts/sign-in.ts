import { randomBytes } from 'node:crypto';
import { recordEvent } from '../platform/audit/events.ts';
import { type Config, config, LOCAL_SIGN_IN } from '../platform/config.ts';
import { ApiError, invalidRequest } from '../platform/contract/errors.ts';
import { base62FromBytes } from '../platform/domain/base62.ts';
import { checksummedAddress, recoverSigner } from '../platform/domain/ethereum.ts';
import { type RetryPolicy, retry, TryAgain } from '../platform/retry.ts';
import { type Accounts, issueCredential, recorded } from './credentials.ts';
import { formatSiwe, parseSiwe, type SiweMessage } from './domain/siwe.ts';
import {
  type SiwePolicy,
  type SiweProblem,
  signInOrigin,
  siweProblem,
  siweProblemText,
} from './domain/siwe-checks.ts';
import { consumeNonce, putNonce } from './store/nonces.ts';
import { insertSession } from './store/sessions.ts';
import { findUserByWallet } from './store/users.ts';
import { requireUser, updateUser, userOfWallet, userView } from './users.ts';

/** A message may be this old, and so may its nonce. */
const MAX_AGE_SECONDS = 300;
const CLOCK_SKEW_SECONDS = 30;
/** 24 digits are 142 random bits. */
const NONCE_DIGITS = 24;
const NONCE_BYTES = 32;
const STATEMENT = 'Sign in to the yield platform.';
/** Logins and logouts of one user at once: the second looks again. */
const CHANGES: RetryPolicy = { attempts: 5 };

export interface SignInSettings {
  readonly policy: SiwePolicy;
  readonly sessionSeconds: number;
  /** EIP-55 form of the wallet whose user is an administrator from its login on. */
  readonly adminWallet?: string | undefined;
}

/**
 * The deployment's settings.
 *
 * @throws Error where a deployed stack was not told its sign-in page
 */
export function defaultSignIn(settings: Config = config): SignInSettings {
  const isLocal = settings.DEPLOYMENT === 'local';
  const uri = settings.SIGN_IN_URI ?? (isLocal ? LOCAL_SIGN_IN.uri : undefined);
  if (uri === undefined) throw new Error('SIGN_IN_URI is not set, so nobody can sign in with a wallet');
  const { SIGN_IN_CHAIN_IDS: chainIds, ADMIN_WALLET: adminWallet } = settings;
  return {
    policy: {
      uri,
      chainIds: isLocal ? [...chainIds, LOCAL_SIGN_IN.chainId] : chainIds,
      maxAgeSeconds: MAX_AGE_SECONDS,
      clockSkewSeconds: CLOCK_SKEW_SECONDS,
    },
    sessionSeconds: settings.SESSION_HOURS * 3_600,
    adminWallet: adminWallet === undefined ? undefined : checksummedAddress(adminWallet.toLowerCase()),
  };
}

function requireAddress(text: string): string {
  const address = checksummedAddress(text);
  if (address !== undefined) return address;
  throw invalidRequest([
    { path: 'body.wallet_address', message: 'is not a valid address: its EIP-55 checksum is wrong' },
  ]);
}

/** A message for the wallet to sign, around a new nonce that is good for one login of this wallet. */
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
  const nonce = base62FromBytes(randomBytes(NONCE_BYTES), NONCE_DIGITS);
  const expiresAt = new Date(now.getTime() + policy.maxAgeSeconds * 1_000);
  await putNonce(accounts.table, nonce, address, expiresAt);
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

function refuse(reason: SiweProblem | 'signature' | 'nonce' | 'suspended', text: string): never {
  throw new ApiError('sign_in_refused', { message: `Sign-in refused: ${text}.`, details: { reason } });
}

/** The message behind a login, once every check but the nonce's has passed. */
async function verify(request: { message: string; signature: string }, policy: SiwePolicy, now: Date) {
  const message: SiweMessage | undefined = parseSiwe(request.message);
  if (message === undefined) {
    throw invalidRequest([
      { path: 'body.message', message: 'is not a Sign-In with Ethereum message (EIP-4361)' },
    ]);
  }
  const problem = siweProblem(message, policy, now);
  if (problem !== undefined) refuse(problem, siweProblemText(problem));
  const signer = recoverSigner(request.message, request.signature);
  if (signer !== message.address) refuse('signature', 'the signature is not by the address in the message');
  return message;
}

type LoginRequest = { readonly message: string; readonly signature: string };

/**
 * A session for the wallet that signed the message. The nonce is used up by the first login that gets this far.
 *
 * @throws ApiError invalid_request for what is no message; sign_in_refused, which is recorded
 */
export async function login(
  accounts: Accounts,
  settings: SignInSettings,
  request: LoginRequest,
  now: Date,
  origin: { readonly sourceIp?: string } = {},
) {
  try {
    return await signIn(accounts, settings, request, now, origin);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'sign_in_refused') {
      await recordRefusal(accounts, request, String(error.details?.reason), now);
    }
    throw error;
  }
}

/** Recorded for the user of the wallet that the message names; the wallet of nobody is not written down. */
async function recordRefusal(accounts: Accounts, { message }: LoginRequest, reason: string, now: Date) {
  const address = checksummedAddress(parseSiwe(message)?.address ?? '');
  const user = address === undefined ? undefined : await findUserByWallet(accounts.table, address);
  const event = { type: 'sign_in.refused', userId: user?.id ?? null, details: { reason } } as const;
  await recordEvent(accounts.table, accounts.cause, event, now);
}

async function signIn(
  accounts: Accounts,
  settings: SignInSettings,
  request: LoginRequest,
  now: Date,
  origin: { readonly sourceIp?: string },
) {
  const message = await verify(request, settings.policy, now);
  if (!(await consumeNonce(accounts.table, message.nonce, message.address, now))) {
    refuse('nonce', 'the nonce was not given out for this wallet, has been used or has expired');
  }
  const { id, role } = await userOfWallet(accounts, message.address, now);
  if (message.address === settings.adminWallet && role !== 'admin') {
    await updateUser(accounts, id, { role: 'admin' }, now);
  }
  const expiresAt = new Date(now.getTime() + settings.sessionSeconds * 1_000);
  return retry(CHANGES, async () => {
    const user = await requireUser(accounts, id);
    if (user.suspended_at !== undefined) refuse('suspended', 'the account is suspended');
    const expiresMicros = expiresAt.getTime() * 1_000;
    const options = { kind: 'session', scopes: [], expiresMicros, ...origin } as const;
    const { text, hash, item } = issueCredential(accounts, user, options, now);
    const cause = { ...accounts.cause, actor: { kind: 'session', id: item.id, user_id: id } } as const;
    const event = { type: 'session.created', userId: id, subject: item.id } as const;
    const writes = [await recorded({ ...accounts, cause }, event, now)];
    if (!(await insertSession(accounts.table, user, { item, hash, expiresMicros }, now, writes))) {
      throw new TryAgain("The user's sessions change all the time");
    }
    return { token: text, expires_at: expiresAt.toISOString(), user: userView(user) };
  });
}
