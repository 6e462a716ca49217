import type { Plan } from '../../platform/contract/plans.ts';
import { dayDate, dayOf } from '../../platform/domain/days.ts';
import type { QuotaKind } from '../contract/quotas.ts';
import type { Happening } from './event.ts';

/** The part of a quota or of a limit from which on its account is warned. */
const WARNING_SHARE = 0.8;
const HOUR_MS = 3_600_000;
const MINUTES_PER_HOUR = 60;

export interface QuotaUse {
  readonly quota: QuotaKind;
  readonly used: number;
  readonly max: number;
  readonly plan: Plan;
}

/**
 * The events when an account has one more item of a kind. A warning and a used-up quota each create at most one event a
 * day (UTC).
 */
export function quotaHappenings({ quota, used, max, plan }: QuotaUse, atMs: number): Happening[] {
  const data = { quota, used, max, plan };
  const cause = `${quota} ${dayDate(dayOf(atMs))}`;
  if (used >= max) return [{ type: 'quota.reached', cause, data }];
  return used >= WARNING_SHARE * max ? [{ type: 'quota.warning', cause, data }] : [];
}

export interface HourOfRequests {
  /** Counted from the epoch. */
  readonly hour: number;
  readonly admitted: number;
  /** Refused by the limit. */
  readonly refused: number;
}

/** The event for requests in a past hour from addresses outside a key's address allowlist. */
export function elsewhereHappening(
  keyId: string,
  { hour, refused }: Pick<HourOfRequests, 'hour' | 'refused'>,
): Happening {
  const data = { api_key_id: keyId, hour: hourText(hour), refused };
  return { type: 'api_key.refused', cause: `${keyId} hour ${hour}`, data };
}

const hourText = (hour: number) => new Date(hour * HOUR_MS).toISOString();

/** The events for the requests of a past hour. */
export function requestHappenings(
  { hour, admitted, refused }: HourOfRequests,
  requestsPerMinute: number,
): Happening[] {
  const data = {
    hour: hourText(hour),
    admitted,
    refused,
    requests_per_minute: requestsPerMinute,
  };
  const cause = `hour ${hour}`;
  if (refused > 0) return [{ type: 'request_limit.reached', cause, data }];
  const most = requestsPerMinute * MINUTES_PER_HOUR;
  return admitted >= WARNING_SHARE * most ? [{ type: 'request_limit.warning', cause, data }] : [];
}
