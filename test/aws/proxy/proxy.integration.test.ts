import {
  CreateTableCommand,
  DynamoDBClient,
  DynamoDBServiceException,
  ListTablesCommand,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseEngine, startDatabaseEngine } from '../../../infra/emulator/dynamodb/engine.ts';
import { StreamClient } from '../../../infra/emulator/jobs/stream-client.ts';
import { REGION } from '../../../infra/emulator/template/physical.ts';
import { createEngineClient, type EngineClient } from './engine-client.ts';
import { DYNAMODB_RULES, ServiceProxy } from './proxy.ts';
import { Report } from './report.ts';
import { policyDocument } from './roles/policy.ts';
import { type ProxyServer, startProxyServer } from './server.ts';

const ROLES = new Map([
  [
    'Reader',
    policyDocument.parse({
      Statement: [
        { Effect: 'Allow', Action: ['dynamodb:GetItem', 'dynamodb:Query'], Resource: '*' },
        {
          Effect: 'Allow',
          Action: 'dynamodb:PutItem',
          Resource: '*',
          Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['OWN#*'] } },
        },
      ],
    }).Statement,
  ],
  [
    'Limited',
    policyDocument.parse({
      Statement: [['OWN#*'], ['MORE#*']].map((keys) => ({
        Effect: 'Allow',
        Action: ['dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:Scan'],
        Resource: '*',
        Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } },
      })),
    }).Statement,
  ],
  [
    'Follower',
    policyDocument.parse({
      Statement: {
        Effect: 'Allow',
        Action: 'dynamodb:DescribeStream',
        Resource: 'arn:aws:dynamodb:*:*:table/T/stream/*',
      },
    }).Statement,
  ],
]);

const TableName = 'T';
const keyOf = (pk: string) => ({ pk, sk: 's' });
const put = (pk: string) => ({ Put: { TableName, Item: keyOf(pk) } });

let embeddedEngine: DatabaseEngine;
beforeAll(async () => {
  embeddedEngine = await startDatabaseEngine();
});
afterAll(() => embeddedEngine.stop());

let spaces = 0;
const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** Starts a proxy with a fixed clock and an engine whose transactions wait while they are held. */
async function setUp(rules: Partial<typeof DYNAMODB_RULES> = {}) {
  const direct = createEngineClient(embeddedEngine.endpoint);
  let held: Promise<void> = Promise.resolve();
  let begun = () => {};
  const engine: EngineClient = {
    ...direct,
    call: async (target, input) => {
      if (target.endsWith('TransactWriteItems')) {
        begun();
        await held;
      }
      return direct.call(target, input);
    },
  };
  const report = new Report();
  const options = { ...DYNAMODB_RULES, transactionMs: 0, lagMs: 0, ...rules };
  const proxy = new ServiceProxy({ engine, roles: ROLES, report, rules: options, nowMs: () => 0 });
  const server: ProxyServer = await startProxyServer(proxy, (error) => {
    throw error;
  });
  stops.push(async () => {
    await server.stop();
    direct.stop();
  });
  spaces += 1;
  const space = `space${spaces}`;
  const as = (accessKeyId: string, name = space) => {
    const endpoint = `${server.endpoint}/${name}`;
    const credentials = { accessKeyId, secretAccessKey: 'local' };
    const base = new DynamoDBClient({ endpoint, region: REGION, credentials, maxAttempts: 1 });
    return DynamoDBDocumentClient.from(base);
  };
  const client = as('local');
  await makeTable(client);
  /**
   * Holds the next transaction before it enters the engine. `there` resolves as soon as the transaction is held.
   * `release` lets it continue.
   */
  const holdTransaction = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    const there = new Promise<void>((done) => {
      begun = done;
    });
    return { there, release: resolve };
  };
  return { client, as, hold: holdTransaction, report, endpoint: `${server.endpoint}/${space}` };
}

async function makeTable(client: DynamoDBDocumentClient): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  );
}

async function errorOf(call: Promise<unknown>): Promise<DynamoDBServiceException> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof DynamoDBServiceException) return error;
  throw new Error(`The service did not refuse it: ${String(error)}`);
}

function reasons(error: unknown): (string | undefined)[] {
  if (!(error instanceof TransactionCanceledException)) throw error;
  return (error.CancellationReasons ?? []).map(({ Code }) => Code);
}

describe('the permissions of an IAM role, which the proxy checks', () => {
  test('a role may make only the calls that its policies allow', async () => {
    const { as, report } = await setUp();
    const reader = as('Reader');
    await reader.send(new GetCommand({ TableName, Key: keyOf('OTHER#1') }));
    await reader.send(new PutCommand({ TableName, Item: keyOf('OWN#1') }));
    const error = await errorOf(reader.send(new PutCommand({ TableName, Item: keyOf('OTHER#1') })));
    expect(error.name).toBe('AccessDeniedException');
    expect(error.message).toContain('dynamodb:PutItem on resource: arn:aws:dynamodb:');
    expect(report.toJSON().denials).toEqual({ 'Reader dynamodb:PutItem OTHER': 1 });
  });

  test('a DynamoDB transaction is rejected if the role lacks the permission for one of its parts', async () => {
    const { as, client } = await setUp();
    const both = new TransactWriteCommand({ TransactItems: [put('OWN#1'), put('OTHER#1')] });
    expect((await errorOf(as('Reader').send(both))).name).toBe('AccessDeniedException');
    const { Item } = await client.send(new GetCommand({ TableName, Key: keyOf('OWN#1') }));
    expect(Item).toBeUndefined();
  });

  test('a role may read only the partition keys that the conditions of its policy allow', async () => {
    const { as, report } = await setUp();
    const limited = as('Limited');
    const query = (pk: string) =>
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
      });
    const batch = (...keys: string[]) =>
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys: keys.map(keyOf) } } });
    await limited.send(query('OWN#1'));
    await limited.send(batch('OWN#1', 'OWN#2'));
    await limited.send(batch('MORE#1'));
    await limited.send(new ScanCommand({ TableName }));
    expect((await errorOf(limited.send(query('OTHER#1')))).name).toBe('AccessDeniedException');
    expect((await errorOf(limited.send(batch('OWN#1', 'OTHER#1')))).name).toBe('AccessDeniedException');
    // Each key is allowed by one statement, but no single statement allows both.
    expect((await errorOf(limited.send(batch('OWN#1', 'MORE#1')))).name).toBe('AccessDeniedException');
    expect(report.toJSON().denials).toEqual({
      'Limited dynamodb:Query OTHER': 1,
      'Limited dynamodb:BatchGetItem OWN': 2,
    });
  });

  test('a role without the permission dynamodb:DescribeStream gets an error for a DescribeStream call', async () => {
    const { endpoint, report } = await setUp();
    const arn = (await new StreamClient(endpoint).streamArn(TableName)) ?? '';
    const [shard] = await new StreamClient(endpoint, 'Follower').shards(arn);
    expect(shard).toBeDefined();
    await expect(new StreamClient(endpoint, 'Reader').shards(arn)).rejects.toThrow(
      'dynamodb:DescribeStream on resource: arn:aws:dynamodb:us-east-1:000000000000:table/T/stream/',
    );
    expect(report.toJSON().denials).toEqual({ 'Reader dynamodb:DescribeStream *': 1 });
  });

  test('a call with an unknown role is rejected', async () => {
    const { as } = await setUp();
    const error = await errorOf(as('Nobody').send(new GetCommand({ TableName, Key: keyOf('a') })));
    expect(error.name).toBe('UnrecognizedClientException');
  });
});

describe('DynamoDB calls while a DynamoDB transaction runs', () => {
  test('other transactions and single writes on the items of the transaction are rejected', async () => {
    const { client, hold: holdTransaction, report } = await setUp();
    const { there, release } = holdTransaction();
    const first = client.send(new TransactWriteCommand({ TransactItems: [put('a'), put('b')] }));
    await there;
    const second = client.send(new TransactWriteCommand({ TransactItems: [put('x'), put('b')] }));
    expect(reasons(await errorOf(second))).toEqual(['None', 'TransactionConflict']);
    const write = await errorOf(client.send(new PutCommand({ TableName, Item: keyOf('a') })));
    expect(write.name).toBe('TransactionConflictException');
    const read = client.send(
      new TransactGetCommand({ TransactItems: [{ Get: { TableName, Key: keyOf('a') } }] }),
    );
    expect(reasons(await errorOf(read))).toEqual(['TransactionConflict']);
    release();
    await first;
    expect(report.toJSON().conflicts).toEqual({
      'local dynamodb:PutItem b': 1,
      'local dynamodb:PutItem a': 1,
      'local dynamodb:GetItem a': 1,
    });
  });

  test('non-transactional reads of the items of the transaction succeed', async () => {
    const { client, hold: holdTransaction } = await setUp();
    const { there, release } = holdTransaction();
    const first = client.send(new TransactWriteCommand({ TransactItems: [put('a')] }));
    await there;
    await client.send(new GetCommand({ TableName, Key: keyOf('a'), ConsistentRead: true }));
    await client.send(new PutCommand({ TableName, Item: keyOf('b') }));
    release();
    await first;
  });

  test('a batch write returns the items of the transaction as unprocessed and writes its other items', async () => {
    const { client, hold: holdTransaction } = await setUp();
    const { there, release } = holdTransaction();
    const first = client.send(new TransactWriteCommand({ TransactItems: [put('a')] }));
    await there;
    const writes = ['a', 'b'].map((pk) => ({ PutRequest: { Item: keyOf(pk) } }));
    const answer = await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: writes } }));
    expect(answer.UnprocessedItems).toEqual({ [TableName]: [writes[0]] });
    release();
    await first;
    const { Items } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': 'b' },
      }),
    );
    expect(Items).toEqual([keyOf('b')]);
  });
});

test('an eventually consistent read can return a slightly older state', async () => {
  const { client } = await setUp({ lagMs: 60_000 });
  await client.send(new PutCommand({ TableName, Item: keyOf('a') }));
  const get = async (ConsistentRead: boolean) =>
    (await client.send(new GetCommand({ TableName, Key: keyOf('a'), ConsistentRead }))).Item;
  const batch = async (ConsistentRead: boolean) => {
    const RequestItems = { [TableName]: { Keys: [keyOf('a')], ConsistentRead } };
    return (await client.send(new BatchGetCommand({ RequestItems }))).Responses;
  };
  const query = async (ConsistentRead: boolean) => {
    const condition = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'a' } };
    return (await client.send(new QueryCommand({ TableName, ...condition, ConsistentRead }))).Items;
  };
  expect(await Promise.all([get(true), batch(true), query(true)])).toEqual([
    keyOf('a'),
    { [TableName]: [keyOf('a')] },
    [keyOf('a')],
  ]);
  expect(await Promise.all([get(false), batch(false), query(false)])).toEqual([
    undefined,
    { [TableName]: [] },
    [],
  ]);
});

test('a write is throttled if its partition key has already used its write units for this second', async () => {
  const { client, report } = await setUp({ writeUnits: 2 });
  const write = (pk: string) => client.send(new PutCommand({ TableName, Item: keyOf(pk) }));
  await write('a');
  await write('a');
  expect((await errorOf(write('a'))).name).toBe('ThrottlingException');
  await write('b');
  const both = client.send(new TransactWriteCommand({ TransactItems: [put('b'), put('a')] }));
  expect(reasons(await errorOf(both))).toEqual(['None', 'ThrottlingError']);
  const requests = ['a', 'c'].map((pk) => ({ PutRequest: { Item: keyOf(pk) } }));
  const batch = await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
  expect(batch.UnprocessedItems).toEqual({ [TableName]: [requests[0]] });
  expect(report.toJSON().throttles).toEqual({
    'local dynamodb:PutItem a': 2,
    'local dynamodb:BatchWriteItem a': 1,
  });
});

test('the consumed capacity units are summed for each caller', async () => {
  const { as, client, report } = await setUp();
  await client.send(new PutCommand({ TableName, Item: keyOf('a') }));
  await as('Reader').send(new GetCommand({ TableName, Key: keyOf('a'), ConsistentRead: true }));
  await as('Reader').send(new GetCommand({ TableName, Key: keyOf('a') }));
  expect(report.toJSON().calls).toEqual({
    'local PutItem': { calls: 1, readUnits: 0, writeUnits: 1, errors: {} },
    'Reader GetItem': { calls: 2, readUnits: 1.5, writeUnits: 0, errors: {} },
  });
});

test('clients in different namespaces of the proxy do not see the tables of each other', async () => {
  const { as } = await setUp();
  const other = as('local', 'elsewhere');
  expect((await other.send(new ListTablesCommand({}))).TableNames).toEqual([]);
  const error = await errorOf(other.send(new GetCommand({ TableName, Key: keyOf('a') })));
  expect(error.name).toBe('ResourceNotFoundException');
  expect((await as('local').send(new ListTablesCommand({}))).TableNames).toEqual([TableName]);
});
