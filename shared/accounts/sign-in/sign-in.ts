import { recordEvent } from '../../platform/audit/events.ts';
import { ApiError, invalidRequestError } from '../../platform/contract/errors.ts';
import { toChecksummedIfValid } from '../../platform/domain/ethereum.ts';
import { CONFLICT_RETRY_POLICY } from '../../platform/dynamodb/transact.ts';
import { RetryableError, retry } from '../../platform/retry.ts';
import { requireConnectionOfWallet } from '../../wallets/prove-connection.ts';
import { type Accounts, accountAuditWrite, type CredentialOptions, issueCredential } from '../credentials.ts';
import type { ChallengeMessage } from '../domain/challenge-message.ts';
import {
  buildSignInPurpose,
  buildWalletProofPurpose,
  type MessagePurpose,
} from '../domain/message-purposes.ts';
import { insertSession } from '../store/sessions.ts';
import { findUserByWallet } from '../store/users.ts';
import { findOrCreateUser, requireUser, toUserProfileView, updateUser } from '../users.ts';
import { issueChallengeMessage } from './challenge-messages.ts';
import { admitNewAccount } from './new-accounts.ts';
import { endExcessSessions } from './sessions.ts';
import type { ChallengeSettings, SignInSettings } from './sign-in-settings.ts';
import { proveWallet, rejectSignIn, requireParsedMessage, type SignedMessage } from './wallet-proof.ts';

function requireAddress(text: string): string {
  const address = toChecksummedIfValid(text);
  if (address !== undefined) return address;
  throw invalidRequestError([
    {
      path: 'body.wallet_address',
      message: 'is an address with a wrong EIP-55 checksum; correct the address, or send it in lower case',
    },
  ]);
}

/**
 * With `connection_id`, the message proves control of the connection's wallet. Without it, the message is for signing
 * in.
 */
interface ChallengeRequest {
  readonly wallet_address: string;
  readonly chain_id: number;
  readonly connection_id?: string | undefined;
}

/**
 * Returns a message for the wallet to sign. Its nonce is valid only once, and only for this wallet and purpose.
 * @throws ApiError invalid_request; wallet_connection_not_found if the connection belongs to another wallet
 */
export async function issueChallenge(
  accountsContext: Accounts,
  { uri, chainIds }: ChallengeSettings,
  request: ChallengeRequest,
  now: Date,
) {
  const address = requireAddress(request.wallet_address);
  const { chain_id: chainId, connection_id: connectionId } = request;
  if (!chainIds.includes(chainId)) {
    throw invalidRequestError([{ path: 'body.chain_id', message: `must be one of ${chainIds.join(', ')}` }]);
  }
  const purpose = await findMessagePurpose(accountsContext, uri, connectionId, address);
  return issueChallengeMessage(accountsContext.table, purpose, { address, chainId }, now);
}

async function findMessagePurpose(
  { table }: Accounts,
  uri: string,
  connectionId: string | undefined,
  address: string,
): Promise<MessagePurpose> {
  if (connectionId === undefined) return buildSignInPurpose(uri);
  const { owner } = await requireConnectionOfWallet(table, connectionId, address);
  return buildWalletProofPurpose(uri, { accountId: owner, connectionId });
}

export type SessionOrigin = Pick<CredentialOptions, 'sourceIp' | 'userAgent' | 'walletApp'>;

/**
 * Creates a session for the wallet that signed the message. A valid signature uses up the message's nonce.
 * @throws ApiError invalid_request for a malformed message, sign_in_refused (also recorded as an audit event), or
 * new_account_limit_reached
 */
export async function login(
  accountsContext: Accounts,
  settings: SignInSettings,
  signedMessage: SignedMessage,
  now: Date,
  sessionOrigin: SessionOrigin = {},
) {
  const message = requireParsedMessage(signedMessage);
  try {
    return await signIn(accountsContext, settings, signedMessage, now, sessionOrigin);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'sign_in_refused') {
      await recordRejectedSignIn(accountsContext, message, String(error.details?.reason), now);
    }
    throw error;
  }
}

/**
 * Records a rejected sign-in as an audit event of the user whose wallet the message names.
 * Does not check that the service issued the message, because anybody can request a message for any wallet.
 */
async function recordRejectedSignIn(
  { table, cause }: Accounts,
  message: ChallengeMessage,
  reason: string,
  now: Date,
) {
  const { chainId } = message;
  const address = toChecksummedIfValid(message.address.toLowerCase()) ?? message.address;
  const user =
    (await findUserByWallet(table, { address })) ?? (await findUserByWallet(table, { address, chainId }));
  const event = { type: 'sign_in.refused', userId: user?.id ?? null, details: { reason } } as const;
  await recordEvent(table, cause, event, now);
}

async function signIn(
  accountsContext: Accounts,
  settings: SignInSettings,
  signedMessage: SignedMessage,
  now: Date,
  sessionOrigin: SessionOrigin,
) {
  const wallet = await proveWallet(
    accountsContext,
    settings,
    signedMessage,
    buildSignInPurpose(settings.uri),
    now,
  );
  const { id, role } = await findOrCreateUser(accountsContext, wallet, now, () =>
    admitNewAccount(accountsContext.table, sessionOrigin.sourceIp, settings.newAccounts, now),
  );
  const isAdminWallet = wallet.chainId === undefined && wallet.address === settings.adminWallet;
  if (isAdminWallet && role !== 'admin') await updateUser(accountsContext, id, { role: 'admin' }, now);
  const expiresAt = new Date(now.getTime() + settings.sessionSeconds * 1_000);
  return retry(CONFLICT_RETRY_POLICY, () => beginSession(accountsContext, id, expiresAt, now, sessionOrigin));
}

/**
 * Stores the new session and then ends the oldest sessions. These are separate transactions, because concurrent
 * sign-ins to an account would otherwise conflict.
 */
async function beginSession(
  accountsContext: Accounts,
  userId: string,
  expiresAt: Date,
  now: Date,
  sessionOrigin: SessionOrigin,
) {
  const user = await requireUser(accountsContext, userId);
  if (user.suspended_at !== undefined)
    rejectSignIn('suspended', 'the account is suspended; contact the operator of the service');
  const expiresMicros = expiresAt.getTime() * 1_000;
  const credentialOptions = { kind: 'session', scopes: [], expiresMicros, ...sessionOrigin } as const;
  const { text, hash, item } = issueCredential(accountsContext, user, credentialOptions, now);
  const sessionCause = {
    ...accountsContext.cause,
    actor: { kind: 'session', id: item.id, user_id: userId },
  } as const;
  const contextWithSessionCause = { ...accountsContext, cause: sessionCause };
  const event = { type: 'session.created', userId, subject: item.id } as const;
  const auditWrites = [await accountAuditWrite(contextWithSessionCause, event, now)];
  if (!(await insertSession(accountsContext.table, user, { item, hash, expiresMicros }, now, auditWrites))) {
    await endExcessSessions(accountsContext, userId, now);
    throw new RetryableError('Too many sign in to the account at once');
  }
  await endExcessSessions(contextWithSessionCause, userId, now, item.id);
  return { token: text, expires_at: expiresAt.toISOString(), user: toUserProfileView(user) };
}
