import { DAY_MS } from '../../platform/domain/days.ts';
import { round } from '../../platform/domain/numbers.ts';
import type { RiskLevel } from '../../strategies/contract/strategy.ts';
import type { Alert } from './alert.ts';

/** Figures of a strategy at one moment. APY in percent, TVL in USD. */
export interface StrategySnapshot {
  readonly apy: number;
  readonly tvl: number;
  readonly riskLevel: RiskLevel;
  readonly status: 'listed' | 'unlisted' | 'paused';
  readonly flags: readonly string[];
  /** Times in epoch milliseconds: when the source observed the figures, and when the item was written. */
  readonly asOfMs: number;
  readonly atMs: number;
}

/** Extreme values of the days before, including the snapshot before the change. */
export interface Past {
  readonly maxApy: number;
  readonly minApy: number;
  readonly maxTvl: number;
}

/** Stored state of an alert for one strategy, after an event was created. */
export interface AlertState {
  /** Whether the alert can fire again, because the value has returned by the hysteresis. */
  readonly armed: boolean;
  readonly notifiedAtMs: number;
  /** Order key of the strategy's change that led to this state. */
  readonly order: string;
}

export type AlertRule = Pick<Alert, 'kind' | 'level' | 'by' | 'hysteresis' | 'cooldown_minutes'>;

/** The flag that the alert kind `flagged` reports. */
export const ALERT_FLAG = 'stuck_rate';
const STALE_AFTER_MS = DAY_MS;
const MINUTE_MS = 60_000;
/** Decimals that are compared. History figures are stored with seven digits. */
const DECIMALS = 5;

type ConditionState = 'active' | 'between' | 'clear';

/** Returns by how much a figure exceeds the alert's condition; undefined for alert kinds without a figure. */
function computeExcess(
  { kind, level, by }: AlertRule,
  { apy, tvl }: StrategySnapshot,
  past: Past,
): number | undefined {
  if (kind === 'apy_above') return round(apy - (level ?? 0), DECIMALS);
  if (kind === 'apy_below') return round((level ?? 0) - apy, DECIMALS);
  const [rise, fall] = [apy - past.minApy, past.maxApy - apy];
  if (kind === 'apy_rose') return round(rise - (by ?? 0), DECIMALS);
  if (kind === 'apy_fell') return round(fall - (by ?? 0), DECIMALS);
  if (kind === 'tvl_fell') return round(tvlFallPercent(tvl, past) - (by ?? 0), DECIMALS);
  return undefined;
}

/** Returns the fall of the TVL in percent of the highest TVL. */
export function tvlFallPercent(tvl: number, { maxTvl }: Past): number {
  return maxTvl > 0 ? ((maxTvl - tvl) / maxTvl) * 100 : 0;
}

function isStateConditionMet(
  { kind }: AlertRule,
  { status, flags, asOfMs, atMs }: StrategySnapshot,
): boolean {
  if (kind === 'unlisted') return status === 'unlisted';
  if (kind === 'relisted') return status !== 'unlisted';
  if (kind === 'paused') return status === 'paused';
  if (kind === 'flagged') return flags.includes(ALERT_FLAG);
  return kind === 'stale' && atMs - asOfMs >= STALE_AFTER_MS;
}

/**
 * Returns whether a snapshot meets an alert's condition (`active`), has returned by the hysteresis (`clear`),
 * or neither. A level must be exceeded; a move must be reached.
 */
function conditionState(rule: AlertRule, snapshot: StrategySnapshot, past: Past): ConditionState {
  const excessValue = computeExcess(rule, snapshot, past);
  if (excessValue === undefined) return isStateConditionMet(rule, snapshot) ? 'active' : 'clear';
  const isMove = rule.by !== null;
  if (isMove ? excessValue >= 0 : excessValue > 0) return 'active';
  return excessValue <= -(rule.hysteresis ?? 0) ? 'clear' : 'between';
}

/** Two snapshots of a strategy for the evaluation of an alert: before and after a change. */
export interface BeforeAndAfter {
  readonly order: string;
  readonly before: StrategySnapshot;
  readonly after: StrategySnapshot;
  /** Extreme values that both snapshots are compared with. */
  readonly past: Past;
}

/** Whether the alert's stored state can affect the result. Otherwise the state need not be read. */
export function needsState(rule: AlertRule, { before, after, past }: BeforeAndAfter): boolean {
  if (rule.kind === 'risk_level_changed') return before.riskLevel !== after.riskLevel;
  const now = conditionState(rule, after, past);
  if (now !== 'clear') return now === 'active';
  // The reference value of a move changes as days pass, even without a write.
  return rule.by !== null || conditionState(rule, before, past) !== 'clear';
}

export interface AlertJudgement {
  readonly fires: boolean;
  /** The state to store; undefined when it has not changed. */
  readonly state?: AlertState;
}

const NO_CHANGE: AlertJudgement = { fires: false };

/**
 * Evaluates an alert for the change of a strategy. The alert fires once when the figure meets the condition.
 * It fires again only after the figure has returned by the hysteresis and the cooldown is over. A condition
 * that was met before the alert was created does not fire. Repeated and outdated changes have no effect.
 */
export function evaluateAlert(
  rule: AlertRule,
  state: AlertState | undefined,
  observation: BeforeAndAfter,
): AlertJudgement {
  const { order, before, after, past } = observation;
  if (state !== undefined && order <= state.order) return NO_CHANGE;
  const firedJudgement: AlertJudgement = {
    fires: true,
    state: { armed: false, notifiedAtMs: after.atMs, order },
  };
  // Each change of the risk level fires by itself, without hysteresis.
  if (rule.kind === 'risk_level_changed')
    return before.riskLevel === after.riskLevel ? NO_CHANGE : firedJudgement;
  const now = conditionState(rule, after, past);
  if (now === 'clear' && state?.armed === false) {
    return { fires: false, state: { armed: true, notifiedAtMs: state.notifiedAtMs, order } };
  }
  if (now !== 'active') return NO_CHANGE;
  // A strategy becomes stale without a write, so its state before the change proves nothing.
  const wasInactive = rule.kind === 'stale' || conditionState(rule, before, past) !== 'active';
  if (!(state?.armed ?? wasInactive)) return NO_CHANGE;
  const restsUntilMs = state === undefined ? 0 : state.notifiedAtMs + rule.cooldown_minutes * MINUTE_MS;
  return after.atMs < restsUntilMs ? NO_CHANGE : firedJudgement;
}
