import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Engine, EngineError, startEngine } from './process/engine.ts';
import { ensureTable, localClient, startStream } from './table/create.ts';
import type { TableResource } from './table/resources.ts';

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

/** Fills the table, before anything else sees it. */
type Seed = (location: TableLocation) => Promise<void>;

export interface Database extends TableLocation {
  engine: Engine;
  stop(): Promise<void>;
}

const DATABASE_FILE = 'dynamodb.sqlite';

/**
 * Reserves the folder for this process. The lock is the operating system's, so that it ends with the process however
 * that ends.
 *
 * @throws EngineError where another process holds it
 */
function reserve(dataDirectory: string): () => void {
  mkdirSync(dataDirectory, { recursive: true });
  const lock = new DatabaseSync(join(dataDirectory, 'lock'), { timeout: 0 });
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
    const isNew = await makeTables(engine.endpoint, tables, { stream: seed === undefined });
    const location = { dynamodbEndpoint: engine.endpoint, tableName: tables[0]?.physicalId ?? '', isNew };
    await seed?.(location);
    // No consumer is there yet to see what is seeded, and recording it would take as long again.
    if (seed !== undefined && isNew) await startStreams(engine.endpoint, tables);
    if (started.file !== undefined) engine = await moveTo(engine, started.file);
    return { ...location, engine, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeTables(
  endpoint: string,
  tables: readonly TableResource[],
  options: { stream: boolean },
): Promise<boolean> {
  const client = localClient(endpoint);
  try {
    const made = await Promise.all(tables.map((table) => ensureTable(client, table, options)));
    return made.includes(true);
  } finally {
    client.destroy();
  }
}

async function startStreams(endpoint: string, tables: readonly TableResource[]): Promise<void> {
  const client = localClient(endpoint);
  try {
    await Promise.all(tables.map((table) => startStream(client, table)));
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
