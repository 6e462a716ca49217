import type { Plan } from '../../platform/contract/plans.ts';
import { dateOfDay, dayOf } from '../../platform/domain/days.ts';
import type { QuotaKind } from '../contract/quotas.ts';
import type { EventContent } from './event.ts';

/** An account gets a warning when it has used this fraction of a quota or of its rate limit. */
const QUOTA_WARNING_FRACTION = 0.8;
const HOUR_MS = 3_600_000;
const MINUTES_PER_HOUR = 60;

export interface QuotaUse {
  readonly quota: QuotaKind;
  readonly used: number;
  readonly max: number;
  readonly plan: Plan;
}

/**
 * Returns the events to create after an account has stored one more item of a kind, such as an API key. Per
 * UTC day and kind of item, an account gets at most one `quota.warning` and one `quota.reached` event.
 */
export function createQuotaEvents({ quota, used, max, plan }: QuotaUse, atMs: number): EventContent[] {
  const data = { quota, used, max, plan };
  const cause = `${quota} ${dateOfDay(dayOf(atMs))}`;
  if (used >= max) return [{ type: 'quota.reached', cause, data }];
  return used >= QUOTA_WARNING_FRACTION * max ? [{ type: 'quota.warning', cause, data }] : [];
}

export interface HourlyRequestCounts {
  /** Hour of the requests, as the number of hours since 1970-01-01T00:00Z. */
  readonly hour: number;
  readonly admitted: number;
  /** Number of requests that the rate limit rejected. */
  readonly refused: number;
}

/**
 * Returns the event about an API key whose requests were rejected in a past hour because of the key's IP allowlist.
 */
export function createBlockedKeyEvent(
  keyId: string,
  { hour, refused }: Pick<HourlyRequestCounts, 'hour' | 'refused'>,
): EventContent {
  const data = { api_key_id: keyId, hour: hourText(hour), refused };
  return { type: 'api_key.refused', cause: `${keyId} hour ${hour}`, data };
}

const hourText = (hour: number) => new Date(hour * HOUR_MS).toISOString();

/** Returns the events about the rate limit for the requests of a past hour. */
export function createRequestLimitEvents(
  { hour, admitted, refused }: HourlyRequestCounts,
  requestsPerMinute: number,
): EventContent[] {
  const data = {
    hour: hourText(hour),
    admitted,
    refused,
    requests_per_minute: requestsPerMinute,
  };
  const cause = `hour ${hour}`;
  if (refused > 0) return [{ type: 'request_limit.reached', cause, data }];
  const maxRequestsPerHour = requestsPerMinute * MINUTES_PER_HOUR;
  return admitted >= QUOTA_WARNING_FRACTION * maxRequestsPerHour
    ? [{ type: 'request_limit.warning', cause, data }]
    : [];
}
