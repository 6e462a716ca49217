import { recordEvent } from '../../platform/audit/events.ts';
import { ApiError, invalidRequest } from '../../platform/contract/errors.ts';
import { checksummedAddress } from '../../platform/domain/ethereum.ts';
import { CONFLICT_RETRIES } from '../../platform/dynamodb/transact.ts';
import { RetryableError, retry } from '../../platform/retry.ts';
import { requireConnectionOf } from '../../wallets/prove-connection.ts';
import { type Accounts, type CredentialOptions, issueCredential, recorded } from '../credentials.ts';
import { type MessagePurpose, signInPurpose, walletProofPurpose } from '../domain/message-purposes.ts';
import { formatSiwe, type SiweMessage } from '../domain/siwe.ts';
import { type SiwePolicy, signInOrigin } from '../domain/siwe-checks.ts';
import { insertSession } from '../store/sessions.ts';
import { findUserByWallet } from '../store/users.ts';
import { ownView, requireUser, updateUser, userOfWallet } from '../users.ts';
import { admitNewAccount } from './new-accounts.ts';
import { newNonce } from './nonces.ts';
import { endOldest } from './sessions.ts';
import type { SignInSettings } from './sign-in-settings.ts';
import {
  proveWallet,
  type ReceivedMessage,
  receiveMessage,
  refuse,
  type SignedMessage,
} from './wallet-proof.ts';

function requireAddress(text: string): string {
  const address = checksummedAddress(text);
  if (address !== undefined) return address;
  throw invalidRequest([
    {
      path: 'body.wallet_address',
      message: 'is an address with a wrong EIP-55 checksum; correct the address, or send it in lower case',
    },
  ]);
}

/** The wallet that is to sign, its chain, and the connection to prove; a message without one signs in. */
interface ChallengeRequest {
  readonly wallet_address: string;
  readonly chain_id: number;
  readonly connection_id?: string | undefined;
}

/**
 * A message for the wallet to sign, with a new nonce that is valid once, for this wallet and this purpose. Nothing is
 * stored.
 *
 * @throws ApiError invalid_request; wallet_connection_not_found where the connection is not of this wallet
 */
export async function challenge(
  accounts: Accounts,
  { policy }: SignInSettings,
  request: ChallengeRequest,
  now: Date,
) {
  const address = requireAddress(request.wallet_address);
  if (!policy.chainIds.includes(request.chain_id)) {
    const message = `must be one of ${policy.chainIds.join(', ')}`;
    throw invalidRequest([{ path: 'body.chain_id', message }]);
  }
  const purpose = await purposeOf(accounts, policy, request.connection_id, address);
  const nonce = await newNonce(accounts.table, { purpose: purpose.nonce, address }, now);
  const expiresAt = new Date(now.getTime() + policy.maxAgeSeconds * 1_000);
  const message = formatSiwe({
    scheme: undefined,
    domain: signInOrigin(policy).domain,
    address,
    statement: purpose.statement,
    uri: purpose.uri,
    version: '1',
    chainId: request.chain_id,
    nonce,
    issuedAt: now.toISOString(),
    expirationTime: expiresAt.toISOString(),
    notBefore: undefined,
    requestId: undefined,
    resources: purpose.resources,
  });
  return { message, nonce, issued_at: now.toISOString(), expires_at: expiresAt.toISOString() };
}

async function purposeOf(
  { table }: Accounts,
  policy: SiwePolicy,
  connectionId: string | undefined,
  address: string,
): Promise<MessagePurpose> {
  if (connectionId === undefined) return signInPurpose(policy);
  const { owner } = await requireConnectionOf(table, connectionId, address);
  return walletProofPurpose(policy, { accountId: owner, connectionId });
}

/** From where a session begins, and by which wallet. */
export type Origin = Pick<CredentialOptions, 'sourceIp' | 'userAgent' | 'walletApp'>;

/**
 * A session for the wallet that signed the message. The nonce is used up by the first login that gets this far.
 *
 * @throws ApiError invalid_request for what is no message; sign_in_refused, which is recorded;
 *   new_account_limit_reached
 */
export async function login(
  accounts: Accounts,
  settings: SignInSettings,
  signed: SignedMessage,
  now: Date,
  origin: Origin = {},
) {
  const received = await receiveMessage(accounts, signed, signInPurpose(settings.policy), now);
  try {
    return await signIn(accounts, settings, received, now, origin);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'sign_in_refused') {
      await recordRefusal(accounts, received.message, String(error.details?.reason), now);
    }
    throw error;
  }
}

/**
 * Recorded for the user of the wallet that the message names, in whatever case; the wallet of nobody is not written
 * down. A nonce that nobody was given is no way round it: a challenge for any wallet is there for the asking.
 */
async function recordRefusal({ table, cause }: Accounts, message: SiweMessage, reason: string, now: Date) {
  const { chainId } = message;
  const address = checksummedAddress(message.address.toLowerCase()) ?? message.address;
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
  const { id, role } = await userOfWallet(accounts, wallet, now, () =>
    admitNewAccount(accounts.table, origin.sourceIp, settings.newAccounts, now),
  );
  const isAdmin = wallet.chainId === undefined && wallet.address === settings.adminWallet;
  if (isAdmin && role !== 'admin') await updateUser(accounts, id, { role: 'admin' }, now);
  const expiresAt = new Date(now.getTime() + settings.sessionSeconds * 1_000);
  return retry(CONFLICT_RETRIES, () => beginSession(accounts, id, expiresAt, now, origin));
}

/**
 * The session is there before older ones end for it: then nobody has to do both in one step, in which many at once
 * would all want to end the same.
 */
async function beginSession(accounts: Accounts, userId: string, expiresAt: Date, now: Date, origin: Origin) {
  const user = await requireUser(accounts, userId);
  if (user.suspended_at !== undefined)
    refuse('suspended', 'the account is suspended; contact the operator of the service');
  const expiresMicros = expiresAt.getTime() * 1_000;
  const options = { kind: 'session', scopes: [], expiresMicros, ...origin } as const;
  const { text, hash, item } = issueCredential(accounts, user, options, now);
  const cause = { ...accounts.cause, actor: { kind: 'session', id: item.id, user_id: userId } } as const;
  const signedIn = { ...accounts, cause };
  const event = { type: 'session.created', userId, subject: item.id } as const;
  const begun = [await recorded(signedIn, event, now)];
  if (!(await insertSession(accounts.table, user, { item, hash, expiresMicros }, now, begun))) {
    await endOldest(accounts, userId, now);
    throw new RetryableError('Too many sign in to the account at once');
  }
  await endOldest(signedIn, userId, now, item.id);
  return { token: text, expires_at: expiresAt.toISOString(), user: ownView(user) };
}
