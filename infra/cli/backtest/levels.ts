import type { RiskLevel } from '../../../shared/strategies/contract/strategy.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import type { Walk } from './walk.ts';

/** Days of pools by risk level, and those whose level contradicts obvious facts. */
export interface LevelReport {
  readonly days: Readonly<Record<RiskLevel, number>>;
  /** Under 100,000 USD and not high. */
  readonly tinyBelowHigh: number;
  /** Under a million USD, or under 30 days of history, and low. */
  readonly unprovenLow: number;
  /**
   * Days of large and old lending markets of the best-known protocols with a backfilled history, and how many are low.
   */
  readonly proven: number;
  readonly provenLow: number;
  /** The part of the TVL, over all days but the first month, whose level rests on enough knowledge. */
  readonly knownTvl: number;
  /** The same of strategies with any known volatility: before the rules of knowledge, their levels were known. */
  readonly volatileTvl: number;
}

/**
 * Markets that must come out as safe from their factors alone. The names are used only for this check; no rule uses
 * them.
 */
const PROVEN = /^(aave|compound|spark|sky|maker)/;
const PROVEN_TVL_USD = 100_000_000;
const TINY_TVL_USD = 100_000;
const SMALL_TVL_USD = 1_000_000;
const YOUNG_DAYS = 30;
/** Days of a recording after which a deployment that reads histories back would know as much. */
const BACKFILL_DAYS = 30;

export function levelReport(walks: readonly Walk[]): LevelReport {
  const days = { low: 0, medium: 0, high: 0 };
  let [tinyBelowHigh, unprovenLow, proven, provenLow] = [0, 0, 0, 0];
  let [tvlUsd, knownTvlUsd, volatileTvlUsd] = [0, 0, 0];
  for (const { published } of walks) {
    for (const [day, record] of recordsByDay(published)) {
      const { risk_level: level, tvl, history_days, risk } = record;
      if (day >= BACKFILL_DAYS) {
        tvlUsd += tvl;
        if (!risk.floors.some(({ name }) => name === 'little_known')) knownTvlUsd += tvl;
        if (record.log_apy_volatility_30d !== null || record.tvl_volatility_30d !== null)
          volatileTvlUsd += tvl;
      }
      days[level] += 1;
      if (tvl < TINY_TVL_USD && level !== 'high') tinyBelowHigh += 1;
      if ((tvl < SMALL_TVL_USD || history_days < YOUNG_DAYS) && level === 'low') unprovenLow += 1;
      if (!isProven(record)) continue;
      proven += 1;
      if (level === 'low') provenLow += 1;
    }
  }
  const knownTvl = knownTvlUsd / tvlUsd;
  return {
    days,
    tinyBelowHigh,
    unprovenLow,
    proven,
    provenLow,
    knownTvl,
    volatileTvl: volatileTvlUsd / tvlUsd,
  };
}

function recordsByDay(published: Walk['published']): [day: number, record: StrategyRecord][] {
  return published.flatMap((today, day) =>
    [...today.values()].map(({ record }): [number, StrategyRecord] => [day, record]),
  );
}

function isProven(record: StrategyRecord): boolean {
  const { protocol, tvl, history_days, exposure, log_apy_volatility_30d } = record;
  const isOld = history_days >= YOUNG_DAYS && log_apy_volatility_30d !== null;
  return PROVEN.test(protocol) && tvl > PROVEN_TVL_USD && isOld && exposure === 'single';
}
