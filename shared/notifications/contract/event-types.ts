import type { Scope } from '../../platform/contract/scopes.ts';

/** All event types. The schemas of their data are in event-data-responses.ts. */
export const EVENT_TYPES = [
  'investment.pending',
  'investment.confirmed',
  'investment.failed',
  'investment.expired',
  'investment.cancelled',
  'investment.reversed',
  'investment.adjusted',
  'strategy.apy_above',
  'strategy.apy_below',
  'strategy.apy_rose',
  'strategy.apy_fell',
  'strategy.tvl_fell',
  'strategy.risk_level_changed',
  'strategy.flagged',
  'strategy.unlisted',
  'strategy.relisted',
  'strategy.paused',
  'strategy.stale',
  'deposit.confirmed',
  'deposit.failed',
  'session.created',
  'session.ended',
  'api_key.created',
  'api_key.updated',
  'api_key.rotated',
  'api_key.revoked',
  'api_key.leaked',
  'api_key.refused',
  'user.plan_changed',
  'user.limits_changed',
  'user.role_changed',
  'user.suspended',
  'user.reinstated',
  'quota.warning',
  'quota.reached',
  'request_limit.warning',
  'request_limit.reached',
  'version.deprecated',
  'webhook.created',
  'webhook.updated',
  'webhook.disabled',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Number of past days (UTC) whose events can be read. Events of the current day can be read too. */
export const EVENT_KEEP_DAYS = 30;

export const INVESTMENT_SCOPE: Scope = 'investments:read';
export const hasInvestmentScope = ({ scopes }: { readonly scopes: readonly Scope[] }): boolean =>
  scopes.includes(INVESTMENT_SCOPE);
export const isInvestmentEventType = (type: string): boolean =>
  type.startsWith('investment.') || type.startsWith('deposit.');

/**
 * Returns whether an event can be read only with INVESTMENT_SCOPE. This also applies to events of alerts that watch
 * positions, because they reveal the account's investments.
 */
export const needsInvestmentScope = ({
  type,
  data,
}: {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}): boolean => isInvestmentEventType(type) || data.alert_target === 'positions';
