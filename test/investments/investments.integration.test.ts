import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adjustInvestment } from '../../shared/investments/adjustments.ts';
import { investments } from '../../shared/investments/contract/documentation.ts';
import { movementResult as movement } from '../../shared/investments/contract/responses.ts';
import { OBSERVATION_DELAY_MS } from '../../shared/investments/domain/growth-index.ts';
import { getInvestment, listHistory, listInvestments } from '../../shared/investments/investments.ts';
import { deposit } from '../../shared/investments/movements/deposits.ts';
import { depositAnywhere } from '../../shared/investments/movements/settlement.ts';
import { withdraw } from '../../shared/investments/movements/withdrawals.ts';
import { recordIndexObservations } from '../../shared/investments/observations.ts';
import { readPortfolio } from '../../shared/investments/reports/portfolio.ts';
import { startMeter } from '../../shared/platform/dynamodb/meter.ts';
import { putStrategies } from '../../shared/strategies/store/strategies.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { knowsRoles } from '../support/engine/engine.ts';
import { callsDuring } from '../support/engine/metered.ts';
import {
  DAY_MS,
  Investor,
  liveThrough,
  observationOf,
  portsOf,
  publish,
  T0,
  verify,
} from '../support/ledger.ts';

/** For stories of many steps on a busy machine. */
const PATIENCE_MS = 180_000;
let table: EmbeddedTable;
let people = 0;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

function someone(price?: number): Investor {
  people += 1;
  return new Investor(`usr_${people}`, portsOf(table, { priceUsd: async () => price }));
}

const list = (who: Investor, query: Record<string, string> = {}) =>
  listInvestments(table, who.ownerId, investments.list.query.parse(query), new Date(who.nowMs));
const history = (who: Investor, query: Record<string, string> = {}) =>
  listHistory(table, who.ownerId, investments.history.query.parse(query));

describe('a deposit', () => {
  test('opens an investment and answers with the transaction and the investment', async () => {
    const { id } = await publish(table);
    const ann = someone();
    const result = await ann.deposit(id, '250.5');
    expect(result).toMatchObject({
      type: 'deposit',
      status: 'confirmed',
      strategy_id: id,
      chain: 'base',
      asset: 'USDC',
      amount: '250.5',
      realized_earnings: '0',
      value_after: '250.5',
      wallet_address: null,
      created_at: '2026-01-01T12:00:00.000Z',
    });
    expect(result.investment).toMatchObject({
      id: result.investment_id,
      status: 'active',
      value: '250.5',
      principal: '250.5',
      earned: '0',
      earned_percent: 0,
      closed_at: null,
    });
  });

  test.skipIf(knowsRoles())(
    'takes two reads, the operators’ switches with the first, and one write, a small one after another a single read; a withdrawal one of each',
    async () => {
      const { id } = await publish(table);
      const ann = someone();
      const first = await callsDuring(table, () => ann.deposit(id, '20', 'k1'));
      const second = await callsDuring(table, () => ann.deposit(id, '20', 'k2'));
      const [read, pool, write] = ['BatchGetItemCommand', 'QueryCommand', 'TransactWriteItemsCommand'];
      const great = await callsDuring(table, () => ann.deposit(id, '2000'));
      expect([first.calls, second.calls, great.calls]).toEqual([
        [read, pool, write],
        [read, write],
        [read, pool, write],
      ]);
      const ports = { ...ann.ports, chains: () => [] };
      const body = { strategy_id: id, amount: '20' };
      const whole = await callsDuring(table, () => depositAnywhere(ports, body, ann.caller('k4')));
      expect(whole.calls).toEqual([read, write]);
      const out = await callsDuring(table, () => ann.withdraw(second.value.investment_id, '1', 'k3'));
      expect(out.calls).toEqual(['BatchGetItemCommand', 'TransactWriteItemsCommand']);
    },
  );

  test('adds to the investment that is there, and reopens a closed one', async () => {
    const { id } = await publish(table);
    const ann = someone();
    const first = await ann.deposit(id, '100');
    const more = await ann.deposit(id, '50.000001');
    expect(more.investment).toMatchObject({ id: first.investment_id, principal: '150.000001' });
    expect((await ann.withdraw(first.investment_id, 'all')).investment.status).toBe('closed');
    const again = await ann.deposit(id, '10');
    expect(again.investment).toMatchObject({ id: first.investment_id, status: 'active', principal: '10' });
    expect((await list(ann)).data).toHaveLength(1);
  });

  test('is listed in the order asked for, on whatever page', async () => {
    const ann = someone();
    for (const [name, days] of [
      ['Bravo', 1],
      ['Alfa', 4],
      ['Charlie', 2],
    ] as const) {
      const record = await publish(table, { name, current_apy: 4 * days });
      await ann.deposit(record.id, '100');
      await liveThrough(ann, record, days);
    }
    const names = async (query: Record<string, string>) =>
      (await list(ann, query)).data.map(({ strategy_name: name }) => name);
    expect(await names({})).toEqual(['Charlie', 'Alfa', 'Bravo']);
    expect(await names({ order: 'asc' })).toEqual(['Bravo', 'Alfa', 'Charlie']);
    expect(await names({ sort: 'strategy_name' })).toEqual(['Alfa', 'Bravo', 'Charlie']);
    expect(await names({ sort: 'strategy_name', per_page: '2', page: '2' })).toEqual(['Charlie']);
    const { data, pagination } = await list(ann, { sort: 'earned_percent' });
    const earned = data.map(({ earned_percent: percent }) => Number(percent));
    expect(earned).toEqual(earned.toSorted((a, b) => b - a));
    expect(new Set(earned).size).toBe(3);
    expect(pagination.total).toBe(3);
  });

  test.each([
    ['unlisted', 'strategy_not_accepting_deposits'],
    ['paused', 'strategy_not_accepting_deposits'],
  ] as const)('into an %s strategy is refused', async (status, code) => {
    const { id } = await publish(table, { status });
    await expect(someone().deposit(id, '100')).rejects.toMatchObject({ code });
  });

  test('into an unknown strategy is refused', async () => {
    await expect(someone().deposit('strat_nothing', '100')).rejects.toMatchObject({
      code: 'strategy_not_found',
    });
  });

  test('is refused by a pool that was told to stop, even if the strategy was read as listed', async () => {
    const record = await publish(table);
    const ann = someone();
    const first = await ann.deposit(record.id, '100');
    const stopped = { ...record, status: 'paused' as const };
    expect(await recordIndexObservations(table, [observationOf(stopped)], () => new Date(T0))).toMatchObject({
      gates: 1,
    });
    await expect(ann.deposit(record.id, '100')).rejects.toMatchObject({
      code: 'strategy_not_accepting_deposits',
    });
    await ann.withdraw(first.investment_id, '1');
    expect(await recordIndexObservations(table, [observationOf(record)], () => new Date(T0))).toMatchObject({
      gates: 1,
    });
    await ann.deposit(record.id, '100');
  });

  test('counts in one asset of a strategy that has several, whichever its source names first', async () => {
    for (const underlying_assets of [
      ['WBTC', 'USDC'],
      ['USDC', 'WBTC'],
    ]) {
      const { id } = await publish(table, {
        asset: underlying_assets.join('-'),
        underlying_assets,
        min_deposit: 0,
      });
      const result = await someone().deposit(id, '0.000001');
      expect(result).toMatchObject({ asset: 'USDC', amount: '0.000001' });
    }
  });

  test('goes on in the asset of the first deposit, and refuses one that is meant in another', async () => {
    const { id } = await publish(table, { underlying_assets: ['WBTC'], asset: 'WBTC', min_deposit: 0 });
    const ann = someone();
    await ann.deposit(id, '0.00000001');
    await publish(table, { id, underlying_assets: ['USDC', 'WBTC'], asset: 'USDC-WBTC', min_deposit: 0 });
    expect(await ann.deposit(id, '0.00000001')).toMatchObject({ asset: 'WBTC' });
    const meant = deposit(ann.ports, { strategy_id: id, amount: '1', asset: 'USDC' }, ann.caller());
    await expect(meant).rejects.toThrow(/body\.asset/);
  });

  test('keeps the wallet address in its EIP-55 form', async () => {
    const { id } = await publish(table);
    const ann = someone();
    const wallet_address = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';
    const reply = await deposit(ann.ports, { strategy_id: id, amount: '10', wallet_address }, ann.caller());
    expect(reply.data).toMatchObject({ wallet_address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' });
  });
});

describe('the minimum deposit in USD', () => {
  const ether = { asset: 'ETH', underlying_assets: ['ETH'], stablecoin: false, min_deposit: 100 };

  test('is compared at the known price, to the last base unit', async () => {
    const { id } = await publish(table, ether);
    const ann = someone(3_000);
    await expect(ann.deposit(id, '0.033333333333333333')).rejects.toMatchObject({
      code: 'below_minimum_deposit',
      details: { minimum: '0.033333333333333334', asset: 'ETH', min_deposit_usd: 100 },
    });
    await ann.deposit(id, '0.033333333333333334');
  });

  test('takes a stablecoin for a dollar when its price is not known', async () => {
    const { id } = await publish(table, { min_deposit: 100 });
    await expect(someone().deposit(id, '99.999999')).rejects.toMatchObject({ code: 'below_minimum_deposit' });
    await someone().deposit(id, '100');
  });

  test('is not asked for when no price is known', async () => {
    const { id } = await publish(table, ether);
    await someone().deposit(id, '0.000000000000000001');
  });
});

describe('a deposit in the sandbox', () => {
  test('never makes the books of a strategy exceed what it holds by its source', async () => {
    const { id } = await publish(table, { tvl: 1_000 });
    const [ann, ben] = [someone(), someone()];
    await expect(ann.deposit(id, '1000000000000')).rejects.toMatchObject({
      code: 'deposit_cap_exceeded',
      details: { available: '1000', asset: 'USDC', tvl_usd: 1_000 },
    });
    await ann.deposit(id, '600');
    await expect(ben.deposit(id, '400.000001')).rejects.toMatchObject({ details: { available: '400' } });
    await ben.deposit(id, '400');
  });

  test('says so in every answer', async () => {
    const { id } = await publish(table);
    const ann = someone();
    expect(await ann.deposit(id, '10')).toMatchObject({
      settlement: 'sandbox',
      investment: { settlement: 'sandbox' },
    });
    expect((await list(ann)).data[0]).toMatchObject({ settlement: 'sandbox' });
    expect((await history(ann)).data[0]).toMatchObject({ settlement: 'sandbox' });
  });

  test('is refused where books are no settlement', async () => {
    const { id } = await publish(table);
    const live = new Investor('usr_live', portsOf(table, { sandbox: false }));
    await expect(live.deposit(id, '10')).rejects.toMatchObject({ code: 'settlement_unavailable' });
  });
});

// Amazon's local engine charges transactions otherwise than the service does.
test.skipIf(knowsRoles())(
  'a movement costs at most 12 write units with a key, whatever has to be listed',
  async () => {
    const { id } = await publish(table);
    const ann = someone();
    await ann.deposit(id, '500', 'first');
    const costs: number[] = [];
    const meter = startMeter(table.client);
    for (let i = 0; i < 40; i += 1) {
      const before = meter.writeUnits;
      await ann.deposit(id, '10.123456', `key-${i}`);
      costs.push(meter.writeUnits - before);
    }
    meter.stop();
    expect(Math.max(...costs)).toBeLessThanOrEqual(12);
    expect(Math.min(...costs)).toBe(10);
  },
  PATIENCE_MS,
);

describe('a withdrawal', () => {
  test(
    'pays principal and yield, and says how much of it was yield',
    async () => {
      const record = await publish(table, { current_apy: 10 });
      const ann = someone();
      const { investment_id } = await ann.deposit(record.id, '1000');
      await liveThrough(ann, record, 365);
      const half = await ann.withdraw(investment_id, '550');
      expect(half).toMatchObject({ amount: '550', realized_earnings: '50', value_after: '549.999999' });
      const rest = await ann.withdraw(investment_id, 'all');
      expect(rest).toMatchObject({ type: 'withdrawal', amount: '549.999999', value_after: '0' });
      expect(rest.investment).toMatchObject({
        status: 'closed',
        principal: '0',
        earned: '0',
        earned_percent: null,
        realized_earnings: '99.999999',
        total_deposited: '1000',
        total_withdrawn: '1099.999999',
        closed_at: '2027-01-01T12:00:00.000Z',
      });
    },
    PATIENCE_MS,
  );

  test('of more than the value is refused and names what is there', async () => {
    const { id } = await publish(table);
    const ann = someone();
    const { investment_id } = await ann.deposit(id, '100');
    await expect(ann.withdraw(investment_id, '100.000001')).rejects.toMatchObject({
      code: 'insufficient_balance',
      details: { available: '100', asset: 'USDC' },
    });
    await ann.withdraw(investment_id, '100');
    for (const amount of ['all', '1']) {
      await expect(ann.withdraw(investment_id, amount)).rejects.toMatchObject({
        code: 'insufficient_balance',
      });
    }
  });

  test("of somebody else's investment is answered as of an unknown one", async () => {
    const { id } = await publish(table);
    const { investment_id } = await someone().deposit(id, '100');
    const refusals = await Promise.all(
      [investment_id, 'inv_', 'inv_nothing', 'strat_1', investment_id.toUpperCase()].map((wrong) =>
        someone()
          .withdraw(wrong, 'all')
          .then(
            () => 'paid',
            ({ code, message, details }) => JSON.stringify({ code, message, details }),
          ),
      ),
    );
    expect(new Set(refusals).size).toBe(1);
    expect(refusals[0]).toContain('investment_not_found');
  });

  test.each(['unlisted', 'paused'] as const)('from an %s strategy is paid', async (status) => {
    const record = await publish(table);
    const ann = someone();
    const { investment_id } = await ann.deposit(record.id, '100');
    await putStrategies(table, [{ ...record, status }]);
    await recordIndexObservations(table, [observationOf({ ...record, status })], () => new Date(T0));
    expect(await ann.withdraw(investment_id, 'all')).toMatchObject({ amount: '100' });
  });
});

describe('an adjustment', () => {
  const adjust = (who: Investor, investmentId: string, amount: string, reference = 'r1') =>
    adjustInvestment(who.ports, {
      ownerId: who.ownerId,
      investmentId,
      amount,
      reason: 'The vault was robbed',
      reference,
      now: new Date(who.nowMs),
    });

  test('changes the value, pays nothing, is seen in the history with its reason, and is booked once', async () => {
    const { id } = await publish(table);
    const ann = someone();
    const { investment_id } = await ann.deposit(id, '100');
    const { id: first } = await adjust(ann, investment_id, '-30.5');
    expect(await adjust(ann, investment_id, '-30.5')).toMatchObject({ id: first });
    const [entry] = (await history(ann, { type: 'adjustment' })).data;
    expect(entry).toMatchObject({ id: first, amount: '-30.5', reason: 'The vault was robbed' });
    expect((await list(ann)).data[0]).toMatchObject({ value: '69.5', principal: '100', earned: '-30.5' });
    await adjust(ann, investment_id, '0.5', 'r2');
    expect((await list(ann)).data[0]).toMatchObject({ value: '70', total_withdrawn: '0' });
  });

  test('can take everything, and no more', async () => {
    const { id } = await publish(table);
    const ann = someone();
    const { investment_id } = await ann.deposit(id, '100');
    await expect(adjust(ann, investment_id, '-100.000001')).rejects.toMatchObject({
      code: 'insufficient_balance',
    });
    await adjust(ann, investment_id, '-100', 'r2');
    expect((await list(ann)).data[0]).toMatchObject({ status: 'closed', realized_earnings: '-100' });
  });
});

describe('bad input', () => {
  test('writes nothing at all', async () => {
    const { id } = await publish(table);
    const paused = await publish(table, { status: 'paused' });
    const ann = someone();
    const count = async () =>
      (await table.client.send(new ScanCommand({ TableName: table.name, ConsistentRead: true }))).Count;
    const before = await count();
    for (const [attempt, code] of [
      [() => ann.deposit(id, '0.0000001', 'bad-1'), 'invalid_request'],
      [() => ann.deposit(id, '9'.repeat(78), 'bad-2'), 'invalid_request'],
      [() => ann.deposit('strat_none', '1', 'bad-3'), 'strategy_not_found'],
      [() => ann.deposit(id, '1'), 'below_minimum_deposit'],
      [() => ann.deposit(paused.id, '100'), 'strategy_not_accepting_deposits'],
      [() => ann.withdraw('inv_none', '1', 'bad-4'), 'investment_not_found'],
    ] as const) {
      await expect(attempt()).rejects.toMatchObject({ code });
    }
    expect(await count()).toBe(before);
  });

  test('names the asset and its decimals when there are too many', async () => {
    const { id } = await publish(table);
    await expect(someone().deposit(id, '1.0000001')).rejects.toThrow(
      'body.amount: must have at most 6 decimal places: USDC has no smaller unit',
    );
  });
});

describe('the value of a position', () => {
  test(
    'follows the APY as observed, from one observation delay after each',
    async () => {
      const record = await publish(table, { current_apy: 0 });
      const ann = someone();
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
      await liveThrough(ann, higher, 365);
      ann.nowMs += OBSERVATION_DELAY_MS;
      expect((await list(ann)).data[0]).toMatchObject({ earned: '119.999999', earned_percent: 11.999999 });
    },
    PATIENCE_MS,
  );

  test('stops growing when the strategy has not been observed for seven days', async () => {
    const { id } = await publish(table, { current_apy: 12 });
    const ann = someone();
    await ann.deposit(id, '1000');
    ann.nowMs += 7 * DAY_MS;
    const [after] = (await list(ann)).data;
    ann.nowMs += 100 * DAY_MS;
    expect((await list(ann)).data[0]).toMatchObject({ value: after?.value, earned: '2.17579' });
  });

  test('is never less than what was paid in, to the last unit, while nothing was lost', async () => {
    const record = await publish(table, { current_apy: 7.3 });
    const ann = someone();
    await ann.deposit(record.id, '10');
    ann.nowMs += 12_345;
    for (let i = 0; i < 5; i += 1) {
      const { investment } = await ann.deposit(record.id, '100.000001');
      expect(investment.earned.startsWith('-'), investment.earned).toBe(false);
      ann.nowMs += 7;
    }
  });

  test('stands still while the strategy is unlisted', async () => {
    const record = await publish(table, { current_apy: 12 });
    const ann = someone();
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

  test('never shows an amount that a withdrawal would not pay', async () => {
    const { id } = await publish(table, { current_apy: 7.3 });
    const ann = someone();
    const { investment_id } = await ann.deposit(id, '12.345678');
    ann.nowMs += 12_345_678_901;
    const [shown] = (await list(ann)).data;
    expect((await ann.withdraw(investment_id, 'all')).amount).toBe(shown?.value);
  });
});

describe('the list of investments', () => {
  test('filters by status and strategy with exact totals, newest first', async () => {
    const ann = someone();
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

  test('of somebody who never invested is empty, and so is the history', async () => {
    const nobody = someone();
    expect(await list(nobody)).toMatchObject({ data: [], pagination: { total: 0, total_pages: 0 } });
    expect(await history(nobody)).toMatchObject({ data: [], pagination: { total: 0 } });
    expect(await history(nobody, { strategy_id: 'x', from: '2026-01-01' })).toMatchObject({ data: [] });
  });
});

describe('one investment, and the totals of all', () => {
  test('are those of the list, in the asset and in USD', async () => {
    const ann = someone();
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

describe('the users of an account', () => {
  test('have books of their own, which lists and totals show together or one by one', async () => {
    const { id } = await publish(table);
    const other = await publish(table);
    const ann = someone(1);
    const put = (strategy_id: string, user_id: string | undefined, amount: string) =>
      deposit(ann.ports, { strategy_id, amount, user_id }, ann.caller());
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

  test('are named by an investment alone when it is paid, and by nobody else', async () => {
    const { id } = await publish(table);
    const [ann, ben] = [someone(), someone()];
    const body = { strategy_id: id, amount: '20', user_id: 'bea' };
    const { data } = await deposit(ann.ports, body, ann.caller());
    const { investment_id } = movement.parse(data);
    const now = new Date(ann.nowMs);
    expect((await getInvestment(table, ann.ownerId, investment_id, now)).data).toMatchObject({
      user_id: 'bea',
    });
    const paid = await withdraw(ann.ports, { investment_id, amount: '5' }, ann.caller());
    expect(movement.parse(paid.data)).toMatchObject({ user_id: 'bea', investment: { principal: '15' } });
    const stolen = withdraw(ben.ports, { investment_id, all: true }, ben.caller());
    await expect(stolen).rejects.toMatchObject({ code: 'investment_not_found' });
  });

  test('tell requests under one key apart', async () => {
    const { id } = await publish(table);
    const ann = someone();
    const put = (user_id: string) =>
      deposit(
        ann.ports,
        { strategy_id: id, amount: '20', user_id },
        { ...ann.caller(), idempotencyKey: 'once' },
      );
    const first = await put('bea');
    expect((await put('bea')).data).toEqual(first.data);
    await expect(put('cy')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect((await list(ann)).data).toHaveLength(1);
  });
});

test('the books of all of the above balance', async () => {
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
  // The largest items stay under the 1 KB of one write unit, or little above it.
  for (const item of journals.Items ?? []) expect(JSON.stringify(item).length).toBeLessThan(2_048);
});
