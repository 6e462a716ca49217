import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { GetItemCommand, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLocalDatabaseClient } from '../../../infra/emulator/dynamodb/create.ts';
import {
  openDatabase,
  type Seed,
  startDatabase,
  type TableLocation,
} from '../../../infra/emulator/dynamodb/database.ts';
import { readTables } from '../../../infra/emulator/dynamodb/resources.ts';
import { addStreamIndexes, trimStream } from '../../../infra/emulator/dynamodb/stream-records.ts';
import { resolveStacks, templateSchema } from '../../../infra/emulator/template/stacks.ts';

const template = templateSchema.parse({
  Resources: {
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      },
    },
  },
});
const schema = () => readTables(resolveStacks([{ name: 'App', template }]));

const stops: (() => Promise<void>)[] = [];
let dataDirectory: string;
beforeEach(() => {
  dataDirectory = join(mkdtempSync(join(tmpdir(), 'data-')), 'kept');
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  rmSync(dirname(dataDirectory), { recursive: true });
});

async function open(directory: string | undefined, seed?: Seed) {
  const database = await openDatabase(await startDatabase({ dataDirectory: directory }), schema, seed);
  stops.push(() => database.stop());
  return database;
}

async function put(location: TableLocation, ...keys: string[]) {
  const client = createLocalDatabaseClient(location.dynamodbEndpoint);
  for (const key of keys) {
    await client.send(new PutItemCommand({ TableName: location.tableName, Item: { pk: { S: key } } }));
  }
  client.destroy();
}

async function has(location: TableLocation, key: string) {
  const client = createLocalDatabaseClient(location.dynamodbEndpoint);
  const command = new GetItemCommand({ TableName: location.tableName, Key: { pk: { S: key } } });
  const { Item } = await client.send(command);
  client.destroy();
  return Item !== undefined;
}

describe('data of the local database in a folder', () => {
  test('seeded data and later data still exist after a restart of the database', async () => {
    const first = await open(dataDirectory, (location) => put(location, 'seeded'));
    expect(first.isNewDatabase).toBe(true);
    await put(first, 'later');
    await first.stop();
    const second = await open(dataDirectory);
    expect([second.isNewDatabase, await has(second, 'seeded'), await has(second, 'later')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('data exists after the database was killed and started again', async () => {
    const first = await open(dataDirectory, (location) => put(location, 'seeded'));
    await put(first, 'later');
    process.kill(first.engine.process?.pid ?? 0, 'SIGKILL');
    await first.engine.process?.exited;
    await first.stop();
    const second = await open(dataDirectory);
    expect([await has(second, 'seeded'), await has(second, 'later')]).toEqual([true, true]);
  });

  test('if writing the initial data fails, no data remains in the data folder', async () => {
    const failing = open(dataDirectory, async (location) => {
      await put(location, 'half');
      throw new Error('the seed failed');
    });
    await expect(failing).rejects.toThrow('the seed failed');
    expect(readdirSync(dataDirectory)).toEqual(['lock']);
    const second = await open(dataDirectory);
    expect([second.isNewDatabase, await has(second, 'half')]).toEqual([true, false]);
  });

  test('a data folder can be used by only one server at a time', async () => {
    const first = await open(dataDirectory);
    await expect(startDatabase({ dataDirectory })).rejects.toThrow(/Another server uses the data in/);
    await first.stop();
    await open(dataDirectory);
  });
});

test('a database without a data folder leaves no files after it stops', async () => {
  const database = await open(undefined);
  const { file = '' } = database.engine;
  expect(existsSync(file)).toBe(true);
  await database.stop();
  expect(existsSync(dirname(file))).toBe(false);
});

describe('stream records of the local database', () => {
  const numbers = (file: string) => {
    const database = new DatabaseSync(file, { readOnly: true });
    const rows = database.prepare('SELECT sequence_number AS number FROM _stream_records ORDER BY id').all();
    database.close();
    return rows.map(({ number }) => Number(number));
  };

  test('the sequence numbers of new stream records continue after older stream records are deleted', async () => {
    const database = await open(undefined);
    const file = database.engine.file ?? '';
    await put(database, 'a', 'b', 'c', 'd');
    expect(trimStream(file, database.tableName, 4)).toBe(3);
    expect(numbers(file)).toEqual([4]);
    await put(database, 'e');
    expect(numbers(file)).toEqual([4, 5]);
    expect(trimStream(file, 'other-table', 100)).toBe(0);
  });

  test('the initial data of a local database creates no stream records, but later writes do', async () => {
    for (const directory of [undefined, dataDirectory]) {
      const database = await open(directory, (location) => put(location, 'a', 'b'));
      await put(database, 'c');
      expect(await has(database, 'b')).toBe(true);
      expect(numbers(database.engine.file ?? '')).toHaveLength(1);
    }
  });

  test('stream records are not deleted when the storage format of the database file is unknown', async () => {
    const database = await open(undefined);
    const file = database.engine.file ?? '';
    await put(database, 'a', 'b');
    const sqlite = new DatabaseSync(file, { timeout: 5000 });
    sqlite.exec(
      "DROP INDEX stream_records_by_number; UPDATE _config SET value = 'later' WHERE key = 'schema_version'",
    );
    addStreamIndexes(file);
    const indexes = sqlite
      .prepare("SELECT name FROM sqlite_master WHERE name = 'stream_records_by_number'")
      .all();
    sqlite.close();
    expect([indexes, trimStream(file, database.tableName, 100), numbers(file).length]).toEqual([[], 0, 2]);
  });

  test('the SQL query for the newest stream record uses an index, so that every write is fast', async () => {
    const database = await open(undefined);
    const sqlite = new DatabaseSync(database.engine.file ?? '', { readOnly: true });
    const plan = sqlite
      .prepare(
        'EXPLAIN QUERY PLAN SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = ?1',
      )
      .all('App-Table');
    sqlite.close();
    expect(JSON.stringify(plan)).toContain('stream_records_by_number');
  });
});

test('opening a running database leaves its existing table unchanged', async () => {
  const database = await open(undefined, (location) => put(location, 'a'));
  const again = await openDatabase(
    await startDatabase({ endpoint: database.dynamodbEndpoint }),
    schema,
    undefined,
  );
  expect(again.isNewDatabase).toBe(false);
  await again.stop();
  const client = createLocalDatabaseClient(database.dynamodbEndpoint);
  const { Count } = await client.send(new ScanCommand({ TableName: database.tableName }));
  client.destroy();
  expect(Count).toBe(1);
});
