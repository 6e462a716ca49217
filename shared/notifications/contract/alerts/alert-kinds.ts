/** Kinds of alerts. An alert is about a condition of a strategy or about the outcome of a deposit. */
export const ALERT_KINDS = [
  'apy_above',
  'apy_below',
  'apy_rose',
  'apy_fell',
  'tvl_fell',
  'risk_level_changed',
  'flagged',
  'unlisted',
  'relisted',
  'paused',
  'stale',
  'deposit_confirmed',
  'deposit_failed',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/**
 * The strategies that an alert watches: one strategy (`strategy`), all strategies in which the account has an
 * investment (`positions`), or all strategies that match a filter (`filter`).
 */
export const ALERT_TARGETS = ['strategy', 'positions', 'filter'] as const;

/** Alert kinds by the fields that they require. */
export const LEVEL_KINDS: readonly AlertKind[] = ['apy_above', 'apy_below'];
export const MOVE_KINDS: readonly AlertKind[] = ['apy_rose', 'apy_fell', 'tvl_fell'];
export const DEPOSIT_KINDS: readonly AlertKind[] = ['deposit_confirmed', 'deposit_failed'];

/**
 * Defaults of optional alert fields. `hysteresis` is in percentage points of APY or in percent of the TVL.
 */
export const ALERT_DEFAULTS = { hysteresis: 0.25, days: 7, cooldownMinutes: 60 } as const;
export const ALERT_DAYS_MAX = 30;
