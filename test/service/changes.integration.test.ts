import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { ITEM_COUNTERS_LEDGER, readCounters } from '../../shared/statistics/store/counters.ts';
import { createAccountsContext, makeUser } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { readStreamRecords } from '../support/engine/stream.ts';

/** A record in the wire format of the stream, as the embedded database writes it. */
const record = z.custom<DynamoDBRecord>((value) => typeof value === 'object' && value !== null);

let table: EmbeddedTable;
let handler: (event: DynamoDBStreamEvent) => Promise<{ batchItemFailures: { itemIdentifier: string }[] }>;
let records: DynamoDBRecord[];

const isUser = (record: DynamoDBRecord) => record.dynamodb?.Keys?.sk?.S === 'USER';
const readUserCount = async () => {
  const counters =
    (await readCounters(table, ITEM_COUNTERS_LEDGER)).get('USERS') ?? new Map<string, bigint>();
  return [...counters.values()].reduce((sum, value) => sum + value, 0n);
};

beforeAll(async () => {
  table = await startTable();
  for (let number = 0; number < 6; number += 1) await makeUser(createAccountsContext(table));
  records = record
    .array()
    .parse(await readStreamRecords(table))
    .filter(isUser);
  vi.stubEnv('DYNAMODB_ENDPOINT', table.endpoint);
  vi.stubEnv('TABLE_NAME', table.name);
  vi.stubEnv('LOG_LEVEL', 'silent');
  vi.resetModules();
  ({ handler } = await import('../../functions/service/follow-changes.ts'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await table.stop();
});

test('the stream handler reports a record that it cannot process as a batch item failure', async () => {
  const poisoned = records.map((record, index) =>
    index === 3
      ? { ...record, dynamodb: { ...record.dynamodb, NewImage: { plan: { S: 'no such plan' } } } }
      : record,
  );
  const { batchItemFailures } = await handler({ Records: poisoned });
  expect(batchItemFailures).toEqual([{ itemIdentifier: records[3]?.dynamodb?.SequenceNumber }]);
  expect(await readUserCount()).toBe(3n);
  expect(await handler({ Records: poisoned.slice(4) })).toEqual({ batchItemFailures: [] });
  expect(await readUserCount()).toBe(5n);
});

test('a batch of stream records that is delivered twice is counted once', async () => {
  expect(await handler({ Records: records })).toEqual({ batchItemFailures: [] });
  expect(await handler({ Records: records.toReversed() })).toEqual({ batchItemFailures: [] });
  expect(await readUserCount()).toBe(6n);
});
