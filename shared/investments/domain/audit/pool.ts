import { poolShardOf } from '../ids/investment-id.ts';
import type { Position } from '../ledger-entry.ts';
import { type Difference, listDifferences } from './compare.ts';

/**
 * Sums over the positions of one shard (a part of a strategy's totals). Shares are in share units, amounts in base
 * units of the asset.
 */
export interface PoolSums {
  readonly shares: bigint;
  readonly principal: bigint;
  readonly accrued: bigint;
  readonly deposited: bigint;
  readonly withdrawn: bigint;
  readonly deposits: number;
  readonly withdrawals: number;
  readonly adjustments: number;
  readonly active: number;
}

const ZERO_SUMS: PoolSums = {
  shares: 0n,
  principal: 0n,
  accrued: 0n,
  deposited: 0n,
  withdrawn: 0n,
  deposits: 0,
  withdrawals: 0,
  adjustments: 0,
  active: 0,
};

const SUM_NAMES = [
  'shares',
  'principal',
  'accrued',
  'deposited',
  'withdrawn',
  'deposits',
  'withdrawals',
  'adjustments',
  'active',
] as const;

/** Sums the positions of each shard (a part of a strategy's totals). */
export class PoolAudit {
  readonly #sums = new Map<string, PoolSums>();

  add({ strategyId, investmentId, holdings, ...counts }: Position): void {
    const key = `${strategyId} pool ${poolShardOf(investmentId)}`;
    const sum = this.#sums.get(key) ?? ZERO_SUMS;
    this.#sums.set(key, {
      shares: sum.shares + holdings.shares,
      principal: sum.principal + holdings.principal,
      accrued: sum.accrued + holdings.accrued,
      deposited: sum.deposited + holdings.deposited,
      withdrawn: sum.withdrawn + holdings.withdrawn,
      deposits: sum.deposits + counts.deposits,
      withdrawals: sum.withdrawals + counts.withdrawals,
      adjustments: sum.adjustments + counts.adjustments,
      active: sum.active + (holdings.shares > 0n ? 1 : 0),
    });
  }

  /**
   * Compares the stored totals of a strategy with the sums of its positions. The key of `storedSums` is the
   * shard's number (from 0).
   */
  finish(strategyId: string, storedSums: ReadonlyMap<number, PoolSums>, shardCount: number): Difference[] {
    return Array.from({ length: shardCount }, (_, shard) => shard).flatMap((shard) => {
      const location = `${strategyId} pool ${shard}`;
      const foundSums = Object.fromEntries(
        SUM_NAMES.map((name) => [name, (storedSums.get(shard) ?? ZERO_SUMS)[name]]),
      );
      return listDifferences(location, 'totals', this.#sums.get(location) ?? ZERO_SUMS, foundSums);
    });
  }
}
