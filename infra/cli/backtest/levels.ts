import type { RiskLevel } from '../../../shared/strategies/contract/strategy.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import type { MarketReplay } from './market-replay.ts';

/** Counts of strategy days. A strategy day is one strategy on one day. */
export interface RiskLevelReport {
  readonly days: Readonly<Record<RiskLevel, number>>;
  /** Number of strategy days (one strategy on one day) without high risk, although the TVL was below 100,000 USD. */
  readonly tinyBelowHigh: number;
  /**
   * Number of days on which a strategy had low risk, although its TVL was below 1 million USD or its history was
   * shorter than 30 days. Summed over all strategies.
   */
  readonly unprovenLow: number;
  /**
   * Number of strategy days of large, established lending markets with at least 30 days of history. `provenLow` is the
   * number of these strategy days with low risk.
   */
  readonly proven: number;
  readonly provenLow: number;
  /**
   * Fraction of the TVL (0 to 1) in strategies without the risk floor `little_known`. The first 30 days of each
   * recording do not count.
   */
  readonly knownTvl: number;
  /**
   * Fraction of the TVL (0 to 1) in strategies whose volatility is known. The first 30 days of each recording are
   * excluded.
   */
  readonly tvlFractionWithVolatility: number;
}

/** Prefixes of protocols whose large markets should have low risk. */
const PROVEN_PROTOCOL_PATTERN = /^(aave|compound|spark|sky|maker)/;
const PROVEN_MARKET_MIN_TVL_USD = 100_000_000;
const TINY_TVL_USD = 100_000;
const SMALL_TVL_USD = 1_000_000;
const LONG_HISTORY_MIN_DAYS = 30;
/** Number of days at the start of a recording that are left out, because a replay has too little history there. */
const EXCLUDED_FIRST_DAYS = 30;

export function buildRiskLevelReport(marketReplays: readonly MarketReplay[]): RiskLevelReport {
  const days = { low: 0, medium: 0, high: 0 };
  let [tinyTvlBelowHighRiskCount, unprovenLowRiskCount, provenRecordCount, provenLowRiskCount] = [0, 0, 0, 0];
  let [tvlUsd, wellKnownTvlUsd, tvlWithVolatilityUsd] = [0, 0, 0];
  for (const { published } of marketReplays) {
    for (const [day, record] of listRecordsWithDay(published)) {
      const { risk_level: level, tvl, history_days, risk } = record;
      if (day >= EXCLUDED_FIRST_DAYS) {
        tvlUsd += tvl;
        if (!risk.floors.some(({ name }) => name === 'little_known')) wellKnownTvlUsd += tvl;
        if (record.log_apy_volatility_30d !== null || record.tvl_volatility_30d !== null)
          tvlWithVolatilityUsd += tvl;
      }
      days[level] += 1;
      if (tvl < TINY_TVL_USD && level !== 'high') tinyTvlBelowHighRiskCount += 1;
      if ((tvl < SMALL_TVL_USD || history_days < LONG_HISTORY_MIN_DAYS) && level === 'low')
        unprovenLowRiskCount += 1;
      if (!hasProvenHistory(record)) continue;
      provenRecordCount += 1;
      if (level === 'low') provenLowRiskCount += 1;
    }
  }
  const wellKnownTvlFraction = wellKnownTvlUsd / tvlUsd;
  return {
    days,
    tinyBelowHigh: tinyTvlBelowHighRiskCount,
    unprovenLow: unprovenLowRiskCount,
    proven: provenRecordCount,
    provenLow: provenLowRiskCount,
    knownTvl: wellKnownTvlFraction,
    tvlFractionWithVolatility: tvlWithVolatilityUsd / tvlUsd,
  };
}

function listRecordsWithDay(
  publishedStrategiesByDay: MarketReplay['published'],
): [day: number, record: StrategyRecord][] {
  return publishedStrategiesByDay.flatMap((publishedStrategies, day) =>
    [...publishedStrategies.values()].map(({ record }): [number, StrategyRecord] => [day, record]),
  );
}

function hasProvenHistory(record: StrategyRecord): boolean {
  const { protocol, tvl, history_days, exposure, log_apy_volatility_30d } = record;
  const hasLongHistory = history_days >= LONG_HISTORY_MIN_DAYS && log_apy_volatility_30d !== null;
  return (
    PROVEN_PROTOCOL_PATTERN.test(protocol) &&
    tvl > PROVEN_MARKET_MIN_TVL_USD &&
    hasLongHistory &&
    exposure === 'single'
  );
}
