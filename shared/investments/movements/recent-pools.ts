import { LruCache } from '../../platform/domain/lru-cache.ts';

/** How long a pool's cached shares are recent enough for small deposits. */
const RECENT_MS = 5_000;
/** A deposit is small where the deposit cap has room for this many of its size. */
const SMALL = 1_000n;
/** Strategies that are remembered at once. */
const POOLS_MAX = 1_000;

/** Whether so small a part of the room is asked for that others of the same seconds need not be seen. */
export function isSmall(amount: bigint, room: bigint): boolean {
  return amount * SMALL <= room;
}

interface RecentPool {
  readonly readAtMs: number;
  readonly shares: bigint;
  /** What has been let in since, in base units. */
  readonly admitted: bigint;
}

/**
 * One instance's cache of strategies' pools, so that not every deposit reads all parts of a pool to learn that there is
 * room for far more. Deposits that this instance accepts from the cache count against the room. Those that other
 * instances accept in the same seconds do not, so only small deposits may use the cache.
 */
export class RecentPools {
  readonly #pools = new LruCache<RecentPool>(POOLS_MAX);

  /** Whether there is certainly room for an amount. Where not, the pool has to be read. */
  admit(
    strategyId: string,
    ask: {
      readonly amount: bigint;
      readonly nowMs: number;
      /** The remaining room of a pool with this many shares, in base units. */
      readonly roomBeside: (shares: bigint) => bigint;
    },
  ): boolean {
    const known = this.#pools.find(strategyId);
    if (known === undefined || ask.nowMs - known.readAtMs > RECENT_MS) return false;
    if (!isSmall(ask.amount, ask.roomBeside(known.shares) - known.admitted)) return false;
    this.#pools.set(strategyId, { ...known, admitted: known.admitted + ask.amount });
    return true;
  }

  /** Takes note of a pool that has just been read for a deposit. */
  remember(
    strategyId: string,
    { shares, amount, nowMs }: { readonly shares: bigint; readonly amount: bigint; readonly nowMs: number },
  ): void {
    this.#pools.set(strategyId, { readAtMs: nowMs, shares, admitted: amount });
  }
}
