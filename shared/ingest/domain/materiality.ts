import { createHash } from 'node:crypto';
import type { StrategyRecord } from '../../strategies/contract/strategy-record.ts';

/**
 * When a strategy's own item is written again. The catalog snapshot carries the current figures, so within a UTC day
 * the item may lag behind them by less than this; the first run of a day updates it. Shares are of the stored figure;
 * an APY must also move by `apyPoints`. Alerts are evaluated when an item is written, so a rate may pass an alert's
 * level by this much within a day before the alert fires.
 */
export const MATERIALITY = { apyShare: 0.02, apyPoints: 0.02, tvlShare: 0.05, scorePoints: 2 } as const;

/** The figures that are kept of a stored item. */
export interface ItemFigures {
  readonly itemApy: number;
  readonly itemTvlUsd: number;
  readonly itemScore: number;
  readonly itemHash: number;
  readonly itemDay: number;
}

/** The figures to keep of a record that is written on `today` (days since 1970-01-01). */
export function itemFigures(record: StrategyRecord, today: number): ItemFigures {
  return {
    itemApy: record.current_apy,
    itemTvlUsd: record.tvl,
    itemScore: record.risk.score,
    itemHash: descriptionHash(record),
    itemDay: today,
  };
}

/** Whether a record differs enough from the stored item to be worth a write. Any change of its words is. */
export function isMaterialChange(
  stored: ItemFigures | undefined,
  record: StrategyRecord,
  today: number,
): boolean {
  if (stored === undefined || stored.itemDay < today) return true;
  const fresh = itemFigures(record, today);
  const apyMove = Math.abs(fresh.itemApy - stored.itemApy);
  return (
    fresh.itemHash !== stored.itemHash ||
    (apyMove > MATERIALITY.apyPoints && apyMove > MATERIALITY.apyShare * Math.abs(stored.itemApy)) ||
    Math.abs(fresh.itemTvlUsd - stored.itemTvlUsd) > MATERIALITY.tvlShare * stored.itemTvlUsd ||
    Math.abs(fresh.itemScore - stored.itemScore) > MATERIALITY.scorePoints
  );
}

/** A 32-bit hash of everything in a record that is not a figure. */
function descriptionHash(record: StrategyRecord): number {
  const words = [
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
  return createHash('sha256').update(JSON.stringify(words)).digest().readUInt32LE(0);
}
