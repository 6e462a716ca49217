import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AttributeValue,
  DeleteItemCommand,
  type DynamoDBClient,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  createLocalDatabaseClient,
  enableStream,
  ensureTable,
} from '../../../infra/emulator/dynamodb/create.ts';
import { type DatabaseEngine, startDatabaseEngine } from '../../../infra/emulator/dynamodb/engine.ts';
import { readTables } from '../../../infra/emulator/dynamodb/resources.ts';
import { Checkpoints } from '../../../infra/emulator/jobs/checkpoints.ts';
import { StreamConsumer } from '../../../infra/emulator/jobs/consumer.ts';
import { readStreamMappings, type StreamMapping } from '../../../infra/emulator/jobs/resources.ts';
import { StreamClient } from '../../../infra/emulator/jobs/stream-client.ts';
import { LocalFunctions } from '../../../infra/emulator/lambda/functions.ts';
import { readAssembly } from '../../../infra/emulator/template/assembly.ts';
import { lambda, type Resources, writeAssembly } from '../support/assembly.ts';

/** A function that logs each batch as a line. It fails for a record whose key starts with `bad`. */
const RECORDER_HANDLER_SOURCE = `export const handler = async ({ Records }) => {
  const keys = Records.map((record) => record.eventName[0] + ':' + record.dynamodb.Keys.pk.S);
  console.log(JSON.stringify({ keys, source: Records[0].eventSourceARN, region: Records[0].awsRegion }));
  const bad = Records.find((record) => record.dynamodb.Keys.pk.S.startsWith('bad'));
  return { batchItemFailures: bad ? [{ itemIdentifier: bad.dynamodb.SequenceNumber }] : [] };
};`;

function template(mapping: Record<string, unknown>): Resources {
  return {
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      },
    },
    Recorder: lambda('recorder'),
    Mapping: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
        FunctionName: { Ref: 'Recorder' },
        StartingPosition: 'TRIM_HORIZON',
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ...mapping,
      },
    },
  };
}

const line = z.object({ keys: z.array(z.string()), source: z.string(), region: z.string() });

let engine: DatabaseEngine;
let client: DynamoDBClient;
let directory: string;
let functions: LocalFunctions;
let notes: string[];
const consumers: StreamConsumer[] = [];

beforeEach(async () => {
  engine = await startDatabaseEngine();
  client = createLocalDatabaseClient(engine.endpoint);
  notes = [];
});
afterEach(async () => {
  const stopping = consumers.splice(0).map((consumer) => consumer.stop());
  await functions.stop();
  await Promise.all(stopping);
  client.destroy();
  await engine.stop();
  rmSync(directory, { recursive: true });
});

async function prepare(properties: Record<string, unknown> = {}): Promise<StreamMapping> {
  directory = writeAssembly(template(properties), { recorder: RECORDER_HANDLER_SOURCE });
  const assembly = readAssembly(directory);
  for (const table of readTables(assembly.resources)) {
    await ensureTable(client, table);
    await enableStream(client, table);
  }
  functions = new LocalFunctions({ assembly, endpoint: engine.endpoint, logFile: join(directory, 'log') });
  const [mapping] = readStreamMappings(assembly.resources, functions);
  if (mapping === undefined) throw new Error('The template has no mapping.');
  return mapping;
}

async function consume(mapping: StreamMapping, checkpoints = new Checkpoints()): Promise<StreamConsumer> {
  const streams = new StreamClient(engine.endpoint);
  const log = (message: string) => notes.push(message);
  const consumer = new StreamConsumer({ mapping, client: streams, checkpoints, log });
  await consumer.start();
  consumers.push(consumer);
  return consumer;
}

const put = (pk: string, more: Record<string, AttributeValue> = {}) =>
  client.send(new PutItemCommand({ TableName: 'App-Table', Item: { pk: { S: pk }, ...more } }));
const remove = (pk: string) =>
  client.send(new DeleteItemCommand({ TableName: 'App-Table', Key: { pk: { S: pk } } }));

async function batches() {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile(join(directory, 'log'), { encoding: 'utf8', flag: 'a+' });
  return text
    .split('\n')
    .filter(Boolean)
    .map((one) => line.parse(JSON.parse(one)));
}
const delivered = async () => (await batches()).flatMap(({ keys }) => keys);

test('the stream consumer delivers changes in order, in batches of at most the configured size', async () => {
  const mapping = await prepare({ BatchSize: 2 });
  await put('a');
  await put('b');
  await consume(mapping);
  await put('a', { n: { N: '1' } });
  await remove('b');
  await expect.poll(delivered).toEqual(['I:a', 'I:b', 'M:a', 'R:b']);
  for (const { keys, source, region } of await batches()) {
    expect(keys.length).toBeLessThanOrEqual(2);
    expect(source).toMatch(/^arn:aws:dynamodb:.*:table\/App-Table\/stream\//);
    expect(region).toBe('us-east-1');
  }
});

test('the stream consumer does not deliver records that the filter drops', async () => {
  const pattern = JSON.stringify({ dynamodb: { Keys: { pk: { S: [{ prefix: 'KEY#' }] } } } });
  await consume(await prepare({ FilterCriteria: { Filters: [{ Pattern: pattern }] } }));
  await put('KEY#1');
  await put('OTHER#1');
  await put('KEY#1');
  await put('KEY#2');
  await expect.poll(delivered).toEqual(['I:KEY#1', 'I:KEY#2']);
});

test('the stream consumer delivers later records after it has dropped a record that keeps failing', async () => {
  await consume(await prepare({ MaximumRetryAttempts: 1, BisectBatchOnFunctionError: true }));
  await put('bad');
  await put('good');
  await expect.poll(() => notes).toEqual(['Stream records were given up']);
  await expect.poll(async () => (await batches()).at(-1)?.keys).toEqual(['I:good']);
});

test('with the starting position LATEST, the stream consumer delivers only changes after its start', async () => {
  const mapping = await prepare({ StartingPosition: 'LATEST' });
  await put('before');
  await consume(mapping);
  await put('after');
  await expect.poll(delivered).toEqual(['I:after']);
});

describe('a stream consumer with positions in a file', () => {
  test('after a restart, a stream consumer continues at the position that is stored in the file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'positions-'));
    const file = join(folder, 'positions.json');
    const mapping = await prepare();
    const checkpoints = new Checkpoints(file);
    const first = await consume(mapping, checkpoints);
    await put('one');
    await expect.poll(delivered).toEqual(['I:one']);
    await first.stop();
    checkpoints.save();
    await put('two');
    const again = new Checkpoints(file);
    const second = await consume(mapping, again);
    await expect.poll(delivered).toEqual(['I:one', 'I:two']);
    await second.stop();
    again.save();
    rmSync(folder, { recursive: true });
  });
});
