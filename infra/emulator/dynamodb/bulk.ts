import { createHash } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  type BatchWriteCommandInput,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { itemSize } from './item-size.ts';
import type { TableResource } from './resources.ts';

export interface BulkOptions {
  client: DynamoDBDocumentClient;
  /** The embedded engine's file. */
  file: string;
  table: TableResource;
  /** Whether a consumer of the stream asks for changes of an item with these keys; such an item goes the usual way. */
  isStreamed: (keys: Readonly<Record<string, AttributeValue>>) => boolean;
}

export interface BulkClient {
  client: DynamoDBDocumentClient;
  close(): void;
}

/** The engine's storage format that is written here; another one is left alone. */
const SCHEMA_VERSION = '9';
const ITEM_MAX_BYTES = 400 * 1024;

type Request = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number];
type Item = Record<string, AttributeValue>;

/** Bytes as the wire has them. */
const toWire = (_: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;

/** What the engine divides a parallel scan by. */
const hashPrefix = (partitionKey: string) =>
  createHash('md5').update(`Outliers${partitionKey}`).digest('hex').slice(0, 6);

function isKnownFormat(database: DatabaseSync): boolean {
  const row = database.prepare("SELECT value FROM _config WHERE key = 'schema_version'").get();
  return row?.value === SCHEMA_VERSION;
}

/** Writes items of one table into the engine's file. Indexes and the stream are not fed. */
class BulkWriter {
  readonly #options: BulkOptions;
  readonly #insert: StatementSync;
  readonly #database: DatabaseSync;
  readonly #indexKeys: ReadonlySet<string>;

  constructor(options: BulkOptions, database: DatabaseSync) {
    this.#options = options;
    this.#database = database;
    const { properties, physicalId } = options.table;
    this.#insert = database.prepare(`
      INSERT OR REPLACE INTO "${physicalId}" (pk, sk, item_json, item_size, hash_prefix) VALUES (?, ?, ?, ?, ?)`);
    const indexes = [...properties.GlobalSecondaryIndexes, ...properties.LocalSecondaryIndexes];
    const names = indexes.flatMap(({ KeySchema }) => KeySchema.map(({ AttributeName }) => AttributeName));
    this.#indexKeys = new Set(names.filter((name) => !this.#keyNames().includes(name)));
  }

  #keyNames(): string[] {
    return this.#options.table.properties.KeySchema.map(({ AttributeName }) => AttributeName);
  }

  /** Writes what it can and returns what has to go the usual way. */
  write(requests: readonly Request[]): Request[] {
    const rest: Request[] = [];
    this.#database.exec('BEGIN IMMEDIATE');
    for (const request of requests) if (!this.#put(request)) rest.push(request);
    this.#database.exec('COMMIT');
    return rest;
  }

  #put({ PutRequest }: Request): boolean {
    if (PutRequest?.Item === undefined) return false;
    const item: Item = marshall(PutRequest.Item, { removeUndefinedValues: true });
    const names = this.#keyNames();
    const keys = Object.fromEntries(
      names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
    );
    const [partition, sort] = names.map((name) => keys[name]?.S);
    const size = itemSize(item);
    const isPlain = partition !== undefined && (names.length === 1 || sort !== undefined);
    const isIndexed = Object.keys(item).some((name) => this.#indexKeys.has(name));
    if (!isPlain || isIndexed || size > ITEM_MAX_BYTES || this.#options.isStreamed(keys)) return false;
    const sortColumn = sort === undefined ? '' : `S:${sort}`;
    this.#insert.run(`S:${partition}`, sortColumn, JSON.stringify(item, toWire), size, hashPrefix(partition));
    return true;
  }
}

/**
 * A client whose batch writes of items that no index and no stream consumer concerns go straight into the embedded
 * engine's file: loading a market costs a tenth, and on a disk no wait for each item. Everything else, and everything
 * where the engine's format is not the known one, takes the usual way.
 */
export function bulkClient(options: BulkOptions): BulkClient {
  const { client, table, file } = options;
  const database = new DatabaseSync(file, { timeout: 10_000 });
  if (!isKnownFormat(database)) {
    database.close();
    return { client, close: () => {} };
  }
  // A load that a power cut interrupts is begun again.
  database.exec('PRAGMA synchronous = OFF');
  const writer = new BulkWriter(options, database);
  const send = (command: unknown, ...rest: unknown[]) => {
    const requests =
      command instanceof BatchWriteCommand ? command.input.RequestItems?.[table.physicalId] : undefined;
    if (requests === undefined) return Reflect.apply(client.send, client, [command, ...rest]);
    const left = writer.write(requests);
    if (left.length === 0) return Promise.resolve({ UnprocessedItems: {}, $metadata: {} });
    return client.send(new BatchWriteCommand({ RequestItems: { [table.physicalId]: left } }));
  };
  const writing: DynamoDBDocumentClient = Object.create(client, { send: { value: send } });
  return { client: writing, close: () => database.close() };
}
