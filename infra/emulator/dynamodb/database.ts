import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { makeFolder } from '../folder.ts';
import { type BulkClient, bulkClient } from './bulk.ts';
import { ensureTable, localClient } from './create.ts';
import { type Engine, EngineError, startEngine } from './engine.ts';
import type { TableResource } from './resources.ts';

/** Where the service's table is. */
export interface TableLocation {
  dynamodbEndpoint: string;
  tableName: string;
  /** Whether this start made the table. */
  isNew: boolean;
}

export interface DatabaseOptions {
  /** Folder that keeps the data between runs; without it the data ends with the engine. */
  dataDirectory?: string | undefined;
  /** A DynamoDB that runs already, instead of the embedded one. */
  endpoint?: string | undefined;
}

/** A new table, and the way to write much into it at once. */
export interface SeedLocation extends TableLocation {
  /** Wraps a client so that its batch writes are quick; see bulkClient. */
  bulk(client: DynamoDBDocumentClient): BulkClient;
}

/** Fills the table, before anything else sees it. */
export type Seed = (location: SeedLocation) => Promise<void>;

export interface Schema {
  tables: readonly TableResource[];
  /** Whether a consumer of the stream asks for changes of an item with these keys. */
  isStreamed: (keys: unknown) => boolean;
}

export interface Database extends TableLocation {
  engine: Engine;
  stop(): Promise<void>;
}

const DATABASE_FILE = 'dynamodb.sqlite';

function openLock(dataDirectory: string): DatabaseSync {
  makeFolder(dataDirectory);
  try {
    return new DatabaseSync(join(dataDirectory, 'lock'), { timeout: 0 });
  } catch {
    throw new EngineError(`${dataDirectory} is no folder that data can be kept in.`);
  }
}

/**
 * Reserves the folder for this process. The lock is the operating system's, so that it ends with the process however
 * that ends.
 *
 * @throws EngineError where another process holds it
 */
function reserve(dataDirectory: string): () => void {
  const lock = openLock(dataDirectory);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new EngineError(`The data in ${dataDirectory} is in use by another server.`);
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
}

/** Starts the engine while something else is being prepared; what was reserved is released with it. */
export async function startDatabase(options: DatabaseOptions) {
  const { dataDirectory, endpoint } = options;
  const release = dataDirectory === undefined || endpoint !== undefined ? () => {} : reserve(dataDirectory);
  const file = dataDirectory === undefined ? undefined : join(dataDirectory, DATABASE_FILE);
  const isKept = file !== undefined && existsSync(file);
  try {
    const engine = await startEngine({
      ...(isKept && { file }),
      ...(endpoint !== undefined && { endpoint }),
    });
    const discard = async () => {
      await engine.stop();
      release();
    };
    return { engine, release, discard, file: isKept ? undefined : file };
  } catch (error) {
    release();
    throw error;
  }
}

type StartedDatabase = Awaited<ReturnType<typeof startDatabase>>;

/**
 * Makes the tables and fills them. Data that is to be kept is first written where writing is fast, and moved to its
 * folder once it is whole, so that a folder never holds half a market.
 */
export async function openDatabase(
  started: StartedDatabase,
  readSchema: () => Schema,
  seed: Seed | undefined,
): Promise<Database> {
  let { engine } = started;
  const stop = async () => {
    await engine.stop();
    started.release();
  };
  try {
    const schema = readSchema();
    const isNew = await makeTables(engine.endpoint, schema.tables);
    const tableName = schema.tables[0]?.physicalId ?? '';
    const location = { dynamodbEndpoint: engine.endpoint, tableName, isNew };
    const { file } = engine;
    await seed?.({ ...location, bulk: (client) => writeInBulk(client, file, schema) });
    if (started.file !== undefined) engine = await moveTo(engine, started.file);
    return { ...location, engine, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A database that is not ours is written to in the usual way. */
function writeInBulk(
  client: DynamoDBDocumentClient,
  file: string | undefined,
  { tables: [table], isStreamed }: Schema,
): BulkClient {
  if (file === undefined || table === undefined) return { client, close: () => {} };
  return bulkClient({ client, file, table, isStreamed });
}

async function makeTables(endpoint: string, tables: readonly TableResource[]): Promise<boolean> {
  const client = localClient(endpoint);
  try {
    const made = await Promise.all(tables.map((table) => ensureTable(client, table)));
    return made.includes(true);
  } finally {
    client.destroy();
  }
}

/** Goes on from a copy of the data in another file, at the same address. */
async function moveTo(engine: Engine, file: string): Promise<Engine> {
  if (engine.file === undefined) return engine;
  const copy = `${file}.new`;
  rmSync(copy, { force: true });
  const database = new DatabaseSync(engine.file);
  database.prepare('VACUUM INTO ?').run(copy);
  database.close();
  await engine.stop();
  renameSync(copy, file);
  return startEngine({ file, port: Number(new URL(engine.endpoint).port) });
}
