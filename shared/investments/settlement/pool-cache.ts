import { LruCache } from '../../platform/domain/lru-cache.ts';

/** Maximum age of the cached pool (the totals of a strategy) with which a small deposit is checked. */
const CACHED_POOL_AGE_MAX_MS = 5_000;
/** A deposit is small if the remaining deposit cap is at least this many times its amount. */
const SMALL_DEPOSIT_FACTOR = 1_000n;
/** Maximum number of strategies in the cache. */
const CACHED_POOLS_MAX = 1_000;

/** Returns whether a deposit is much smaller than the remaining deposit cap. Amounts are in base units. */
export function isSmallDeposit(amount: bigint, remainingCap: bigint): boolean {
  return amount * SMALL_DEPOSIT_FACTOR <= remainingCap;
}

interface CachedPool {
  readonly readAtMs: number;
  readonly shares: bigint;
  /** Sum of the deposits accepted since the pool was read, in base units. */
  readonly acceptedAmount: bigint;
}

/**
 * Caches the pools (totals) of strategies in one process. Only small deposits may use the cache, because it does not
 * contain the deposits that other processes accept.
 */
export class PoolCache {
  readonly #pools = new LruCache<CachedPool>(CACHED_POOLS_MAX);

  /**
   * Accepts a small deposit if the cached pool is recent, and reduces the cached remaining deposit cap.
   *
   * @returns false if the deposit was not accepted; the caller must then read the pool from the table
   */
  accept(
    strategyId: string,
    depositRequest: {
      readonly amount: bigint;
      readonly nowMs: number;
      /** Returns the remaining deposit cap in base units, for a pool with this many shares. */
      readonly remainingCapOf: (shares: bigint) => bigint;
    },
  ): boolean {
    const cachedPool = this.#pools.find(strategyId);
    if (cachedPool === undefined || depositRequest.nowMs - cachedPool.readAtMs > CACHED_POOL_AGE_MAX_MS)
      return false;
    if (
      !isSmallDeposit(
        depositRequest.amount,
        depositRequest.remainingCapOf(cachedPool.shares) - cachedPool.acceptedAmount,
      )
    )
      return false;
    this.#pools.set(strategyId, {
      ...cachedPool,
      acceptedAmount: cachedPool.acceptedAmount + depositRequest.amount,
    });
    return true;
  }

  /**
   * Caches a pool that the caller has just read. `amount` is the caller's deposit, which `shares` does not include yet.
   */
  remember(
    strategyId: string,
    { shares, amount, nowMs }: { readonly shares: bigint; readonly amount: bigint; readonly nowMs: number },
  ): void {
    this.#pools.set(strategyId, { readAtMs: nowMs, shares, acceptedAmount: amount });
  }
}
