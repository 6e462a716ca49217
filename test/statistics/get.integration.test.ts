import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { putVaultComparison } from '../../shared/investments/store/onchain/vault-comparisons.ts';
import { adminStatistics } from '../../shared/statistics/contract/documentation.ts';
import { statistics } from '../../shared/statistics/contract/responses.ts';
import { collectRequests } from '../../shared/statistics/requests.ts';
import { storeDailyStatistics } from '../../shared/statistics/statistics.ts';
import { pricedSharesInBaseUnits } from '../../shared/strategies/domain/vault-figures.ts';
import { putVault, recordVaultFigures } from '../../shared/strategies/records.ts';
import { putStrategies } from '../../shared/strategies/store/strategies.ts';
import { createAccountsContext, makeKey, makeUser } from '../support/accounts.ts';
import { buildVaultRecord, repeatByteAsAddress } from '../support/chain/vault-transactions.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { processAllStreamRecords } from '../support/engine/stream.ts';
import { type LoadedHandlers, loadHandlers } from '../support/handlers.ts';
import { buildLedgerDependencies, Investor, publish } from '../support/ledger.ts';
import { connect } from '../support/wallets.ts';

const route = adminStatistics.statistics;
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

let table: EmbeddedTable;
let handlers: LoadedHandlers;
let adminKey: string;

beforeAll(async () => {
  table = await startTable();
  handlers = await loadHandlers(table);
  const accounts = createAccountsContext(table);
  const admin = await makeUser(accounts, { role: 'admin' });
  adminKey = (await makeKey(accounts, admin.id)).text;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await table.stop();
});

/** Waits until eventually consistent reads see all writes. Then returns the response with the statistics. */
async function readStatistics() {
  await table.settle();
  return handlers.send(route, {}, adminKey);
}

test('only an administrator may read the statistics', async () => {
  const user = await makeUser(createAccountsContext(table), { plan: 'pro' });
  const { text } = await makeKey(createAccountsContext(table), user.id);
  expect((await handlers.send(route, {}, null)).status).toBe(401);
  expect((await handlers.send(route, {}, text)).status).toBe(403);
  expect((await handlers.send(route, { query: { plan: 'pro' } }, adminKey)).status).toBe(400);
});

test('the statistics are 0 before anything was counted', async () => {
  const { status, data, meta } = await readStatistics();
  expect(status).toBe(200);
  expect(data.users).toEqual({
    total: 0,
    by_plan: { free: 0, pro: 0, enterprise: 0 },
    by_role: { user: 0, admin: 0 },
  });
  expect(data.catalog).toEqual({ strategies: null, as_of: null, age_seconds: null });
  expect(meta.prices_as_of).toBeNull();
});

test('the statistics show accounts, wallets and deposits after the stream follower has counted them', async () => {
  const { id } = await makeUser(createAccountsContext(table));
  await connect(table, id, 'end-user', ADDRESS);
  const investor = new Investor(id, buildLedgerDependencies(table));
  investor.nowMs = Date.now();
  const record = await publish(table, { min_deposit: 0, current_apy: 0 });
  const strategyId = record.id;
  const { investment } = await investor.deposit(strategyId, '250.5');
  investor.nowMs += 1;
  await investor.withdraw(investment.id, '50.25');
  const before = await readStatistics();
  expect(before.data.positions.active).toBe(0);

  await processAllStreamRecords(table);
  const { data } = await readStatistics();
  expect(statistics.parse(data)).toMatchObject({
    // The user with the Enterprise plan is the one that `loadHandlers` created.
    users: { total: 4, by_plan: { free: 2, pro: 1, enterprise: 1 }, by_role: { user: 3, admin: 1 } },
    api_keys: { active: 3 },
    wallet_connections: { total: 1, by_status: { active: 1, removed: 0 } },
    positions: {
      active: 1,
      by_chain: [{ chain: 'base', positions: 1 }],
      by_asset: [{ asset: 'USDC', principal: '200.25', value: '200.25', value_usd: null }],
    },
    transactions_24h: { deposits: { count: 1, by_asset: [{ asset: 'USDC', amount: '250.5' }] } },
    transactions_30d: { withdrawals: { count: 1, by_asset: [{ asset: 'USDC', amount: '50.25' }] } },
  });
  expect(data.requests_24h).toMatchObject({ until: null, admitted: 0, refused: 0 });
  expect(data.solvency).toMatchObject({ strategies: 1, unknown: 0, uncovered: 0 });
  await putStrategies(table, [{ ...record, tvl: 200 }]);
  const drained = await readStatistics();
  expect(drained.data.solvency).toEqual({
    strategies: 1,
    unknown: 0,
    uncovered: 1,
    largest_uncovered: [
      { strategy_id: strategyId, asset: 'USDC', owed: '200.25', owed_usd: 200.25, tvl_usd: 200 },
    ],
    vaults: { strategies: 0, unknown: 0, uncovered: 0, largest_uncovered: [] },
  });
});

test('the statistics show in which vaults wallets have fewer shares than the ledger says', async () => {
  const now = Date.now();
  const found = {
    at_ms: now,
    block: 7,
    owed: 9n,
    held: 4n,
    lacking: 5n,
    lacking_wallets: 2,
    unknown_wallets: 0,
  };
  const ids = ['strat_lacking', 'strat_old', 'strat_sound', 'strat_alone'];
  for (const [i, strategy_id] of ids.entries()) {
    const address = repeatByteAsAddress(`a${i}`);
    await putVault(table, buildVaultRecord({ strategy_id, address }));
    const kept = { strategy_id, vault: address, wallets: 3, asked_at_ms: now };
    const sound = { ...found, lacking: 0n, lacking_wallets: 0 };
    if (strategy_id === 'strat_lacking') await putVaultComparison(table, { ...kept, found });
    if (strategy_id === 'strat_sound') await putVaultComparison(table, { ...kept, found: sound });
    if (strategy_id === 'strat_old')
      await putVaultComparison(table, { ...kept, found: { ...found, at_ms: 0 } });
  }
  await recordVaultFigures(table, 'strat_lacking', [
    { atMs: now, block: 1, price: pricedSharesInBaseUnits(6), assets: 1n },
  ]);
  const { data } = await readStatistics();
  expect(statistics.parse(data).solvency.vaults).toEqual({
    strategies: 3,
    unknown: 1,
    uncovered: 1,
    largest_uncovered: [
      {
        strategy_id: 'strat_lacking',
        asset: 'USDC',
        owed: '0.000009',
        owed_usd: null,
        lacking: '0.000005',
        lacking_usd: null,
        lacking_wallets: 2,
        block_number: 7,
        compared_at: new Date(now).toISOString(),
      },
    ],
  });
});

test('the statistics count admitted and rejected requests separately', async () => {
  const now = new Date();
  await processAllStreamRecords(table);
  await collectRequests(table, now);
  const { data } = await readStatistics();
  // All requests so far with a valid credential. Two of them were rejected, but not by the rate limit.
  expect(data.requests_24h).toMatchObject({ until: now.toISOString(), admitted: 7, refused: 0 });
});

test('the statistics have one data point for each day on which the daily job ran', async () => {
  const earlier = new Date(Date.now() - 2 * 86_400_000);
  await storeDailyStatistics(table, { priceOf: () => 2, asOf: null }, earlier);
  await storeDailyStatistics(
    table,
    { priceOf: () => 2, asOf: null },
    new Date(Date.now() - 100 * 86_400_000),
  );
  const { handler } = await import('../../functions/investments/verify.ts');
  await handler();
  const { data } = await readStatistics();
  const { days, users, positions, transactions_24h } = statistics.parse(data);
  expect(days).toHaveLength(2);
  expect(days.map(({ day }) => day)).toEqual(days.map(({ as_of }) => as_of.slice(0, 10)));
  expect(days[0]?.as_of).toBe(earlier.toISOString());
  expect(days[0]).toMatchObject({ users: users.total, positions_value_usd: 400.5, deposits: { count: 0 } });
  expect(days[1]).toMatchObject({
    users: users.total,
    positions: positions.active,
    positions_value_usd: positions.value_usd,
    deposits: { count: transactions_24h.deposits.count },
    withdrawals: { count: 1 },
  });
});
