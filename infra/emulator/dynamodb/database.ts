import { existsSync } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../folder.ts';
import { enableStream, ensureTable, localClient } from './create.ts';
import { type Engine, EngineError, startEngine } from './engine.ts';
import type { TableResource } from './resources.ts';
import type { TableAddress } from './table.ts';

/** Where the service's table is. */
export interface TableLocation extends TableAddress {
  /** Whether this start made the table. */
  isNew: boolean;
}

export interface DatabaseOptions {
  /** Folder that keeps the data between runs; without it the data ends with the engine. */
  dataDirectory?: string | undefined;
  /** A DynamoDB that runs already, instead of the embedded one. */
  endpoint?: string | undefined;
}

/** Fills the table before anything else reads it. */
export type Seed = (location: TableLocation) => Promise<void>;

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
    throw new EngineError(
      `${dataDirectory} is not a folder, or cannot be written. Choose another with --data.`,
    );
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
    throw new EngineError(
      `The data in ${dataDirectory} is in use by another server. Stop it or choose another folder.`,
    );
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
 * Makes the tables and fills them; their streams begin after that, as what is loaded at the start happens to nobody.
 * Data that is to be kept is first written where writing is fast, and moved to its
 * folder once it is whole, so that a folder never holds half a market.
 */
export async function openDatabase(
  started: StartedDatabase,
  readTables: () => readonly TableResource[],
  seed: Seed | undefined,
): Promise<Database> {
  let { engine } = started;
  const stop = async () => {
    await engine.stop();
    started.release();
  };
  try {
    const tables = readTables();
    const isNew = await forEachTable(engine.endpoint, tables, ensureTable);
    const location = { dynamodbEndpoint: engine.endpoint, tableName: tables[0]?.physicalId ?? '', isNew };
    await seed?.(location);
    await forEachTable(engine.endpoint, tables, enableStream);
    if (started.file !== undefined) engine = await moveTo(engine, started.file);
    return { ...location, engine, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns whether `work` has changed any of the tables. */
async function forEachTable(
  endpoint: string,
  tables: readonly TableResource[],
  work: typeof ensureTable,
): Promise<boolean> {
  const client = localClient(endpoint);
  try {
    const changed = await Promise.all(tables.map((table) => work(client, table)));
    return changed.includes(true);
  } finally {
    client.destroy();
  }
}

/** Continues with a copy of the data in another file, at the same address. */
async function moveTo(engine: Engine, file: string): Promise<Engine> {
  if (engine.file === undefined) return engine;
  const copy = `${file}.new`;
  await rm(copy, { force: true });
  // What the engine has written ahead goes into its file, which then stands for itself.
  const database = new DatabaseSync(engine.file, { timeout: CHECKPOINT_WAIT_MS });
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  await copyFile(engine.file, copy);
  await engine.stop();
  await rename(copy, file);
  return startEngine({ file, port: Number(new URL(engine.endpoint).port) });
}

const CHECKPOINT_WAIT_MS = 10_000;
