import { LruCache } from '../../platform/domain/lru-cache.ts';

/** How long what was read of a pool says enough about small deposits. */
const RECENT_MS = 5_000;
/** A deposit is small where there is room for so many like it. */
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
 * What one instance has read of strategies' pools, so that not every deposit reads all parts of one to learn that there
 * is room for far more. What it lets in without another look counts against the room; what others let in during the same
 * seconds does not, which is why a deposit has to be small.
 */
export class RecentPools {
  readonly #pools = new LruCache<RecentPool>(POOLS_MAX);

  /** Whether there is certainly room for an amount. Where not, the pool has to be read. */
  admit(
    strategyId: string,
    ask: {
      readonly amount: bigint;
      readonly nowMs: number;
      /** The room that a pool of so many shares leaves, in base units. */
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
