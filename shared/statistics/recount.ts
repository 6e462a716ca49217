import { setTimeout } from 'node:timers/promises';
import type { Table } from '../platform/dynamodb/client.ts';
import { type ScanVisitor, scanForVisitors } from '../platform/dynamodb/query-all.ts';
import { COUNTED_KEY_PREFIXES, readAllCounters, readItemFigures } from './counting.ts';
import { WALLETS_GROUP } from './domain/counting.ts';
import { type Counters, type Figure, listFigures, sumFigures } from './domain/figures.ts';
import { expirySecondsOfGroup } from './domain/periods.ts';
import { correctCounter } from './store/counters.ts';

/** A counter whose stored value differs from the recounted value. */
interface CounterDifference {
  readonly counter: string;
  readonly stored: string;
  readonly recounted: string;
  /**
   * Whether the stored value was corrected. Counters of wallet connections, and counters that changed during the
   * recount, are not corrected.
   */
  readonly corrected: boolean;
}

interface RecountReport {
  readonly counters: number;
  readonly differences: readonly CounterDifference[];
  /** Number of items that cannot be read. The ledger verification reports these items. */
  readonly unreadable: number;
}

const BUFFERED_FIGURES_MAX = 10_000;
/** Time in milliseconds to wait for the stream, which normally delivers all earlier changes within this time. */
const STREAM_WAIT_MS = 60_000;

/** Counters by full name, which consists of group and name. */
type CountersByName = ReadonlyMap<string, Figure>;

/**
 * Scans the table, counts the stored items again and corrects counters that differ.
 * A counter that changed during the recount is not corrected, because the scan may have read the changed item
 * before or after the change. If an item cannot be read, nothing is corrected.
 */
export class StatisticsRecount implements ScanVisitor {
  readonly keyPrefixes = COUNTED_KEY_PREFIXES;
  readonly #table: Table;
  readonly #now: Date;
  readonly #countersBefore: CountersByName;
  #sums: Counters = new Map();
  #buffer: Figure[] = [];
  #unreadableItems = 0;

  private constructor(table: Table, now: Date, countersBeforeRecount: Counters) {
    this.#table = table;
    this.#now = now;
    this.#countersBefore = this.#byFullName(countersBeforeRecount);
  }

  /** Must be called before the scan starts, because it reads the counters as they were before the scan. */
  static async begin(table: Table, now: Date): Promise<StatisticsRecount> {
    return new StatisticsRecount(table, now, await readAllCounters(table));
  }

  readonly visit = (item: unknown): void => {
    try {
      this.#buffer.push(...readItemFigures(item));
    } catch {
      this.#unreadableItems += 1;
    }
    if (this.#buffer.length > BUFFERED_FIGURES_MAX) this.#flushBuffer();
  };

  /**
   * Corrects the counters that differ from the result of the scan. `waitForStream` waits until all changes that
   * were made before the scan are counted.
   */
  async finish(
    waitForStream: () => Promise<unknown> = () => setTimeout(STREAM_WAIT_MS),
  ): Promise<RecountReport> {
    this.#flushBuffer();
    const recountedCounters = this.#byFullName(this.#sums);
    let counters = await readAllCounters(this.#table);
    if (findDifferences(this.#byFullName(counters), recountedCounters).length > 0) {
      await waitForStream();
      counters = await readAllCounters(this.#table);
    }
    const storedCounters = this.#byFullName(counters);
    const differences: CounterDifference[] = [];
    for (const { counter, ...found } of findDifferences(storedCounters, recountedCounters)) {
      const storedValue = counters.get(found.group)?.get(found.name);
      const isCounterCorrected =
        this.#mayCorrect(counter, found) && (await correctCounter(this.#table, found, storedValue));
      differences.push({
        counter,
        stored: String(found.stored),
        recounted: String(found.value),
        corrected: isCounterCorrected,
      });
    }
    const counterNames = new Set([...storedCounters.keys(), ...recountedCounters.keys()]);
    return { counters: counterNames.size, differences, unreadable: this.#unreadableItems };
  }

  #mayCorrect(
    counterName: string,
    { group, stored: storedValue }: { group: string; stored: bigint },
  ): boolean {
    const isCounterUnchanged = (this.#countersBefore.get(counterName)?.value ?? 0n) === storedValue;
    return isCounterUnchanged && group !== WALLETS_GROUP && this.#unreadableItems === 0;
  }

  #flushBuffer(): void {
    this.#sums = sumFigures([...listFigures(this.#sums), ...this.#buffer]);
    this.#buffer = [];
  }

  /** Returns the counters by `group|name`, without expired groups, which DynamoDB may already have deleted. */
  #byFullName(counters: Counters): CountersByName {
    const nowSeconds = this.#now.getTime() / 1_000;
    const comparedFigures = listFigures(counters).filter(
      ({ group }) => (expirySecondsOfGroup(group) ?? Infinity) > nowSeconds,
    );
    return new Map(comparedFigures.map((figure) => [`${figure.group}|${figure.name}`, figure]));
  }
}

function findDifferences(storedCounters: CountersByName, recountedCounters: CountersByName) {
  return [...new Map([...storedCounters, ...recountedCounters])]
    .map(([counterName, { group, name }]) => {
      const [storedCounterValue, recountedCounterValue] = [storedCounters, recountedCounters].map(
        (counters) => counters.get(counterName)?.value ?? 0n,
      );
      return {
        counter: counterName,
        group,
        name,
        stored: storedCounterValue ?? 0n,
        value: recountedCounterValue ?? 0n,
      };
    })
    .filter((each) => each.stored !== each.value)
    .toSorted((a, b) => (a.counter < b.counter ? -1 : 1));
}

export async function recountStatistics(
  table: Table,
  now: Date,
  waitForStream?: () => Promise<unknown>,
): Promise<RecountReport> {
  const recountVisitor = await StatisticsRecount.begin(table, now);
  await scanForVisitors(table, [recountVisitor]);
  return recountVisitor.finish(waitForStream);
}
