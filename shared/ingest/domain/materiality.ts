import { createHash } from 'node:crypto';
import type { StrategyRecord } from '../../strategies/contract/strategy-record.ts';

/**
 * The ingestion writes a strategy's item again if a figure has changed by more than these limits. `apyFraction` and
 * `tvlFraction` are fractions of the stored figure. A change of the APY must exceed both APY limits.
 * Smaller changes are written in the first run of the next day, so an alert on them may fire late.
 */
export const REWRITE_THRESHOLDS = {
  apyFraction: 0.02,
  apyPoints: 0.02,
  tvlFraction: 0.05,
  scorePoints: 2,
} as const;

export interface StrategyItemFigures {
  readonly itemApy: number;
  readonly itemTvlUsd: number;
  readonly itemScore: number;
  readonly itemHash: number;
  readonly itemDay: number;
}

/** Returns the figures of a record that `isMaterialChange` compares. `today` is in days since 1970-01-01. */
export function toItemFigures(record: StrategyRecord, today: number): StrategyItemFigures {
  return {
    itemApy: record.current_apy,
    itemTvlUsd: record.tvl,
    itemScore: record.risk.score,
    itemHash: hashTextFields(record),
    itemDay: today,
  };
}

/**
 * Returns whether a record differs enough from its stored item to be written again. The first run of a day writes every
 * record.
 */
export function isMaterialChange(
  storedFigures: StrategyItemFigures | undefined,
  record: StrategyRecord,
  today: number,
): boolean {
  if (storedFigures === undefined || storedFigures.itemDay < today) return true;
  const newFigures = toItemFigures(record, today);
  const apyDifference = Math.abs(newFigures.itemApy - storedFigures.itemApy);
  return (
    newFigures.itemHash !== storedFigures.itemHash ||
    (apyDifference > REWRITE_THRESHOLDS.apyPoints &&
      apyDifference > REWRITE_THRESHOLDS.apyFraction * Math.abs(storedFigures.itemApy)) ||
    Math.abs(newFigures.itemTvlUsd - storedFigures.itemTvlUsd) >
      REWRITE_THRESHOLDS.tvlFraction * storedFigures.itemTvlUsd ||
    Math.abs(newFigures.itemScore - storedFigures.itemScore) > REWRITE_THRESHOLDS.scorePoints
  );
}

function hashTextFields(record: StrategyRecord): number {
  const textFieldValues = [
    record.status,
    record.risk_level,
    record.name,
    record.description,
    record.chain,
    record.asset,
    record.protocol,
    record.strategy_type,
    record.min_deposit,
    record.exposure,
    record.il_risk,
    record.stablecoin,
    record.outlier,
    record.source_pool_id,
    record.created_at,
    ...record.underlying_assets,
    '',
    ...record.flags,
  ];
  return createHash('sha256').update(JSON.stringify(textFieldValues)).digest().readUInt32LE(0);
}
