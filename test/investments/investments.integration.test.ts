import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { investments } from '../../shared/investments/contract/documentation.ts';
import { transactionResult } from '../../shared/investments/contract/responses.ts';
import { OBSERVATION_DELAY_MS } from '../../shared/investments/domain/growth-index.ts';
import { getInvestment } from '../../shared/investments/investments.ts';
import { recordIndexObservations } from '../../shared/investments/observations.ts';
import { readPortfolio } from '../../shared/investments/reports/portfolio.ts';
import { deposit, withdraw } from '../../shared/investments/settlement/settle-transaction.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import {
  createInvestorHelpers,
  DAY_MS,
  observationOf,
  passObservedDays,
  publish,
  T0,
  verify,
} from '../support/ledger.ts';

/** Time limit of a test in milliseconds, for many operations on a busy machine. */
const PATIENCE_MS = 180_000;

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const { newInvestor, list, history } = createInvestorHelpers(() => table);

describe('the value of an investment', () => {
  test(
    'an investment earns a newly observed APY only after the observation delay',
    async () => {
      const record = await publish(table, { current_apy: 0 });
      const ann = newInvestor();
      await ann.deposit(record.id, '1000');
      ann.nowMs += 100 * DAY_MS;
      expect((await list(ann)).data[0]).toMatchObject({ value: '1000', earned: '0' });
      const nowMs = ann.nowMs;
      const observed = () => new Date(nowMs);
      const higher = { ...record, current_apy: 12 };
      expect(await recordIndexObservations(table, [observationOf(higher)], observed)).toMatchObject({
        indexes: 1,
      });
      expect(await recordIndexObservations(table, [observationOf(higher)], observed)).toMatchObject({
        indexes: 0,
      });
      expect((await list(ann)).data[0]).toMatchObject({ value: '1000' });
      await passObservedDays(ann, higher, 365);
      ann.nowMs += OBSERVATION_DELAY_MS;
      expect((await list(ann)).data[0]).toMatchObject({ earned: '119.999999', earned_percent: 11.999999 });
    },
    PATIENCE_MS,
  );

  test('the value stops growing after seven days without an observation of the strategy', async () => {
    const { id } = await publish(table, { current_apy: 12 });
    const ann = newInvestor();
    await ann.deposit(id, '1000');
    ann.nowMs += 7 * DAY_MS;
    const [after] = (await list(ann)).data;
    ann.nowMs += 100 * DAY_MS;
    expect((await list(ann)).data[0]).toMatchObject({ value: after?.value, earned: '2.17579' });
  });

  test('an investment is never worth less than the deposited amount while the APY is positive', async () => {
    const record = await publish(table, { current_apy: 7.3 });
    const ann = newInvestor();
    await ann.deposit(record.id, '10');
    ann.nowMs += 12_345;
    for (let i = 0; i < 5; i += 1) {
      const { investment } = await ann.deposit(record.id, '100.000001');
      expect(investment.earned).toMatch(/^\d/);
      ann.nowMs += 7;
    }
  });

  test('the value does not change while the strategy is unlisted', async () => {
    const record = await publish(table, { current_apy: 12 });
    const ann = newInvestor();
    await ann.deposit(record.id, '1000');
    await recordIndexObservations(
      table,
      [observationOf({ ...record, status: 'unlisted' })],
      () => new Date(T0),
    );
    ann.nowMs += OBSERVATION_DELAY_MS;
    const [then] = (await list(ann)).data;
    ann.nowMs += 365 * DAY_MS;
    expect((await list(ann)).data[0]?.value).toBe(then?.value);
  });

  test('a withdrawal of everything pays exactly the value that the list of investments shows', async () => {
    const { id } = await publish(table, { current_apy: 7.3 });
    const ann = newInvestor();
    const { investment_id } = await ann.deposit(id, '12.345678');
    ann.nowMs += 12_345_678_901;
    const [shown] = (await list(ann)).data;
    expect((await ann.withdraw(investment_id, 'all')).amount).toBe(shown?.value);
  });
});

describe('the list of investments', () => {
  test('the list can be filtered by status and strategy', async () => {
    const ann = newInvestor();
    const records = await Promise.all(Array.from({ length: 7 }, () => publish(table)));
    const ids: string[] = [];
    for (const { id } of records) ids.push((await ann.deposit(id, '10')).investment_id);
    for (const at of [1, 4]) await ann.withdraw(ids[at] ?? '', 'all');
    const page = async (query: Record<string, string>) => {
      const { data, pagination } = await list(ann, query);
      return [data.map(({ id }) => ids.indexOf(id)), pagination.total];
    };
    expect(await page({})).toEqual([[6, 5, 4, 3, 2, 1, 0], 7]);
    expect(await page({ status: 'closed' })).toEqual([[4, 1], 2]);
    expect(await page({ status: 'active', per_page: '2', page: '2' })).toEqual([[3, 2], 5]);
    expect(await page({ per_page: '3', page: '4' })).toEqual([[], 7]);
    expect(await page({ strategy_id: records[4]?.id ?? '' })).toEqual([[4], 1]);
    expect(await page({ strategy_id: records[4]?.id ?? '', status: 'active' })).toEqual([[], 0]);
    expect(await page({ strategy_id: records[4]?.id ?? '', page: '2' })).toEqual([[], 1]);
    expect(await page({ strategy_id: 'strat_none' })).toEqual([[], 0]);
  });

  test('the list and the history of an account without deposits are empty', async () => {
    const newcomer = newInvestor();
    expect(await list(newcomer)).toMatchObject({ data: [], pagination: { total: 0, total_pages: 0 } });
    expect(await history(newcomer)).toMatchObject({ data: [], pagination: { total: 0 } });
    expect(await history(newcomer, { strategy_id: 'x', from: '2026-01-01' })).toMatchObject({ data: [] });
  });
});

describe('the portfolio of an account', () => {
  test('the portfolio totals agree with the list of investments', async () => {
    const ann = newInvestor();
    const usdc = await publish(table, { current_apy: 4 });
    const ether = await publish(table, {
      chain: 'ethereum',
      asset: 'ETH',
      underlying_assets: ['ETH'],
      current_apy: 8,
      stablecoin: false,
    });
    const { investment_id } = await ann.deposit(usdc.id, '3000');
    await ann.deposit(ether.id, '0.5');
    const [newest, first] = (await list(ann)).data;
    const now = new Date(ann.nowMs);
    expect((await getInvestment(table, ann.ownerId, investment_id, now)).data).toEqual(first);
    await expect(getInvestment(table, 'usr_other', investment_id, now)).rejects.toMatchObject({
      code: 'investment_not_found',
    });
    expect(newest?.asset).toBe('ETH');
    const known: Record<string, number> = { USDC: 1, ETH: 2_000 };
    const totals = (prices: Record<string, number>) =>
      readPortfolio(
        { table, prices: async () => ({ priceOf: (asset) => prices[asset], asOf: null }) },
        { account: ann.ownerId, now },
      );
    expect((await totals(known)).data).toMatchObject({
      value_usd: 4_000,
      principal_usd: 4_000,
      earned_usd: 0,
      weighted_apy: 5,
      investments: 2,
      by_chain: [
        { name: 'base', value_usd: 3_000 },
        { name: 'ethereum', value_usd: 1_000, weighted_apy: 8 },
      ],
      unpriced_assets: [],
    });
    expect((await totals({ USDC: 1 })).data).toMatchObject({ value_usd: 3_000, unpriced_assets: ['ETH'] });
  });
});

describe('the investments of the end users of an account', () => {
  test('two end users who deposit into the same strategy have separate investments', async () => {
    const { id } = await publish(table);
    const other = await publish(table);
    const ann = newInvestor(1);
    const put = (strategy_id: string, user_id: string | undefined, amount: string) =>
      deposit(ann.dependencies, { strategy_id, amount, user_id }, ann.caller());
    await put(id, undefined, '10');
    await put(id, 'bea', '20');
    await put(other.id, 'bea', '25');
    await put(id, 'cy#1/x', '30');
    const shown = async (query: Record<string, string> = {}) =>
      (await list(ann, query)).data.map(({ user_id, principal }) => [user_id, principal]);
    expect(await shown()).toEqual([
      [null, '10'],
      ['bea', '25'],
      ['bea', '20'],
      ['cy#1/x', '30'],
    ]);
    expect(await shown({ user_id: '' })).toEqual([[null, '10']]);
    expect(await shown({ user_id: 'bea', strategy_id: id })).toEqual([['bea', '20']]);
    expect(await shown({ user_id: 'nobody' })).toEqual([]);
    const second = await list(ann, { page: '2', per_page: '3' });
    expect([second.pagination.total, second.data.length]).toEqual([4, 1]);
    const all = await history(ann, { per_page: '3' });
    expect([all.pagination.total, all.data.map(({ user_id }) => user_id)]).toEqual([4, [null, 'bea', 'bea']]);
    const value = async (userId?: string) => {
      const prices = async () => ({ priceOf: () => 1, asOf: null });
      const request = { account: ann.ownerId, userId, now: new Date(ann.nowMs) };
      const { data } = await readPortfolio({ table, prices }, request);
      return investments.portfolio.response.parse(data).value_usd;
    };
    expect([await value(), await value(''), await value('bea')]).toEqual([85, 10, 45]);
  });

  test('a withdrawal by investment id is recorded in the ledger for the end user of the investment', async () => {
    const { id } = await publish(table);
    const [ann, ben] = [newInvestor(), newInvestor()];
    const body = { strategy_id: id, amount: '20', user_id: 'bea' };
    const { data } = await deposit(ann.dependencies, body, ann.caller());
    const { investment_id } = transactionResult.parse(data);
    const now = new Date(ann.nowMs);
    expect((await getInvestment(table, ann.ownerId, investment_id, now)).data).toMatchObject({
      user_id: 'bea',
    });
    const paid = await withdraw(ann.dependencies, { investment_id, amount: '5' }, ann.caller());
    expect(transactionResult.parse(paid.data)).toMatchObject({
      user_id: 'bea',
      investment: { principal: '15' },
    });
    const stolen = withdraw(ben.dependencies, { investment_id, all: true }, ben.caller());
    await expect(stolen).rejects.toMatchObject({ code: 'investment_not_found' });
  });

  test('an idempotency key is rejected when it is sent again for another end user', async () => {
    const { id } = await publish(table);
    const ann = newInvestor();
    const put = (user_id: string) =>
      deposit(
        ann.dependencies,
        { strategy_id: id, amount: '20', user_id },
        { ...ann.caller(), idempotencyKey: 'once' },
      );
    const first = await put('bea');
    expect((await put('bea')).data).toEqual(first.data);
    await expect(put('cy')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect((await list(ann)).data).toHaveLength(1);
  });
});

test('after all tests of this file, the ledger is balanced', async () => {
  const report = await verify(table);
  expect(report.differences).toEqual([]);
  expect(report.moving).toEqual([]);
  expect(report.entries).toBeGreaterThan(20);
  const journals = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'LEDGER#usr_1' },
    }),
  );
  // No item may be much larger than the 1 KB of one write unit.
  for (const item of journals.Items ?? []) expect(JSON.stringify(item).length).toBeLessThan(2_048);
});
