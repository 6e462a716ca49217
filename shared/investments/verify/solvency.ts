import { fromBaseUnits } from '../../platform/domain/units.ts';
import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { readTerms, type StrategyTerms } from '../../strategies/records.ts';
import { growthIndexAt } from '../domain/growth-index.ts';
import { valueOfShares } from '../domain/holdings.ts';
import { readLedgerStrategyIds, readStrategyLedger } from '../store/strategy-ledger.ts';
import { readPools, sumShares } from '../store/strategy-pool.ts';

/** The amount that a strategy owes according to the ledger, and its TVL according to its source. */
export interface StrategySolvency {
  readonly strategy_id: string;
  readonly asset: string;
  /** Exact amount in units of the asset at the time of the request. */
  readonly owed: string;
  /** Owed amount in USD; null if the price is unknown. */
  readonly owed_usd: number | null;
  /** The strategy's TVL in USD; null if the source no longer lists the strategy. */
  readonly tvl_usd: number | null;
  /** Whether the strategy owes more than its TVL; null if unknown. */
  readonly exceeds: boolean | null;
}

/**
 * Returns the solvency of a strategy. For an unlisted strategy, `exceeds` is null, because the TVL is
 * unknown.
 */
export function solvencyOf(
  { id, asset, decimals, value }: OwedAmount,
  strategyTerms: Pick<StrategyTerms, 'status' | 'tvl' | 'stablecoin'> | undefined,
  priceOf: (asset: string) => number | undefined,
): StrategySolvency {
  const owed = fromBaseUnits(value, decimals);
  const price = priceOf(asset) ?? (strategyTerms?.stablecoin === true ? 1 : undefined);
  const owedUsd = price === undefined ? null : Number(owed) * price;
  const tvl = strategyTerms?.status === 'unlisted' ? null : (strategyTerms?.tvl ?? null);
  return {
    strategy_id: id,
    asset,
    owed,
    owed_usd: owedUsd,
    tvl_usd: tvl,
    exceeds: owedUsd === null || tvl === null ? null : owedUsd > tvl,
  };
}

/** The total amount that a strategy owes. `value` is in base units of the asset. */
interface OwedAmount {
  readonly id: string;
  readonly asset: string;
  readonly decimals: number;
  readonly value: bigint;
}

/** Number of strategies that are read concurrently. */
const CONCURRENCY = 8;

/** Returns the solvency of every strategy in which users have money, sorted by strategy id. */
export async function readStrategySolvency(
  table: Table,
  priceOf: (asset: string) => number | undefined,
  nowMs: number,
): Promise<StrategySolvency[]> {
  const strategySolvencies: StrategySolvency[] = [];
  await forEachParallel(await readLedgerStrategyIds(table), CONCURRENCY, async (id) => {
    const [strategyLedger, poolShards, strategyTerms] = await Promise.all([
      readStrategyLedger(table, id),
      readPools(table, id),
      readTerms(table, id),
    ]);
    if (strategyLedger === undefined) return;
    const shares = sumShares(poolShards);
    if (shares === 0n) return;
    const value = valueOfShares(shares, growthIndexAt(strategyLedger.segments, nowMs));
    strategySolvencies.push(
      solvencyOf(
        { id, asset: strategyLedger.asset, decimals: strategyLedger.decimals, value },
        strategyTerms,
        priceOf,
      ),
    );
  });
  return strategySolvencies.sort((a, b) => (a.strategy_id < b.strategy_id ? -1 : 1));
}
