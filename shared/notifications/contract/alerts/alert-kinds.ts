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
 * The strategies that an alert can watch. `strategy`: one strategy. `positions`: all strategies in which the
 * account has an investment. `filter`: all strategies that match a filter.
 */
export const ALERT_TARGETS = ['strategy', 'positions', 'filter'] as const;

/** Alert kinds in the same list require the same fields. */
export const LEVEL_ALERT_KINDS: readonly AlertKind[] = ['apy_above', 'apy_below'];
export const CHANGE_ALERT_KINDS: readonly AlertKind[] = ['apy_rose', 'apy_fell', 'tvl_fell'];
export const DEPOSIT_ALERT_KINDS: readonly AlertKind[] = ['deposit_confirmed', 'deposit_failed'];

/** `hysteresis` is in percentage points for APY, and in percent for TVL. */
export const ALERT_DEFAULTS = { hysteresis: 0.25, days: 7, cooldownMinutes: 60 } as const;
export const ALERT_DAYS_MAX = 30;
