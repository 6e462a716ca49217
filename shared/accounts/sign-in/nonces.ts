import { randomBytes } from 'node:crypto';
import type { Table } from '../../platform/dynamodb/client.ts';
import { RetryableError, type RetryPolicy, retry } from '../../platform/retry.ts';
import { createNonce, NONCE_RANDOM_BYTES, type NonceUse, nonceIssuedAt } from '../domain/nonce.ts';
import { getNonceSecrets, type NonceSecrets, rotateNonceSecret, useNonce } from '../store/nonces.ts';

/** A nonce may be this old, and so may the message around it. */
export const NONCE_MAX_AGE_SECONDS = 300;
/** A used nonce is remembered so much longer than it is good for: clocks differ. */
const REMEMBERED_SECONDS = 3_600;
/** Functions whose clock is behind may see a nonce of the future. */
const CLOCK_SKEW_SECONDS = 30;
const ROTATIONS: RetryPolicy = { attempts: 3 };

/** So long an instance goes by what it remembers of the secrets: far shorter than two rotations are apart. */
const SECRETS_REMEMBERED_MS = 60_000;
const remembered = new Map<string, { readonly secrets: NonceSecrets; readonly atMs: number }>();

async function look(table: Table, now: Date): Promise<NonceSecrets> {
  const secrets = await getNonceSecrets(table);
  remembered.set(table.name, { secrets, atMs: now.getTime() });
  return secrets;
}

/** What this instance remembers of the secrets, if it was not long ago that it looked. */
function recall(table: Table, now: Date): NonceSecrets | undefined {
  const known = remembered.get(table.name);
  return known !== undefined && now.getTime() - known.atMs < SECRETS_REMEMBERED_MS
    ? known.secrets
    : undefined;
}

const secondsOf = (now: Date) => Math.floor(now.getTime() / 1_000);

/** A new nonce for a wallet and a purpose. Nothing is stored. */
export async function newNonce(table: Table, use: NonceUse, now: Date): Promise<string> {
  const { current } = recall(table, now) ?? (await look(table, now));
  return createNonce(current, use, secondsOf(now), randomBytes(NONCE_RANDOM_BYTES));
}

/** Whether the nonce was issued for this wallet and purpose and has not expired. An unknown one costs a read. */
export async function isOurNonce(table: Table, nonce: string, use: NonceUse, now: Date): Promise<boolean> {
  const issuedBy = ({ current, previous }: NonceSecrets) =>
    nonceIssuedAt(nonce, use, previous === undefined ? [current] : [current, previous]);
  const known = recall(table, now);
  const issuedAt = (known && issuedBy(known)) ?? issuedBy(await look(table, now));
  if (issuedAt === undefined) return false;
  const age = secondsOf(now) - issuedAt;
  return age <= NONCE_MAX_AGE_SECONDS && age >= -CLOCK_SKEW_SECONDS;
}

/** Uses up a nonce that is ours: true for one caller only. */
export function consumeNonce(table: Table, nonce: string, now: Date): Promise<boolean> {
  return useNonce(table, nonce, secondsOf(now) + NONCE_MAX_AGE_SECONDS + REMEMBERED_SECONDS);
}

/** Signs nonces with a new secret from now on. Those that were given out before are good until the next rotation. */
export async function rotateNonces(table: Table): Promise<void> {
  await retry(ROTATIONS, async () => {
    if (!(await rotateNonceSecret(table, await getNonceSecrets(table)))) {
      throw new RetryableError('The secret is being rotated by somebody else');
    }
  });
}
