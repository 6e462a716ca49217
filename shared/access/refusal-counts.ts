import { LruCache } from '../platform/domain/lru-cache.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { addRefusals } from './store/account-buckets.ts';

/** Names that one Lambda instance remembers. */
const MEMORY_SIZE = 1_000;
/** Refusals are written at most this often by an instance, apart from those that the next admission carries. */
const FLUSH_EVERY_MICROS = 1_000_000;

interface Pending {
  count: number;
  /** When a write last carried refusals, in microseconds. */
  flushedAt: number;
}

/**
 * Refusals of one Lambda instance that no write carries yet. Those that wait when the instance ends are not counted:
 * a flood is to cost few writes.
 */
export class RefusalCounts {
  readonly #table: () => Table;
  readonly #pending = new LruCache<Pending>(MEMORY_SIZE);

  constructor(table: () => Table) {
    this.#table = table;
  }

  /** Runs a write that carries what waits for `name`; what it does not carry goes on waiting. */
  async carry<T>(
    account: string,
    name: string,
    now: number,
    write: (refusals: number) => Promise<{ readonly result: T; readonly isCarried: boolean }>,
  ): Promise<T> {
    const pending = this.#of(account, name);
    const { count } = pending;
    pending.count = 0;
    let isCarried = false;
    try {
      const written = await write(count);
      isCarried = written.isCarried;
      return written.result;
    } finally {
      if (!isCarried) pending.count += count;
      else if (count > 0) pending.flushedAt = now;
    }
  }

  /** Counts one refusal at `now`, in microseconds since the epoch. */
  async add(account: string, name: string, now: number): Promise<void> {
    const pending = this.#of(account, name);
    pending.count += 1;
    if (now - pending.flushedAt < FLUSH_EVERY_MICROS) return;
    pending.flushedAt = now;
    await this.carry(account, name, now, async (refusals) => {
      await addRefusals(this.#table(), account, { name, refusals, now });
      return { result: undefined, isCarried: true };
    });
  }

  #of(account: string, name: string): Pending {
    return this.#pending.get(`${account} ${name}`, () => ({ count: 0, flushedAt: 0 }));
  }
}
