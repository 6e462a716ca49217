import { DatabaseSync } from 'node:sqlite';
import {
  BatchWriteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BulkClient, bulkClient } from '../../../infra/emulator/dynamodb/bulk.ts';
import { ensureTable, localClient } from '../../../infra/emulator/dynamodb/create.ts';
import { type Engine, startEngine } from '../../../infra/emulator/dynamodb/engine.ts';
import { readTables, type TableResource } from '../../../infra/emulator/dynamodb/resources.ts';
import { resolveStacks, templateSchema } from '../../../infra/emulator/template/stacks.ts';
import { createClient } from '../../../shared/platform/dynamodb/client.ts';

const key = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' },
  { AttributeName: range, KeyType: 'RANGE' },
];
const table = (TableName: string) => ({
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    TableName,
    KeySchema: key('pk', 'sk'),
    AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk'].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    GlobalSecondaryIndexes: [
      { IndexName: 'gsi1', KeySchema: key('gsi1pk', 'gsi1sk'), Projection: { ProjectionType: 'ALL' } },
    ],
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
  },
});
const template = templateSchema.parse({ Resources: { Usual: table('usual'), Bulk: table('bulk') } });

let engine: Engine;
let usual: DynamoDBDocumentClient;
let bulk: BulkClient;
let sqlite: DatabaseSync;
let bulkTable: TableResource;

beforeEach(async () => {
  engine = await startEngine();
  usual = createClient({ endpoint: engine.endpoint, requestTimeoutMs: 20_000 });
  const admin = localClient(engine.endpoint);
  const tables = readTables(resolveStacks([{ name: 'App', template }]));
  for (const resource of tables) await ensureTable(admin, resource);
  admin.destroy();
  const found = tables.find(({ logicalId }) => logicalId === 'Bulk');
  if (found === undefined || engine.file === undefined) throw new Error('There is no table.');
  bulkTable = found;
  const isStreamed = (keys: { pk?: { S?: string } }) => keys.pk?.S?.startsWith('STREAMED#') === true;
  bulk = bulkClient({ client: usual, file: engine.file, table: bulkTable, isStreamed });
  sqlite = new DatabaseSync(engine.file, { readOnly: true });
});
afterEach(async () => {
  sqlite.close();
  bulk.close();
  usual.destroy();
  await engine.stop();
});

type Item = Record<string, unknown>;
const write = (client: DynamoDBDocumentClient, name: string, items: readonly Item[]) =>
  client.send(
    new BatchWriteCommand({ RequestItems: { [name]: items.map((Item) => ({ PutRequest: { Item } })) } }),
  );

/** What the engine keeps of a table's items, the JSON parsed, as the order of its members is of no account. */
function stored(name: string) {
  const rows = sqlite
    .prepare(`SELECT pk, sk, item_json, item_size, hash_prefix FROM "${name}" ORDER BY pk, sk`)
    .all();
  return rows.map(({ pk, sk, hash_prefix, item_size, item_json }) => {
    const item: unknown = JSON.parse(String(item_json));
    return { pk, sk, hash_prefix, item_size, item };
  });
}
const streamed = (name: string) =>
  sqlite.prepare('SELECT COUNT(*) AS count FROM _stream_records WHERE table_name = ?').get(name)?.count;

const scalar = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.integer(),
  fc.integer().map((number) => number / 1000),
  fc.boolean(),
  fc.constant(null),
  fc.uint8Array({ maxLength: 20 }),
);
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 4 }),
  fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), scalar, { maxKeys: 4, noNullPrototype: true }),
);
const item = fc.record({
  sk: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }),
  a: value,
  b: value,
  count: fc.integer(),
});

test('an item is kept as the engine itself keeps it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(item, { minLength: 1, maxLength: 10, selector: ({ sk }) => sk }),
      async (items) => {
        const placed = items.map((one) => ({ pk: 'STRAT#1', ...one }));
        await write(usual, 'usual', placed);
        await write(bulk.client, 'bulk', placed);
        const keys = new Set(items.map(({ sk }) => `S:${sk}`));
        const of = (name: string) => stored(name).filter(({ sk }) => keys.has(String(sk)));
        const withoutSize = (row: object) => ({ ...row, item_size: undefined });
        expect(of('bulk').map(withoutSize)).toEqual(of('usual').map(withoutSize));
        // A number's size is known to a byte only.
        for (const [index, { item_size, item }] of of('bulk').entries()) {
          const numbers = JSON.stringify(item).split('"N":').length - 1;
          expect(Math.abs(Number(item_size) - Number(of('usual')[index]?.item_size))).toBeLessThanOrEqual(
            numbers,
          );
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('what was written in bulk is read, queried and overwritten through the engine', async () => {
  await write(bulk.client, 'bulk', [
    { pk: 'STRAT#1', sk: 'A', n: 1 },
    { pk: 'STRAT#1', sk: 'B', n: 2 },
  ]);
  await write(bulk.client, 'bulk', [{ pk: 'STRAT#1', sk: 'A', n: 3 }]);
  const { Items } = await usual.send(
    new QueryCommand({
      TableName: 'bulk',
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'STRAT#1' },
    }),
  );
  expect(Items).toEqual([
    { pk: 'STRAT#1', sk: 'A', n: 3 },
    { pk: 'STRAT#1', sk: 'B', n: 2 },
  ]);
  expect(streamed('bulk')).toBe(0);
});

test('an item that an index or a consumer concerns takes the usual way, the others of its batch do not', async () => {
  await write(bulk.client, 'bulk', [
    { pk: 'PLAIN#1', sk: 'A' },
    { pk: 'INDEXED#1', sk: 'A', gsi1pk: 'all', gsi1sk: '1' },
    { pk: 'STREAMED#1', sk: 'A' },
  ]);
  expect(streamed('bulk')).toBe(2);
  const { Items } = await usual.send(
    new QueryCommand({
      TableName: 'bulk',
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :pk',
      ExpressionAttributeValues: { ':pk': 'all' },
    }),
  );
  expect(Items).toMatchObject([{ pk: 'INDEXED#1' }]);
  const { Item } = await usual.send(new GetCommand({ TableName: 'bulk', Key: { pk: 'PLAIN#1', sk: 'A' } }));
  expect(Item).toEqual({ pk: 'PLAIN#1', sk: 'A' });
});

test('an item beyond 400 KB is refused as ever', async () => {
  const large = { pk: 'STRAT#1', sk: 'A', data: 'x'.repeat(400 * 1024) };
  await expect(write(bulk.client, 'bulk', [large])).rejects.toThrow(/size/i);
});

test('an unknown format of the engine is left alone', () => {
  const writer = new DatabaseSync(engine.file ?? '');
  writer.exec("UPDATE _config SET value = '999' WHERE key = 'schema_version'");
  writer.close();
  const same = bulkClient({
    client: usual,
    file: engine.file ?? '',
    table: bulkTable,
    isStreamed: () => false,
  });
  expect(same.client).toBe(usual);
  same.close();
});
