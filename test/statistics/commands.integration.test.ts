import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../../infra/cli/admin/registry.ts';
import { EXIT_CODES, runAdmin } from '../../infra/cli/admin/run.ts';
import { parseStreamRecord } from '../../shared/platform/dynamodb/stream-change.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';
import { addChangesToCounters } from '../../shared/statistics/counting.ts';
import { ITEM_COUNTERS_LEDGER } from '../../shared/statistics/store/counters.ts';
import { createAccountsContext, makeUser, NOW } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { readStreamRecords } from '../support/engine/stream.ts';
import { addressOf, connect } from '../support/wallets.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
  for (let number = 0; number < 3; number += 1) await makeUser(createAccountsContext(table), { plan: 'pro' });
  await addChangesToCounters(table, (await readStreamRecords(table)).map(parseStreamRecord));
});
afterAll(() => table.stop());

async function admin(words: string) {
  let out = '';
  let err = '';
  const code = await runAdmin(COMMANDS, words.split(' '), {
    environment: { DYNAMODB_ENDPOINT: table.endpoint, TABLE_NAME: table.name },
    now: NOW,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    ask: async () => undefined,
  });
  return { code, out, err };
}

const RECOUNT_COMMAND = 'stats recount --wait-seconds 0';

test('the command "stats recount" prints and corrects a wrong counter', async () => {
  expect(await admin(RECOUNT_COMMAND)).toMatchObject({ code: EXIT_CODES.done, err: '' });
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: ITEMS.statisticsGroup.key({ ledger: ITEM_COUNTERS_LEDGER, group: 'USERS' }),
      UpdateExpression: 'ADD #name :some',
      ExpressionAttributeNames: { '#name': 'pro#user' },
      ExpressionAttributeValues: { ':some': 4 },
    }),
  );
  const wrong = await admin(`${RECOUNT_COMMAND} --json`);
  expect(wrong.code).toBe(EXIT_CODES.done);
  expect(JSON.parse(wrong.out)).toEqual([
    { counter: 'USERS|pro#user', stored: '7', recounted: '3', corrected: true },
  ]);
  const again = await admin(`${RECOUNT_COMMAND} --json`);
  expect([again.code, JSON.parse(again.out)]).toEqual([EXIT_CODES.done, []]);
});

test('the command "lists repair" adds users and wallets to the lists if their stream records were not delivered', async () => {
  await connect(table, 'usr_listed', 'u', addressOf(1));
  const before = await admin(`${RECOUNT_COMMAND} --json`);
  expect(before.code).not.toBe(EXIT_CODES.done);
  expect(JSON.parse(before.out)).toEqual([
    { counter: 'WALLETS|active', stored: '0', recounted: '1', corrected: false },
  ]);
  for (let run = 1; run <= 2; run += 1) {
    const repaired = await admin('lists repair --json');
    expect(repaired).toMatchObject({ code: EXIT_CODES.done });
    expect(JSON.parse(repaired.out)).toEqual({ placed: 4 });
    expect(await admin(RECOUNT_COMMAND)).toMatchObject({ code: EXIT_CODES.done });
    expect(JSON.parse((await admin('user list --json')).out)).toHaveLength(3);
  }
});

test('the command "stats recount" fails if an item of the table cannot be read', async () => {
  const key = ITEMS.user.key({ userId: 'usr_damaged' });
  await table.client.send(new PutCommand({ TableName: table.name, Item: { ...key, plan: 'none' } }));
  const { code, err } = await admin(RECOUNT_COMMAND);
  expect(code).not.toBe(EXIT_CODES.done);
  expect(err).toContain('1 items of the table cannot be read');
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: key }));
});
