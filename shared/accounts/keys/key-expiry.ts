import type { CredentialItem } from '../../access/credentials.ts';
import { invalidRequest } from '../../platform/contract/errors.ts';
import type { Principal } from '../../platform/request.ts';
import { iso } from './api-key-views.ts';

/** From here on whole microseconds are no exact integers in a double. */
const EXPIRY_END_MILLIS = Date.UTC(2255, 0);
const NEVER = Number.POSITIVE_INFINITY;

/** What a key's expiry is decided by: what was asked for, what it is otherwise, and who makes it. */
export interface Expiry {
  readonly asked: string | null | undefined;
  /** When the key ends that is rotated, null for never; absent for a new key, which ends with its maker. */
  readonly otherwise?: number | null;
  /** When the key that makes it ends; a session may make any. */
  readonly latest: number | undefined;
}

/** When the key that makes another ends; a session may make any. */
export function latestFor({ kind, expiresMicros }: Principal): number | undefined {
  return kind === 'api_key' ? expiresMicros : undefined;
}

/** What a key may give at most to the key that takes the place of one which it has not made alone: no more than that has. */
export function latestOfSuccessor(maker: Principal, { expires_micros }: CredentialItem): number | undefined {
  if (maker.kind === 'session') return undefined;
  const latest = Math.min(maker.expiresMicros ?? NEVER, expires_micros ?? NEVER);
  return latest === NEVER ? undefined : latest;
}

/**
 * When a new key ends, in microseconds since the epoch; undefined for never. No key outlives the key that made it: it
 * is asked for within that time, or gets that time where nothing is asked. A rotated key keeps its own, if that is within.
 *
 * @throws ApiError invalid_request naming expires_at
 */
export function expiryMicros({ asked, otherwise, latest }: Expiry, now: Date): number | undefined {
  if (asked === undefined && otherwise === undefined) return latest;
  const micros =
    asked === undefined ? (otherwise ?? undefined) : asked === null ? undefined : futureMicros(asked, now);
  if (latest === undefined || (micros !== undefined && micros <= latest)) return micros;
  const message = `must lie at or before ${iso(latest)}, beyond which the presented key can give none`;
  throw invalidRequest([{ path: 'body.expires_at', message }]);
}

function futureMicros(expiresAt: string, now: Date): number {
  const millis = Date.parse(expiresAt);
  const refuse = (message: string) => invalidRequest([{ path: 'body.expires_at', message }]);
  if (!(millis > now.getTime())) throw refuse('must lie in the future');
  if (millis >= EXPIRY_END_MILLIS) throw refuse('must lie before the year 2255; null for a key without end');
  return millis * 1_000;
}
