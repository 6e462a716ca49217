import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../../infra/cli/admin/registry.ts';
import { EXIT, runAdmin } from '../../infra/cli/admin/run.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';
import { countStates } from '../../shared/statistics/counting.ts';
import { stateOf } from '../../shared/statistics/stream-states.ts';
import { makeUser, NOW, testAccounts } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { streamRecords } from '../support/engine/stream.ts';
import { addressOf, connect } from '../support/wallets.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
  for (let number = 0; number < 3; number += 1) await makeUser(testAccounts(table), { plan: 'pro' });
  await countStates(table, (await streamRecords(table)).map(stateOf));
});
afterAll(() => table.stop());

async function admin(words: string, answer?: boolean) {
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
    ask: async () => (answer === undefined ? undefined : answer ? 'y' : 'n'),
  });
  return { code, out, err };
}

test('verify tells a counter that went wrong, and rebuild, once agreed to, mends it', async () => {
  expect(await admin('stats verify')).toMatchObject({ code: EXIT.done, err: '' });
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: ITEMS.statisticsGroup.key({ ledger: '0', group: 'USERS' }),
      UpdateExpression: 'ADD #name :some',
      ExpressionAttributeNames: { '#name': 'pro#user' },
      ExpressionAttributeValues: { ':some': 4 },
    }),
  );
  const wrong = await admin('stats verify --json');
  expect(wrong.code).not.toBe(EXIT.done);
  expect(JSON.parse(wrong.out)).toEqual([{ counter: 'USERS|pro#user', stored: '7', recounted: '3' }]);
  expect((await admin('stats rebuild', false)).code).not.toBe(EXIT.done);
  expect((await admin('stats verify')).code).not.toBe(EXIT.done);
  const rebuilt = await admin('stats rebuild --json', true);
  expect(JSON.parse(rebuilt.out)).toMatchObject({ generation: 1, counted: 3 });
  expect(await admin('stats verify')).toMatchObject({ code: EXIT.done });
});

test('lists repair puts on the lists whoever the stream did not tell of, and changes nothing the second time', async () => {
  await connect(table, 'usr_listed', 'u', addressOf(1));
  const before = await admin('stats verify --json');
  expect(JSON.parse(before.out)).toEqual([{ counter: 'WALLETS|active', stored: '0', recounted: '1' }]);
  for (let run = 1; run <= 2; run += 1) {
    const repaired = await admin('lists repair --json');
    expect(repaired).toMatchObject({ code: EXIT.done });
    expect(JSON.parse(repaired.out)).toEqual({ placed: 4 });
    expect(await admin('stats verify')).toMatchObject({ code: EXIT.done });
    expect(JSON.parse((await admin('user list --json')).out)).toHaveLength(3);
  }
});
