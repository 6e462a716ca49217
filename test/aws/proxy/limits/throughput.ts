interface Bucket {
  units: number;
  filledAtMs: number;
}

/**
 * Limits the units that calls for one partition key may consume, as DynamoDB does. Each partition key has a token
 * bucket with the units of one second. A call starts if any units are left, and takes its units when their number is
 * known.
 */
export class Throughput {
  readonly #unitsPerSecond: number;
  readonly #nowMs: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(unitsPerSecond: number, nowMs: () => number) {
    this.#unitsPerSecond = unitsPerSecond;
    this.#nowMs = nowMs;
  }

  admits(partition: string): boolean {
    return this.#bucket(partition).units > 0;
  }

  spend(partition: string, units: number): void {
    this.#bucket(partition).units -= units;
  }

  /** Drops the buckets of partitions whose names start with the prefix. */
  forget(prefix: string): void {
    for (const name of this.#buckets.keys()) if (name.startsWith(prefix)) this.#buckets.delete(name);
  }

  #bucket(partition: string): Bucket {
    const nowMs = this.#nowMs();
    const found = this.#buckets.get(partition) ?? { units: this.#unitsPerSecond, filledAtMs: nowMs };
    const gained = ((nowMs - found.filledAtMs) / 1_000) * this.#unitsPerSecond;
    const bucket = { units: Math.min(this.#unitsPerSecond, found.units + gained), filledAtMs: nowMs };
    this.#buckets.set(partition, bucket);
    return bucket;
  }
}
