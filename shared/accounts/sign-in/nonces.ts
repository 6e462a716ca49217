import { randomBytes } from 'node:crypto';
import type { Table } from '../../platform/dynamodb/client.ts';
import { RetryableError, type RetryPolicy, retry } from '../../platform/retry.ts';
import { createNonce, NONCE_RANDOM_BYTES, type NonceUse, nonceIssuedAt } from '../domain/nonce.ts';
import {
  consumeStoredNonce,
  getNonceSecrets,
  type NonceSecrets,
  rotateNonceSecret,
} from '../store/nonces.ts';

/** Maximum age of a nonce and of the message that contains it, in seconds. */
export const NONCE_MAX_AGE_SECONDS = 300;
/**
 * How much longer than its lifetime a used nonce stays stored, in seconds, because clocks differ.
 */
const USED_NONCE_EXTRA_SECONDS = 3_600;
/** How far in the future a nonce's time may be, in seconds, because clocks differ. */
const CLOCK_SKEW_SECONDS = 30;
const ROTATION_RETRIES: RetryPolicy = { attempts: 3 };

/**
 * How long an instance caches the secrets, in milliseconds. This is far shorter than the time
 * between two rotations.
 */
const SECRETS_CACHE_MS = 60_000;
const secretsCache = new Map<string, { readonly secrets: NonceSecrets; readonly atMs: number }>();

async function loadSecrets(table: Table, now: Date): Promise<NonceSecrets> {
  const secrets = await getNonceSecrets(table);
  secretsCache.set(table.name, { secrets, atMs: now.getTime() });
  return secrets;
}

/** Returns the cached secrets, or undefined if they are too old. */
function cachedSecrets(table: Table, now: Date): NonceSecrets | undefined {
  const cachedEntry = secretsCache.get(table.name);
  return cachedEntry !== undefined && now.getTime() - cachedEntry.atMs < SECRETS_CACHE_MS
    ? cachedEntry.secrets
    : undefined;
}

const secondsOf = (now: Date) => Math.floor(now.getTime() / 1_000);

/** Returns a new nonce for a wallet and a purpose. Nothing is stored. */
export async function newNonce(table: Table, use: NonceUse, now: Date): Promise<string> {
  const { current } = cachedSecrets(table, now) ?? (await loadSecrets(table, now));
  return createNonce(current, use, secondsOf(now), randomBytes(NONCE_RANDOM_BYTES));
}

/**
 * Returns whether the nonce was issued for this wallet and purpose and has not expired. A nonce
 * with an unknown signature costs a read.
 */
export async function isValidNonce(table: Table, nonce: string, use: NonceUse, now: Date): Promise<boolean> {
  const readIssueTime = ({ current, previous }: NonceSecrets) =>
    nonceIssuedAt(nonce, use, previous === undefined ? [current] : [current, previous]);
  const cached = cachedSecrets(table, now);
  const issuedAt = (cached && readIssueTime(cached)) ?? readIssueTime(await loadSecrets(table, now));
  if (issuedAt === undefined) return false;
  const age = secondsOf(now) - issuedAt;
  return age <= NONCE_MAX_AGE_SECONDS && age >= -CLOCK_SKEW_SECONDS;
}

/** Consumes a valid nonce. Returns true for only one caller. */
export function consumeNonce(table: Table, nonce: string, now: Date): Promise<boolean> {
  return consumeStoredNonce(table, nonce, secondsOf(now) + NONCE_MAX_AGE_SECONDS + USED_NONCE_EXTRA_SECONDS);
}

/** Replaces the secret that signs nonces. Earlier nonces stay valid until the next rotation. */
export async function rotateNonces(table: Table): Promise<void> {
  await retry(ROTATION_RETRIES, async () => {
    if (!(await rotateNonceSecret(table, await getNonceSecrets(table)))) {
      throw new RetryableError('The secret is being rotated by somebody else');
    }
  });
}
