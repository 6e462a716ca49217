import * as z from 'zod';
import { TABLE } from '../../../../shared/platform/dynamodb/table.ts';
import type { EngineClient } from '../engine-client.ts';
import { type Attributes, body } from '../wire.ts';

/** Limits of DynamoDB on the items of one batch call. */
const KEYS_PER_READ_MAX = 100;
const BATCH_WRITES_MAX = 25;

/**
 * Time in milliseconds over which changes are collected. If an item changes several times within this time, it costs
 * only one read and one write.
 */
const BATCH_DELAY_MS = 20;

const attributes = z.record(z.string(), body);
const found = z.object({
  Responses: z.record(z.string(), z.array(attributes)),
  UnprocessedKeys: z.record(z.string(), z.looseObject({ Keys: z.array(attributes) })).default({}),
});

export interface LaggingCopyOptions {
  readonly engine: EngineClient;
  /** Names of the table and its copy in the engine. */
  readonly from: string;
  readonly to: string;
  readonly lagMs: number;
  readonly nowMs: () => number;
}

interface Change {
  readonly since: number;
  readonly done: Promise<void>;
}

const nameOf = (item: Attributes) =>
  JSON.stringify([item[TABLE.partitionKey] ?? null, item[TABLE.sortKey] ?? null]);

/**
 * A copy of a table that gets each change about `lagMs` later. Eventually consistent reads use the copy, so that the
 * engine itself evaluates their expressions.
 */
export class LaggingCopy {
  readonly #options: LaggingCopyOptions;
  #touched = new Map<string, Attributes>();
  #gathering: NodeJS.Timeout | undefined;
  #changes: Change[] = [];
  #applied: Promise<void> = Promise.resolve();
  #hurry = Promise.withResolvers<void>();

  constructor(options: LaggingCopyOptions) {
    this.#options = options;
  }

  touch(key: Attributes): void {
    this.#touched.set(nameOf(key), key);
    this.#gathering ??= setTimeout(() => this.#gather(), BATCH_DELAY_MS);
  }

  /** Resolves once the copy has all changes that were made more than `lagMs` milliseconds ago. */
  async caughtUp(): Promise<void> {
    const oldest = this.#options.nowMs() - this.#options.lagMs;
    await Promise.all(this.#changes.filter(({ since }) => since < oldest).map(({ done }) => done));
  }

  /** Copies all changes now. Resolves when that is done. */
  async settle(): Promise<void> {
    if (this.#gathering !== undefined) {
      clearTimeout(this.#gathering);
      this.#gather();
    }
    this.#hurry.resolve();
    this.#hurry = Promise.withResolvers();
    await Promise.all(this.#changes.map(({ done }) => done));
  }

  /** Drops the changes that are not copied yet. */
  stop(): void {
    clearTimeout(this.#gathering);
    this.#touched.clear();
  }

  #gather(): void {
    const keys = [...this.#touched.values()];
    this.#touched = new Map();
    this.#gathering = undefined;
    const { nowMs, lagMs } = this.#options;
    const since = nowMs();
    const reading = this.#read(keys);
    const time = new Promise<void>((resolve) => setTimeout(resolve, lagMs - BATCH_DELAY_MS));
    const shown = Promise.race([time, this.#hurry.promise]);
    // Writes run one after another, so that an older state never replaces a newer one.
    const previous = this.#applied;
    const done = Promise.all([reading, shown, previous]).then(([items]) => this.#write(keys, items));
    this.#applied = done.catch(() => undefined);
    const change = { since, done };
    this.#changes.push(change);
    const forget = () => {
      this.#changes = this.#changes.filter((other) => other !== change);
    };
    // Ignore an error here. A reader that waits for `done` gets the same error. If no reader waits, the error only
    // means that the table was deleted.
    done.then(forget, forget);
  }

  async #read(keys: readonly Attributes[]): Promise<Attributes[]> {
    const { engine, from } = this.#options;
    const items: Attributes[] = [];
    const rest = [...keys];
    while (rest.length > 0) {
      const Keys = rest.splice(0, KEYS_PER_READ_MAX);
      const RequestItems = { [from]: { Keys, ConsistentRead: true } };
      const answer = await engine.call('DynamoDB_20120810.BatchGetItem', { RequestItems });
      const { Responses, UnprocessedKeys } = found.parse(answer.body);
      items.push(...(Responses[from] ?? []));
      rest.push(...(UnprocessedKeys[from]?.Keys ?? []));
    }
    return items;
  }

  async #write(keys: readonly Attributes[], items: readonly Attributes[]): Promise<void> {
    const { engine, to } = this.#options;
    const itemByName = new Map(items.map((item) => [nameOf(item), item]));
    const writes = keys.map((key) => {
      const Item = itemByName.get(nameOf(key));
      return Item === undefined ? { DeleteRequest: { Key: key } } : { PutRequest: { Item } };
    });
    for (let start = 0; start < writes.length; start += BATCH_WRITES_MAX) {
      const RequestItems = { [to]: writes.slice(start, start + BATCH_WRITES_MAX) };
      const answer = await engine.call('DynamoDB_20120810.BatchWriteItem', { RequestItems });
      if (answer.status !== 200)
        throw new Error(`The copy could not be written: ${JSON.stringify(body.parse(answer.body))}`);
    }
  }
}
