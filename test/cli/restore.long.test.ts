import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../../infra/cli/admin/registry.ts';
import { EXIT_CODES, runAdmin } from '../../infra/cli/admin/run.ts';
import { withTable } from '../../infra/emulator/dynamodb/table.ts';
import { getGatewayKey } from '../../shared/access/credentials.ts';
import { user as userRoutes } from '../../shared/accounts/contract/documentation.ts';
import { getUser } from '../../shared/accounts/store/users.ts';
import { investments as investmentsRoutes } from '../../shared/investments/contract/documentation.ts';
import { batchPut, type Item } from '../../shared/platform/dynamodb/batch.ts';
import { scanPages } from '../../shared/platform/dynamodb/query-all.ts';
import { strategies as strategiesRoutes } from '../../shared/strategies/contract/documentation.ts';
import { createAccountsContext, makeKey, makeUser } from '../support/accounts.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';
import { present } from '../support/present.ts';

let before: E2eStack | undefined;
let after: E2eStack | undefined;
beforeAll(async () => {
  before = await startE2e({ catalogSize: 50 });
}, 180_000);
afterAll(async () => {
  await after?.stop();
  await before?.stop();
});

/** Runs a command of the runbook on the restored table. */
async function admin(restored: E2eStack, words: string) {
  const output: string[] = [];
  const code = await runAdmin(COMMANDS, [...words.split(' '), '--json'], {
    environment: { DYNAMODB_ENDPOINT: restored.stack.dynamodbEndpoint, TABLE_NAME: restored.table.name },
    now: new Date(),
    out: (text) => output.push(text),
    err: (text) => output.push(text),
    ask: async () => 'y',
  });
  expect([code, output]).toEqual([EXIT_CODES.done, output]);
  return JSON.parse(output.join('\n'));
}

async function exported(service: E2eStack): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of scanPages(service.table)) items.push(...page);
  return items;
}

test('after a restore of the table to a new stack, the new API has the same keys, balances and catalog', async () => {
  if (before === undefined) throw new Error('There is nothing to export.');
  const source = before;
  const accounts = createAccountsContext(source.table);
  const user = await makeUser(accounts, { plan: 'pro' });
  const { text: key } = await makeKey(accounts, user.id);
  await expect.poll(async () => (await getGatewayKey(source.table, user.id)).key_id).toBeDefined();
  const strategies = await source.call(strategiesRoutes.list, { key, query: { per_page: '5' } });
  const strategy = present(strategies.data[0]);
  const body = { strategy_id: strategy.id, amount: '250' };
  expect((await source.call(investmentsRoutes.deposit, { key, body })).status).toBe(201);
  const investments = await source.call(investmentsRoutes.list, { key });
  const items = await exported(source);
  await source.stop();
  before = undefined;

  // The new stack runs no jobs, neither the ingestion nor the repair of gateway keys.
  after = await startE2e({
    catalogSize: 0,
    jobs: false,
    seed: (location) => withTable(location, (table) => batchPut(table, items)),
  });
  const restored = after;
  expect(await admin(restored, 'ledger verify')).toMatchObject({ differences: [] });
  const repair = restored.stack.functions
    .logicalIds()
    .find((id) => id.startsWith('AccountsRepairGatewayKeys'));
  expect((await restored.invokeJob(repair ?? '')).kind).toBe('returned');

  // The new gateway has none of the keys, so each account gets a new one.
  const [compared] = restored.logs().match(/"Gateway keys are compared".*/) ?? [];
  expect(compared).toMatch(/"made":[1-9]/);
  expect((await getGatewayKey(restored.table, user.id)).key_id).toBeDefined();
  const profile = await restored.call(userRoutes.profile, { key });
  expect([profile.status, profile.data.plan]).toEqual([200, 'pro']);
  expect((await restored.call(strategiesRoutes.list, { key, query: { per_page: '5' } })).body).toEqual(
    strategies.body,
  );
  const held = present((await restored.call(investmentsRoutes.list, { key })).data[0]);
  expect(held).toMatchObject({ id: investments.data[0]?.id, strategy_id: strategy.id });
  const withdrawal = { investment_id: held.id, amount: '100' };
  expect((await restored.call(investmentsRoutes.withdraw, { key, body: withdrawal })).status).toBe(201);
  expect(await admin(restored, 'ledger verify')).toMatchObject({ differences: [] });
  expect((await getUser(restored.table, user.id))?.plan).toBe('pro');
}, 300_000);
