import type { Part } from './parts.ts';

interface Tally {
  calls: number;
  readUnits: number;
  writeUnits: number;
  errors: Record<string, number>;
}

/** Returns the kind of an item from its partition key: the fixed text before the first `#`. */
function kindOf(partition: string | undefined): string {
  return partition?.split('#')[0] ?? '*';
}

/** Collects the calls, consumed units and conflicts of a run, by caller. */
export class Report {
  readonly #tallies = new Map<string, Tally>();
  readonly #denials = new Map<string, number>();
  readonly #conflicts = new Map<string, number>();
  readonly #throttles = new Map<string, number>();

  called(caller: string, operation: string, units: { read: number; write: number }, error?: string): void {
    const name = `${caller} ${operation}`;
    const tally = this.#tallies.get(name) ?? { calls: 0, readUnits: 0, writeUnits: 0, errors: {} };
    tally.calls += 1;
    tally.readUnits += units.read;
    tally.writeUnits += units.write;
    if (error !== undefined) tally.errors[error] = (tally.errors[error] ?? 0) + 1;
    this.#tallies.set(name, tally);
  }

  denied(caller: string, { action, partition }: Part): void {
    count(this.#denials, `${caller} ${action} ${kindOf(partition)}`);
  }

  conflicted(caller: string, { action, partition }: Part): void {
    count(this.#conflicts, `${caller} ${action} ${kindOf(partition)}`);
  }

  throttled(caller: string, { action, partition }: Part): void {
    count(this.#throttles, `${caller} ${action} ${kindOf(partition)}`);
  }

  /**
   * Returns the report as JSON. The keys in `calls` have the form `caller operation`. The keys in the other objects
   * have the form `caller action kind-of-item`.
   */
  toJSON() {
    return {
      calls: Object.fromEntries([...this.#tallies].toSorted()),
      denials: Object.fromEntries(this.#denials),
      conflicts: Object.fromEntries(this.#conflicts),
      throttles: Object.fromEntries(this.#throttles),
    };
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
