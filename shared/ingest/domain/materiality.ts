import { createHash } from 'node:crypto';
import type { StrategyRecord } from '../../strategies/contract/strategy-record.ts';

/**
 * Limits of change above which a strategy's item is written again. Within a UTC day, the stored item may therefore
 * differ a little from the current figures. This is acceptable, because the catalog snapshot has the current
 * figures. The first run of each day writes all items.
 * `apyShare` and `tvlShare` are fractions of the stored figure. An APY must also change by `apyPoints` percentage
 * points.
 * Alerts are checked only when an item is written. An alert may therefore fire late after a change below these
 * limits.
 */
export const MATERIALITY = { apyShare: 0.02, apyPoints: 0.02, tvlShare: 0.05, scorePoints: 2 } as const;

/** Figures of a stored item that the ingestion stores in its state. */
export interface ItemFigures {
  readonly itemApy: number;
  readonly itemTvlUsd: number;
  readonly itemScore: number;
  readonly itemHash: number;
  readonly itemDay: number;
}

/** Returns the figures of a record that is written on `today` (days since 1970-01-01). */
export function itemFigures(record: StrategyRecord, today: number): ItemFigures {
  return {
    itemApy: record.current_apy,
    itemTvlUsd: record.tvl,
    itemScore: record.risk.score,
    itemHash: descriptionHash(record),
    itemDay: today,
  };
}

/** Returns whether a record differs enough from the stored item to be written again. Any changed text is enough. */
export function isMaterialChange(
  storedFigures: ItemFigures | undefined,
  record: StrategyRecord,
  today: number,
): boolean {
  if (storedFigures === undefined || storedFigures.itemDay < today) return true;
  const newFigures = itemFigures(record, today);
  const apyDifference = Math.abs(newFigures.itemApy - storedFigures.itemApy);
  return (
    newFigures.itemHash !== storedFigures.itemHash ||
    (apyDifference > MATERIALITY.apyPoints &&
      apyDifference > MATERIALITY.apyShare * Math.abs(storedFigures.itemApy)) ||
    Math.abs(newFigures.itemTvlUsd - storedFigures.itemTvlUsd) >
      MATERIALITY.tvlShare * storedFigures.itemTvlUsd ||
    Math.abs(newFigures.itemScore - storedFigures.itemScore) > MATERIALITY.scorePoints
  );
}

/** Returns a 32-bit hash of all texts of a record. */
function descriptionHash(record: StrategyRecord): number {
  const textFields = [
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
  return createHash('sha256').update(JSON.stringify(textFields)).digest().readUInt32LE(0);
}
