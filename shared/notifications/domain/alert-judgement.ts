import { DAY_MS } from '../../platform/domain/days.ts';
import { round } from '../../platform/domain/numbers.ts';
import type { RiskLevel } from '../../strategies/contract/strategy.ts';
import type { Alert } from './alert.ts';

/** The figures of a strategy at a moment. APY in percent, TVL in USD. */
export interface StrategySnapshot {
  readonly apy: number;
  readonly tvl: number;
  readonly riskLevel: RiskLevel;
  readonly status: 'listed' | 'unlisted' | 'paused';
  readonly flags: readonly string[];
  /** When its source observed it, and when it was written, in epoch milliseconds. */
  readonly asOfMs: number;
  readonly atMs: number;
}

/** The extremes of the days before, the snapshot before included. */
export interface Past {
  readonly maxApy: number;
  readonly minApy: number;
  readonly maxTvl: number;
}

/** What is stored for an alert and a strategy after an event was created. */
export interface AlertState {
  /** Whether the alert can fire again, because the value has returned far enough. */
  readonly armed: boolean;
  readonly notifiedAtMs: number;
  /** The change of the strategy that has made it so. */
  readonly order: string;
}

export type AlertRule = Pick<Alert, 'kind' | 'level' | 'by' | 'hysteresis' | 'cooldown_minutes'>;

/** The flag whose appearance creates an event. */
export const ALERT_FLAG = 'stuck_rate';
const STALE_AFTER_MS = DAY_MS;
const MINUTE_MS = 60_000;
/** Figures of the history are kept with seven digits. */
const DECIMALS = 5;

type Standing = 'active' | 'between' | 'clear';

/** By how much a figure is beyond what the alert asks for; undefined for alerts of no figure. */
function excessOf(
  { kind, level, by }: AlertRule,
  { apy, tvl }: StrategySnapshot,
  past: Past,
): number | undefined {
  if (kind === 'apy_above') return round(apy - (level ?? 0), DECIMALS);
  if (kind === 'apy_below') return round((level ?? 0) - apy, DECIMALS);
  const [rise, fall] = [apy - past.minApy, past.maxApy - apy];
  if (kind === 'apy_rose') return round(rise - (by ?? 0), DECIMALS);
  if (kind === 'apy_fell') return round(fall - (by ?? 0), DECIMALS);
  if (kind === 'tvl_fell') return round(tvlFall(tvl, past) - (by ?? 0), DECIMALS);
  return undefined;
}

/** How much the TVL has fallen, percent of the highest one. */
export function tvlFall(tvl: number, { maxTvl }: Past): number {
  return maxTvl > 0 ? ((maxTvl - tvl) / maxTvl) * 100 : 0;
}

function isSo({ kind }: AlertRule, { status, flags, asOfMs, atMs }: StrategySnapshot): boolean {
  if (kind === 'unlisted') return status === 'unlisted';
  if (kind === 'relisted') return status !== 'unlisted';
  if (kind === 'paused') return status === 'paused';
  if (kind === 'flagged') return flags.includes(ALERT_FLAG);
  return kind === 'stale' && atMs - asOfMs >= STALE_AFTER_MS;
}

/** How a snapshot compares with an alert's condition. A level must be exceeded; a move must be reached. */
function standingOf(rule: AlertRule, snapshot: StrategySnapshot, past: Past): Standing {
  const excess = excessOf(rule, snapshot, past);
  if (excess === undefined) return isSo(rule, snapshot) ? 'active' : 'clear';
  const isMove = rule.by !== null;
  if (isMove ? excess >= 0 : excess > 0) return 'active';
  return excess <= -(rule.hysteresis ?? 0) ? 'clear' : 'between';
}

/** A strategy as an alert judges it: now, and as it was. */
export interface BeforeAndAfter {
  readonly order: string;
  readonly before: StrategySnapshot;
  readonly after: StrategySnapshot;
  /** What both are compared with. */
  readonly past: Past;
}

/** Whether the alert's stored state can affect the result; otherwise it need not be read. */
export function asksForState(rule: AlertRule, { before, after, past }: BeforeAndAfter): boolean {
  if (rule.kind === 'risk_level_changed') return before.riskLevel !== after.riskLevel;
  const now = standingOf(rule, after, past);
  if (now !== 'clear') return now === 'active';
  // The figure that a move is compared with changes as days pass, even without a write.
  return rule.by !== null || standingOf(rule, before, past) !== 'clear';
}

export interface AlertJudgement {
  readonly fires: boolean;
  /** The state to store; absent where it has not changed. */
  readonly state?: AlertState;
}

const NOTHING: AlertJudgement = { fires: false };

/**
 * Evaluates the change of a strategy against an alert. The alert fires once when the figure meets the condition, and
 * again only after the figure has returned by the hysteresis and the cooldown is over. A condition that held before the
 * alert was created does not fire. A change that is repeated, or that comes after a later one, has no effect.
 */
export function judgeAlert(
  rule: AlertRule,
  state: AlertState | undefined,
  observation: BeforeAndAfter,
): AlertJudgement {
  const { order, before, after, past } = observation;
  if (state !== undefined && order <= state.order) return NOTHING;
  const fired: AlertJudgement = { fires: true, state: { armed: false, notifiedAtMs: after.atMs, order } };
  // Every change of the level is one by itself: there is nothing that would have to go back first.
  if (rule.kind === 'risk_level_changed') return before.riskLevel === after.riskLevel ? NOTHING : fired;
  const now = standingOf(rule, after, past);
  if (now === 'clear' && state?.armed === false) {
    return { fires: false, state: { armed: true, notifiedAtMs: state.notifiedAtMs, order } };
  }
  if (now !== 'active') return NOTHING;
  // A strategy becomes stale without a write, so its state before the change proves nothing.
  const wasNot = rule.kind === 'stale' || standingOf(rule, before, past) !== 'active';
  if (!(state?.armed ?? wasNot)) return NOTHING;
  const restsUntilMs = state === undefined ? 0 : state.notifiedAtMs + rule.cooldown_minutes * MINUTE_MS;
  return after.atMs < restsUntilMs ? NOTHING : fired;
}
