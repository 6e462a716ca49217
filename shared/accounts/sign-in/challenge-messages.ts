import { randomBytes } from 'node:crypto';
import type { Table } from '../../platform/dynamodb/client.ts';
import { RetryableError, type RetryPolicy, retry } from '../../platform/retry.ts';
import {
  type ChallengeMessage,
  checkMessageStatus,
  createChallengeMessage,
  MESSAGE_LIFETIME_SECONDS,
  NONCE_RANDOM_BYTES,
} from '../domain/challenge-message.ts';
import type { MessagePurpose } from '../domain/message-purposes.ts';
import {
  consumeStoredNonce,
  getNonceSecrets,
  type NonceSecrets,
  rotateNonceSecret,
} from '../store/nonces.ts';

/** A used nonce stays stored for this number of seconds after its message has expired, because clocks differ. */
const USED_NONCE_EXTRA_SECONDS = 3_600;
const ROTATION_RETRY_POLICY: RetryPolicy = { attempts: 3 };

const SECRETS_CACHE_MS = 60_000;
const secretsCache = new Map<string, { readonly secrets: NonceSecrets; readonly atMs: number }>();

async function loadNonceSecrets(table: Table, now: Date): Promise<NonceSecrets> {
  const nonceSecrets = await getNonceSecrets(table);
  secretsCache.set(table.name, { secrets: nonceSecrets, atMs: now.getTime() });
  return nonceSecrets;
}

function findCachedSecrets(table: Table, now: Date): NonceSecrets | undefined {
  const cachedEntry = secretsCache.get(table.name);
  return cachedEntry !== undefined && now.getTime() - cachedEntry.atMs < SECRETS_CACHE_MS
    ? cachedEntry.secrets
    : undefined;
}

const epochSecondsOf = (now: Date) => Math.floor(now.getTime() / 1_000);

/** Returns a message for a wallet to sign, in the shape of the challenge response. */
export async function issueChallengeMessage(
  table: Table,
  purpose: MessagePurpose,
  wallet: Omit<ChallengeMessage, 'nonce'>,
  now: Date,
) {
  const { current } = findCachedSecrets(table, now) ?? (await loadNonceSecrets(table, now));
  const issuedAtSeconds = epochSecondsOf(now);
  const newMessage = createChallengeMessage(
    current,
    purpose,
    { ...wallet, issuedAt: issuedAtSeconds },
    randomBytes(NONCE_RANDOM_BYTES),
  );
  const timeAfterIssue = (seconds: number) => new Date((issuedAtSeconds + seconds) * 1_000).toISOString();
  return {
    ...newMessage,
    issued_at: timeAfterIssue(0),
    expires_at: timeAfterIssue(MESSAGE_LIFETIME_SECONDS),
  };
}

/**
 * Returns the status of a message (see `checkMessageStatus`). If the cached secrets do not match the message, reads the
 * current secrets from the table.
 */
export async function readMessageStatus(table: Table, text: string, purpose: MessagePurpose, now: Date) {
  const checkStatusWithSecrets = ({ current, previous }: NonceSecrets) =>
    checkMessageStatus(
      text,
      purpose,
      previous === undefined ? [current] : [current, previous],
      epochSecondsOf(now),
    );
  const unexpiredSecrets = findCachedSecrets(table, now);
  const status = unexpiredSecrets === undefined ? 'unknown' : checkStatusWithSecrets(unexpiredSecrets);
  return status === 'unknown' ? checkStatusWithSecrets(await loadNonceSecrets(table, now)) : status;
}

/** Marks a valid nonce as used. Returns false if it was already used. */
export function consumeNonce(table: Table, nonce: string, now: Date): Promise<boolean> {
  return consumeStoredNonce(
    table,
    nonce,
    epochSecondsOf(now) + MESSAGE_LIFETIME_SECONDS + USED_NONCE_EXTRA_SECONDS,
  );
}

/**
 * Replaces the secret that signs nonces. Nonces that were signed with the previous secret stay valid until the next
 * rotation.
 */
export async function rotateNonceSecrets(table: Table): Promise<void> {
  await retry(ROTATION_RETRY_POLICY, async () => {
    if (!(await rotateNonceSecret(table, await getNonceSecrets(table)))) {
      throw new RetryableError('The secret is being rotated by somebody else');
    }
  });
}
