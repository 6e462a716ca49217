import { existsSync } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../folder.ts';
import { createLocalDatabaseClient, enableStream, ensureTable } from './create.ts';
import { type DatabaseEngine, DatabaseEngineError, startDatabaseEngine } from './engine.ts';
import type { TableResource } from './resources.ts';
import type { TableAddress } from './table.ts';

export interface TableLocation extends TableAddress {
  /** Whether this start created the table. */
  isNewDatabase: boolean;
}

export interface DatabaseOptions {
  /**
   * Folder that stores the data between runs. Without a folder, the data is deleted when the engine stops.
   */
  dataDirectory?: string | undefined;
  /** Endpoint of a DynamoDB that is already running. If defined, the embedded engine is not started. */
  endpoint?: string | undefined;
}

/** A function that writes the initial data. It runs before the service or a job can read the table. */
export type Seed = (location: TableLocation) => Promise<void>;

export interface Database extends TableLocation {
  engine: DatabaseEngine;
  stop(): Promise<void>;
}

const DATABASE_FILE = 'dynamodb.sqlite';

function openLockDatabase(dataDirectory: string): DatabaseSync {
  makeFolder(dataDirectory);
  try {
    return new DatabaseSync(join(dataDirectory, 'lock'), { timeout: 0 });
  } catch {
    throw new DatabaseEngineError(
      `${dataDirectory} is not a folder, or you may not write to it. Choose another folder with --data.`,
    );
  }
}

/**
 * Locks the folder for this process. The operating system releases the lock even when the process is killed. Returns
 * a function that releases it.
 *
 * @throws DatabaseEngineError when another process holds the lock
 */
function lockDataFolder(dataDirectory: string): () => void {
  const lock = openLockDatabase(dataDirectory);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new DatabaseEngineError(
      `Another server uses the data in ${dataDirectory}. Stop that server, or choose another folder with --data.`,
    );
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
}

/**
 * Locks the data folder and starts the database engine. This step does not need the CDK template, so the caller can
 * synthesize the CDK app at the same time.
 */
export async function startDatabase(options: DatabaseOptions) {
  const { dataDirectory, endpoint } = options;
  const releaseFolderLock =
    dataDirectory === undefined || endpoint !== undefined ? () => {} : lockDataFolder(dataDirectory);
  const file = dataDirectory === undefined ? undefined : join(dataDirectory, DATABASE_FILE);
  const isDatabaseStored = file !== undefined && existsSync(file);
  try {
    const engine = await startDatabaseEngine({
      ...(isDatabaseStored && { file }),
      ...(endpoint !== undefined && { endpoint }),
    });
    const discard = async () => {
      await engine.stop();
      releaseFolderLock();
    };
    return { engine, release: releaseFolderLock, discard, file: isDatabaseStored ? undefined : file };
  } catch (error) {
    releaseFolderLock();
    throw error;
  }
}

type StartedDatabase = Awaited<ReturnType<typeof startDatabase>>;

/**
 * Creates and seeds the tables, and then enables their streams, so that seeding creates no stream records. The data
 * folder never contains incomplete data, because new data is moved there at the end.
 */
export async function openDatabase(
  startedDatabase: StartedDatabase,
  readTables: () => readonly TableResource[],
  seed: Seed | undefined,
): Promise<Database> {
  let { engine } = startedDatabase;
  const stop = async () => {
    await engine.stop();
    startedDatabase.release();
  };
  try {
    const tables = readTables();
    const isNewDatabase = await applyToEachTable(engine.endpoint, tables, ensureTable);
    const databaseLocation = {
      dynamodbEndpoint: engine.endpoint,
      tableName: tables[0]?.physicalId ?? '',
      isNewDatabase,
    };
    await seed?.(databaseLocation);
    await applyToEachTable(engine.endpoint, tables, enableStream);
    if (startedDatabase.file !== undefined) engine = await moveDataToFile(engine, startedDatabase.file);
    return { ...databaseLocation, engine, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs `work` for each table. Resolves to whether any table was changed. */
async function applyToEachTable(
  endpoint: string,
  tables: readonly TableResource[],
  work: typeof ensureTable,
): Promise<boolean> {
  const client = createLocalDatabaseClient(endpoint);
  try {
    const tableChangeResults = await Promise.all(tables.map((table) => work(client, table)));
    return tableChangeResults.includes(true);
  } finally {
    client.destroy();
  }
}

/** Copies the data to another file and restarts the engine on it at the same address. */
async function moveDataToFile(engine: DatabaseEngine, file: string): Promise<DatabaseEngine> {
  if (engine.file === undefined) return engine;
  const copy = `${file}.new`;
  await rm(copy, { force: true });
  // Write SQLite's write-ahead log into the database file, so that a copy of this file contains all data.
  const database = new DatabaseSync(engine.file, { timeout: CHECKPOINT_WAIT_MS });
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  await copyFile(engine.file, copy);
  await engine.stop();
  await rename(copy, file);
  return startDatabaseEngine({ file, port: Number(new URL(engine.endpoint).port) });
}

const CHECKPOINT_WAIT_MS = 10_000;
