interface Bucket {
  units: number;
  filledAtMs: number;
}

/**
 * What one partition key may still consume: DynamoDB gives each at most so many units a second, and this holds a
 * second's worth of them. A call is let in while there is anything left, and pays what it cost when that is known.
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

  /** Forgets the partitions whose names begin so. */
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
