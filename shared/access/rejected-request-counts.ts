import { LruCache } from '../platform/domain/lru-cache.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { addRejectedRequests } from './store/account-buckets.ts';

/** Maximum number of counts (one for each credential) that a Lambda instance keeps in memory. */
const PENDING_COUNTS_MAX = 1_000;
/**
 * Minimum time in microseconds between two writes of the number of rejected requests, if the second write stores only
 * this number.
 */
const FLUSH_INTERVAL_MICROS = 1_000_000;

interface PendingCount {
  count: number;
  /** Time of the last write with rejected requests, in epoch microseconds. */
  flushedAt: number;
}

/**
 * Counts the rejected requests of one Lambda instance until they are stored. They are stored rarely, because a flood
 * of requests must cost few writes. Counts that are not stored when the instance ends are lost.
 */
export class RejectedRequestCounts {
  readonly #table: () => Table;
  readonly #pending = new LruCache<PendingCount>(PENDING_COUNTS_MAX);

  constructor(table: () => Table) {
    this.#table = table;
  }

  /**
   * Calls `write` with the number of rejected requests that are not stored yet. If `write` does not store the number,
   * the number is kept for the next call.
   */
  async runWithPendingCount<T>(
    account: string,
    name: string,
    now: number,
    write: (refusedCount: number) => Promise<{ readonly result: T; readonly isCountStored: boolean }>,
  ): Promise<T> {
    const pendingCounter = this.#of(account, name);
    const { count } = pendingCounter;
    pendingCounter.count = 0;
    let isCountStored = false;
    try {
      const writeResult = await write(count);
      isCountStored = writeResult.isCountStored;
      return writeResult.result;
    } finally {
      if (!isCountStored) pendingCounter.count += count;
      else if (count > 0) pendingCounter.flushedAt = now;
    }
  }

  /** Counts one rejected request at `now`, in epoch microseconds. */
  async add(account: string, name: string, now: number): Promise<void> {
    const pendingCount = this.#of(account, name);
    pendingCount.count += 1;
    if (now - pendingCount.flushedAt < FLUSH_INTERVAL_MICROS) return;
    pendingCount.flushedAt = now;
    await this.runWithPendingCount(account, name, now, async (refusedCount) => {
      await addRejectedRequests(this.#table(), account, { name, refusedCount, now });
      return { result: undefined, isCountStored: true };
    });
  }

  #of(account: string, name: string): PendingCount {
    return this.#pending.get(`${account} ${name}`, () => ({ count: 0, flushedAt: 0 }));
  }
}
