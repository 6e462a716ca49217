import { DAY_MS } from '../../platform/domain/days.ts';
import { round } from '../../platform/domain/numbers.ts';
import type { RiskLevel } from '../../strategies/contract/strategy.ts';
import type { Alert } from './alert.ts';

/** Values of a strategy at one time. APY in percent, TVL in USD. */
export interface StrategySnapshot {
  readonly apy: number;
  readonly tvl: number;
  readonly riskLevel: RiskLevel;
  readonly status: 'listed' | 'unlisted' | 'paused';
  readonly flags: readonly string[];
  /** Time at which the source observed the values, in epoch milliseconds. */
  readonly asOfMs: number;
  /** Time at which the strategy's item was written, in epoch milliseconds. */
  readonly atMs: number;
}

/** Highest and lowest values of a strategy in past days, before the current change. */
export interface PastExtremes {
  readonly maxApy: number;
  readonly minApy: number;
  readonly maxTvl: number;
}

/**
 * Stored state of an alert for one strategy. It exists only after the alert has created an event for this
 * strategy.
 */
export interface AlertState {
  /**
   * Whether the alert can create an event again. This is true after the value has moved back from the threshold by at
   * least the hysteresis.
   */
  readonly armed: boolean;
  readonly notifiedAtMs: number;
  /**
   * Sequence number (text) of the strategy change that led to this state. Changes with an equal or lower number are
   * ignored.
   */
  readonly order: string;
}

export type AlertRule = Pick<Alert, 'kind' | 'level' | 'by' | 'hysteresis' | 'cooldown_minutes'>;

/** The alert kind `flagged` reports strategies with this flag. */
export const STUCK_RATE_FLAG = 'stuck_rate';
const STALE_AFTER_MS = DAY_MS;
const MINUTE_MS = 60_000;
/**
 * Number of decimal places that are compared. History values are stored with only seven digits, so more
 * decimal places would compare rounding errors.
 */
const COMPARISON_DECIMALS = 5;

type ConditionState = 'active' | 'between' | 'clear';

/**
 * Returns by how much the value is beyond the alert's threshold. Negative if the value has not reached it.
 * Undefined for alert kinds without a numeric value.
 */
function computeThresholdExcess(
  { kind, level, by }: AlertRule,
  { apy, tvl }: StrategySnapshot,
  past: PastExtremes,
): number | undefined {
  if (kind === 'apy_above') return round(apy - (level ?? 0), COMPARISON_DECIMALS);
  if (kind === 'apy_below') return round((level ?? 0) - apy, COMPARISON_DECIMALS);
  const [rise, fall] = [apy - past.minApy, past.maxApy - apy];
  if (kind === 'apy_rose') return round(rise - (by ?? 0), COMPARISON_DECIMALS);
  if (kind === 'apy_fell') return round(fall - (by ?? 0), COMPARISON_DECIMALS);
  if (kind === 'tvl_fell') return round(computeTvlFallPercent(tvl, past) - (by ?? 0), COMPARISON_DECIMALS);
  return undefined;
}

/** Returns the fall of the TVL from its highest past value, in percent. Negative if the TVL is higher now. */
export function computeTvlFallPercent(tvl: number, { maxTvl }: PastExtremes): number {
  return maxTvl > 0 ? ((maxTvl - tvl) / maxTvl) * 100 : 0;
}

function isNonNumericConditionMet(
  { kind }: AlertRule,
  { status, flags, asOfMs, atMs }: StrategySnapshot,
): boolean {
  if (kind === 'unlisted') return status === 'unlisted';
  if (kind === 'relisted') return status !== 'unlisted';
  if (kind === 'paused') return status === 'paused';
  if (kind === 'flagged') return flags.includes(STUCK_RATE_FLAG);
  return kind === 'stale' && atMs - asOfMs >= STALE_AFTER_MS;
}

/**
 * Returns `active` if the alert's condition is met. Otherwise returns `clear` if the distance to the threshold is at
 * least the hysteresis, and `between` if it is smaller.
 * A value equal to the threshold meets the condition of an alert with `by` (a rise or fall), but not of an alert with
 * `level`.
 */
function conditionStateOf(
  rule: AlertRule,
  strategySnapshot: StrategySnapshot,
  past: PastExtremes,
): ConditionState {
  const excessValue = computeThresholdExcess(rule, strategySnapshot, past);
  if (excessValue === undefined) return isNonNumericConditionMet(rule, strategySnapshot) ? 'active' : 'clear';
  const isChangeRule = rule.by !== null;
  if (isChangeRule ? excessValue >= 0 : excessValue > 0) return 'active';
  return excessValue <= -(rule.hysteresis ?? 0) ? 'clear' : 'between';
}

/** A strategy before and after a change. */
export interface StrategyObservation {
  readonly order: string;
  readonly before: StrategySnapshot;
  readonly after: StrategySnapshot;
  /** Highest and lowest values of past days. `before` and `after` are compared with them. */
  readonly past: PastExtremes;
}

/** Returns whether the caller must read the alert's stored state to evaluate the alert. */
export function needsAlertState(rule: AlertRule, { before, after, past }: StrategyObservation): boolean {
  if (rule.kind === 'risk_level_changed') return before.riskLevel !== after.riskLevel;
  const currentState = conditionStateOf(rule, after, past);
  if (currentState !== 'clear') return currentState === 'active';
  // An alert about a rise or fall (`rule.by`) depends on past values. Past values can change while the strategy stays
  // the same, so `before` does not show whether the alert was active.
  return rule.by !== null || conditionStateOf(rule, before, past) !== 'clear';
}

export interface AlertEvaluation {
  readonly fires: boolean;
  /** The new state to store. Absent if the state has not changed. */
  readonly state?: AlertState;
}

const NO_CHANGE: AlertEvaluation = { fires: false };

/**
 * Evaluates an alert after a change of a strategy. The alert fires when the value starts to meet the condition.
 * It fires again only after the value has moved back by the hysteresis and the cooldown is over. Repeated and
 * outdated changes have no effect.
 */
export function evaluateAlert(
  rule: AlertRule,
  state: AlertState | undefined,
  strategyObservation: StrategyObservation,
): AlertEvaluation {
  const { order, before, after, past } = strategyObservation;
  if (state !== undefined && order <= state.order) return NO_CHANGE;
  const firedEvaluation: AlertEvaluation = {
    fires: true,
    state: { armed: false, notifiedAtMs: after.atMs, order },
  };
  // Each change of the risk level creates an event.
  if (rule.kind === 'risk_level_changed')
    return before.riskLevel === after.riskLevel ? NO_CHANGE : firedEvaluation;
  const currentConditionState = conditionStateOf(rule, after, past);
  if (currentConditionState === 'clear' && state?.armed === false) {
    return { fires: false, state: { armed: true, notifiedAtMs: state.notifiedAtMs, order } };
  }
  if (currentConditionState !== 'active') return NO_CHANGE;
  // For `stale`, do not check the state before the change. A strategy becomes stale as time passes, without a change.
  const wasConditionInactive = rule.kind === 'stale' || conditionStateOf(rule, before, past) !== 'active';
  if (!(state?.armed ?? wasConditionInactive)) return NO_CHANGE;
  const cooldownEndMs = state === undefined ? 0 : state.notifiedAtMs + rule.cooldown_minutes * MINUTE_MS;
  return after.atMs < cooldownEndMs ? NO_CHANGE : firedEvaluation;
}
