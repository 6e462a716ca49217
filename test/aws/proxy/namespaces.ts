import * as z from 'zod';
import { LaggingCopy } from './consistency/lagging-copy.ts';
import type { EngineClient } from './engine-client.ts';
import { type Body, body } from './wire.ts';

const names = z.object({ TableNames: z.array(z.string()), LastEvaluatedTableName: z.string().optional() });

const tableName = z.looseObject({ TableName: z.string().optional() });
const inTransaction = z.record(z.string(), body);

/** The tables of one test in the shared engine. The name `test` is a different table for each namespace. */
export class Namespace {
  readonly #engine: EngineClient;
  readonly #prefix: string;
  readonly #copyPrefix: string;
  readonly #copies = new Map<string, LaggingCopy>();
  readonly #lag: { readonly lagMs: number; readonly nowMs: () => number };

  readonly name: string;

  constructor(engine: EngineClient, name: string, lag: { lagMs: number; nowMs: () => number }) {
    this.#engine = engine;
    this.name = name;
    this.#prefix = `t-${name}.`;
    this.#copyPrefix = `c-${name}.`;
    this.#lag = lag;
  }

  /**
   * Returns the input of a call with the table names that the engine uses. With `onCopy`, returns the names of the
   * copies for eventually consistent reads.
   */
  toEngine(input: Body, onCopy = false): Body {
    const prefix = onCopy ? this.#copyPrefix : this.#prefix;
    const named = (name: string) => (name.startsWith('arn:') ? name : prefix + name);
    const { TableName } = tableName.parse(input);
    const renamed: Body = { ...input, ...(TableName !== undefined && { TableName: named(TableName) }) };
    const requests = body.safeParse(input.RequestItems);
    if (requests.success) {
      const entries = Object.entries(requests.data).map(([name, request]) => [named(name), request] as const);
      renamed.RequestItems = Object.fromEntries(entries);
    }
    const transaction = z.array(inTransaction).safeParse(input.TransactItems);
    if (transaction.success) {
      renamed.TransactItems = transaction.data.map((item) =>
        Object.fromEntries(
          Object.entries(item).map(([kind, part]) => [
            kind,
            { ...part, TableName: named(String(part.TableName)) },
          ]),
        ),
      );
    }
    return renamed;
  }

  /**
   * Returns the response text with the table names that the caller uses. In a response, the engine's table names always
   * follow a quotation mark.
   */
  fromEngine(text: string): string {
    return text.replaceAll(`"${this.#prefix}`, '"').replaceAll(`"${this.#copyPrefix}`, '"');
  }

  getLaggingCopy(table: string): LaggingCopy {
    const found = this.#copies.get(table);
    if (found !== undefined) return found;
    const copy = new LaggingCopy({
      engine: this.#engine,
      from: this.#prefix + table,
      to: this.#copyPrefix + table,
      ...this.#lag,
    });
    this.#copies.set(table, copy);
    return copy;
  }

  /** Makes all writes visible to eventually consistent reads. */
  async settle(): Promise<void> {
    await Promise.all([...this.#copies.values()].map((copy) => copy.settle()));
  }

  /** Returns the names of the namespace's tables, without the prefix of the namespace. */
  async tables(): Promise<string[]> {
    const all = await this.#engineTables();
    return all.filter((name) => name.startsWith(this.#prefix)).map((name) => name.slice(this.#prefix.length));
  }

  async drop(): Promise<void> {
    for (const copy of this.#copies.values()) copy.stop();
    for (const TableName of await this.#engineTables()) {
      await this.#engine.call('DynamoDB_20120810.DeleteTable', { TableName });
    }
  }

  async #engineTables(): Promise<string[]> {
    const all: string[] = [];
    let ExclusiveStartTableName: string | undefined;
    do {
      const input = ExclusiveStartTableName === undefined ? {} : { ExclusiveStartTableName };
      const answer = await this.#engine.call('DynamoDB_20120810.ListTables', input);
      const page = names.parse(answer.body);
      all.push(...page.TableNames);
      ExclusiveStartTableName = page.LastEvaluatedTableName;
    } while (ExclusiveStartTableName !== undefined);
    return all.filter((name) => name.startsWith(this.#prefix) || name.startsWith(this.#copyPrefix));
  }
}
