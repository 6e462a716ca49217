import * as z from 'zod/mini';
import type { DailySeries } from '../../market/domain/history/history.ts';
import { dayOf } from '../../platform/domain/days.ts';
import { round } from '../../platform/domain/numbers.ts';
import { directlyStoredFields } from '../../strategies/contract/plain-fields.ts';
import type { Alert } from './alert.ts';
import {
  computeTvlFallPercent,
  type PastExtremes,
  STUCK_RATE_FLAG,
  type StrategyObservation,
  type StrategySnapshot,
} from './alert-conditions.ts';
import type { EventContent } from './event.ts';

const strategyFieldsSchema = z.pick(directlyStoredFields, {
  id: true,
  name: true,
  chain: true,
  asset: true,
  protocol: true,
  strategy_type: true,
  stablecoin: true,
  current_apy: true,
  tvl: true,
  risk_level: true,
  status: true,
  flags: true,
  as_of: true,
});
export type StrategyFields = z.infer<typeof strategyFieldsSchema>;

export const parseStrategyFields = (strategyImage: unknown): StrategyFields =>
  strategyFieldsSchema.parse(strategyImage);

export function buildStrategySnapshot(strategy: StrategyFields, atMs: number): StrategySnapshot {
  const { current_apy: apy, tvl, risk_level: riskLevel, status, flags, as_of } = strategy;
  return { apy, tvl, riskLevel, status, flags, asOfMs: Date.parse(as_of), atMs };
}

/**
 * Returns the highest and lowest APY and the highest TVL in a snapshot and in the history of the `days` days before
 * `lastDay`.
 */
function findPastExtremes(
  strategySnapshot: StrategySnapshot,
  lastDay: number,
  days: number,
  history: DailySeries | undefined,
): PastExtremes {
  const past = { maxApy: strategySnapshot.apy, minApy: strategySnapshot.apy, maxTvl: strategySnapshot.tvl };
  if (history === undefined) return past;
  for (let day = lastDay - days; day < lastDay; day += 1) {
    const [apy, tvl] = [history.apy[day - history.firstDay], history.tvl[day - history.firstDay]];
    if (apy !== undefined && !Number.isNaN(apy)) {
      past.maxApy = Math.max(past.maxApy, apy);
      past.minApy = Math.min(past.minApy, apy);
    }
    if (tvl !== undefined && !Number.isNaN(tvl)) past.maxTvl = Math.max(past.maxTvl, tvl);
  }
  return past;
}

export function buildObservation(
  change: Pick<StrategyObservation, 'order' | 'before' | 'after'>,
  days: number | null,
  history: DailySeries | undefined,
): StrategyObservation {
  const { before, after } = change;
  const day = dayOf(after.asOfMs);
  return { ...change, past: findPastExtremes(before, day, days ?? 0, history) };
}

/** Returns the strategy fields that every alert event contains. */
function buildStrategyEventFields({ id, name, chain, asset, protocol, as_of }: StrategyFields) {
  return { strategy_id: id, strategy_name: name, chain, asset, protocol, observed_at: as_of };
}

/**
 * Returns the event that an alert creates when a strategy meets the alert's condition. Undefined for alerts on
 * deposits.
 */
export function buildAlertEvent(
  { id, target, kind, level, days }: Alert,
  strategy: StrategyFields,
  { order, before, after, past }: StrategyObservation,
): EventContent | undefined {
  const cause = `alert ${id} ${strategy.id} ${order}`;
  const data = { alert_id: id, alert_target: target, ...buildStrategyEventFields(strategy) };
  const buildApyChangeFields = (pastApy: number) => ({
    ...data,
    apy: after.apy,
    reference_apy: round(pastApy, 5),
    change: round(after.apy - pastApy, 5),
    days: days ?? 0,
  });
  switch (kind) {
    case 'apy_above':
    case 'apy_below':
      return { type: `strategy.${kind}`, cause, data: { ...data, apy: after.apy, level: level ?? 0 } };
    case 'apy_rose':
      return { type: 'strategy.apy_rose', cause, data: buildApyChangeFields(past.minApy) };
    case 'apy_fell':
      return { type: 'strategy.apy_fell', cause, data: buildApyChangeFields(past.maxApy) };
    case 'tvl_fell': {
      const fall = {
        reference_tvl: round(past.maxTvl, 2),
        change: -round(computeTvlFallPercent(after.tvl, past), 2),
      };
      return {
        type: 'strategy.tvl_fell',
        cause,
        data: { ...data, tvl: after.tvl, ...fall, days: days ?? 0 },
      };
    }
    case 'risk_level_changed': {
      const riskLevelFields = { risk_level: strategy.risk_level, previous_risk_level: before.riskLevel };
      return { type: 'strategy.risk_level_changed', cause, data: { ...data, ...riskLevelFields } };
    }
    case 'flagged':
      return { type: 'strategy.flagged', cause, data: { ...data, flag: STUCK_RATE_FLAG } };
    case 'unlisted':
    case 'relisted':
    case 'paused':
      return { type: `strategy.${kind}`, cause, data: { ...data, status: strategy.status } };
    case 'stale':
      return { type: 'strategy.stale', cause, data };
    default:
      return undefined;
  }
}
