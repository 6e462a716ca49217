import { setTimeout } from 'node:timers/promises';
import type { Table } from '../platform/dynamodb/client.ts';
import { scanForVisitors, type Visitor } from '../platform/dynamodb/query-all.ts';
import { COUNTED_KEYS, figuresOf, readFigures } from './counting.ts';
import { WALLETS } from './domain/counting.ts';
import { addUp, type Counters, type Figure, figuresIn } from './domain/figures.ts';
import { groupExpirySeconds } from './domain/periods.ts';
import { correctCounter } from './store/counters.ts';

/** A counter that differs from what the items add up to. */
interface CounterDifference {
  readonly counter: string;
  readonly stored: string;
  readonly recounted: string;
  /** A counter that changed during the recount, or that lists keep, is not corrected. */
  readonly corrected: boolean;
}

interface RecountReport {
  readonly counters: number;
  readonly differences: readonly CounterDifference[];
  /** Items that cannot be read. The verification of the ledger names them. */
  readonly unreadable: number;
}

/** The figures that wait to be added up, at most. */
const WAITING_MAX = 10_000;
/** The stream delivers a change within seconds, unless it is behind, which an alarm says. */
const SETTLE_MS = 60_000;

/** Counters by their full names. */
type Named = ReadonlyMap<string, Figure>;

/**
 * Compares the counters with the items themselves, which a scan shows, and corrects those that differ. A counter that
 * changed during the recount, or shortly after it, stays as it is: the scan may have seen its items before or after the
 * change. The next recount corrects it. While an item cannot be read, nothing is corrected.
 */
export class Recount implements Visitor {
  readonly sees = COUNTED_KEYS;
  readonly #table: Table;
  readonly #now: Date;
  readonly #before: Named;
  #sums: Counters = new Map();
  #waiting: Figure[] = [];
  #unreadable = 0;

  private constructor(table: Table, now: Date, before: Counters) {
    this.#table = table;
    this.#now = now;
    this.#before = this.#named(before);
  }

  /** Reads the counters, before the scan begins. */
  static async begin(table: Table, now: Date): Promise<Recount> {
    return new Recount(table, now, await readFigures(table));
  }

  readonly see = (item: unknown): void => {
    try {
      this.#waiting.push(...figuresOf(item));
    } catch {
      this.#unreadable += 1;
    }
    if (this.#waiting.length > WAITING_MAX) this.#addUp();
  };

  /** After the scan. `settle` waits until changes from before it have been counted. */
  async finish(settle: () => Promise<unknown> = () => setTimeout(SETTLE_MS)): Promise<RecountReport> {
    this.#addUp();
    const right = this.#named(this.#sums);
    let counters = await readFigures(this.#table);
    if (differing(this.#named(counters), right).length > 0) {
      await settle();
      counters = await readFigures(this.#table);
    }
    const stored = this.#named(counters);
    const differences: CounterDifference[] = [];
    for (const { counter, ...found } of differing(stored, right)) {
      const known = counters.get(found.group)?.get(found.name);
      const corrected = this.#maySet(counter, found) && (await correctCounter(this.#table, found, known));
      differences.push({ counter, stored: String(found.stored), recounted: String(found.value), corrected });
    }
    const names = new Set([...stored.keys(), ...right.keys()]);
    return { counters: names.size, differences, unreadable: this.#unreadable };
  }

  #maySet(counter: string, { group, stored }: { group: string; stored: bigint }): boolean {
    const isSteady = (this.#before.get(counter)?.value ?? 0n) === stored;
    return isSteady && group !== WALLETS && this.#unreadable === 0;
  }

  #addUp(): void {
    this.#sums = addUp([...figuresIn(this.#sums), ...this.#waiting]);
    this.#waiting = [];
  }

  /** Without the groups that are about to expire. */
  #named(counters: Counters): Named {
    const nowSeconds = this.#now.getTime() / 1_000;
    const kept = figuresIn(counters).filter(
      ({ group }) => (groupExpirySeconds(group) ?? Infinity) > nowSeconds,
    );
    return new Map(kept.map((figure) => [`${figure.group}|${figure.name}`, figure]));
  }
}

/** The counters whose stored value is not the right one, in the order of their names. */
function differing(stored: Named, right: Named) {
  return [...new Map([...stored, ...right])]
    .map(([counter, { group, name }]) => {
      const [was, value] = [stored, right].map((of) => of.get(counter)?.value ?? 0n);
      return { counter, group, name, stored: was ?? 0n, value: value ?? 0n };
    })
    .filter((each) => each.stored !== each.value)
    .toSorted((a, b) => (a.counter < b.counter ? -1 : 1));
}

/** A recount with a scan of its own. */
export async function recount(
  table: Table,
  now: Date,
  settle?: () => Promise<unknown>,
): Promise<RecountReport> {
  const counting = await Recount.begin(table, now);
  await scanForVisitors(table, [counting]);
  return counting.finish(settle);
}
