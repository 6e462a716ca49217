import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordIndexObservations } from '../../../shared/investments/observations.ts';
import { deposit } from '../../../shared/investments/settlement/settle-transaction.ts';
import { startCapacityMeter } from '../../../shared/platform/dynamodb/meter.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { engineChecksRoles } from '../../support/engine/engine.ts';
import { runAndRecordCalls } from '../../support/engine/metered.ts';
import {
  buildLedgerDependencies,
  createInvestorHelpers,
  Investor,
  observationOf,
  passObservedDays,
  publish,
  T0,
  verify,
} from '../../support/ledger.ts';

/** Time limit of a test in milliseconds, for many operations on a busy machine. */
const PATIENCE_MS = 180_000;

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const { newInvestor, list, history } = createInvestorHelpers(() => table);

describe('a deposit into the sandbox ledger', () => {
  test('a deposit opens an investment and returns the transaction and the investment', async () => {
    const { id } = await publish(table);
    const ann = newInvestor();
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

  test.skipIf(engineChecksRoles())(
    'after the first deposit, each small deposit, withdrawal or move needs only one database read and one write',
    async () => {
      const { id } = await publish(table);
      const ann = newInvestor();
      const first = await runAndRecordCalls(table, () => ann.deposit(id, '20', 'k1'));
      const second = await runAndRecordCalls(table, () => ann.deposit(id, '20', 'k2'));
      const [read, write] = ['BatchGetItemCommand', 'TransactWriteItemsCommand'];
      const poolReadCommands = ['GetItemCommand', 'QueryCommand'];
      const largeDepositCalls = await runAndRecordCalls(table, () => ann.deposit(id, '2000'));
      expect([first.calls, second.calls, largeDepositCalls.calls]).toEqual([
        [read, ...poolReadCommands, write],
        [read, write],
        [read, ...poolReadCommands, write],
      ]);
      const { investment_id } = second.value;
      const out = await runAndRecordCalls(table, () => ann.withdraw(investment_id, '1', 'k3'));
      const { id: other } = await publish(table);
      await ann.deposit(other, '20');
      const moved = await runAndRecordCalls(table, () => ann.move(investment_id, other, '10', 'k4'));
      expect([out.calls, moved.calls]).toEqual([
        [read, write],
        [read, write],
      ]);
    },
  );

  test('a later deposit into a strategy adds to its existing investment, even to a closed one', async () => {
    const { id } = await publish(table);
    const ann = newInvestor();
    const first = await ann.deposit(id, '100');
    const more = await ann.deposit(id, '50.000001');
    expect(more.investment).toMatchObject({ id: first.investment_id, principal: '150.000001' });
    expect((await ann.withdraw(first.investment_id, 'all')).investment.status).toBe('closed');
    const again = await ann.deposit(id, '10');
    expect(again.investment).toMatchObject({ id: first.investment_id, status: 'active', principal: '10' });
    expect((await list(ann)).data).toHaveLength(1);
  });

  test('deposits are listed in the requested order on every page', async () => {
    const ann = newInvestor();
    for (const [name, days] of [
      ['Bravo', 1],
      ['Alfa', 4],
      ['Charlie', 2],
    ] as const) {
      const record = await publish(table, { name, current_apy: 4 * days });
      await ann.deposit(record.id, '100');
      await passObservedDays(ann, record, days);
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
  ] as const)('a deposit into a strategy that is %s is rejected', async (status, code) => {
    const { id } = await publish(table, { status });
    await expect(newInvestor().deposit(id, '100')).rejects.toMatchObject({ code });
  });

  test('a deposit into an unknown strategy is rejected', async () => {
    await expect(newInvestor().deposit('strat_nothing', '100')).rejects.toMatchObject({
      code: 'strategy_not_found',
    });
  });

  test('a deposit into a paused sandbox pool is rejected, even if the stored strategy is still listed', async () => {
    const record = await publish(table);
    const ann = newInvestor();
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

  test('a deposit into a strategy with several assets always uses the same asset', async () => {
    for (const underlying_assets of [
      ['WBTC', 'USDC'],
      ['USDC', 'WBTC'],
    ]) {
      const { id } = await publish(table, {
        asset: underlying_assets.join('-'),
        underlying_assets,
        min_deposit: 0,
      });
      const result = await newInvestor().deposit(id, '0.000001');
      expect(result).toMatchObject({ asset: 'USDC', amount: '0.000001' });
    }
  });

  test('a deposit into an existing investment uses the asset of the first deposit', async () => {
    const { id } = await publish(table, { underlying_assets: ['WBTC'], asset: 'WBTC', min_deposit: 0 });
    const ann = newInvestor();
    await ann.deposit(id, '0.00000001');
    await publish(table, { id, underlying_assets: ['USDC', 'WBTC'], asset: 'USDC-WBTC', min_deposit: 0 });
    expect(await ann.deposit(id, '0.00000001')).toMatchObject({ asset: 'WBTC' });
    const otherAssetDeposit = deposit(
      ann.dependencies,
      { strategy_id: id, amount: '1', asset: 'USDC' },
      ann.caller(),
    );
    await expect(otherAssetDeposit).rejects.toThrow(/body\.asset/);
  });

  test('the wallet address of a deposit is stored with its EIP-55 checksum', async () => {
    const { id } = await publish(table);
    const ann = newInvestor();
    const wallet_address = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';
    const reply = await deposit(
      ann.dependencies,
      { strategy_id: id, amount: '10', wallet_address },
      ann.caller(),
    );
    expect(reply.data).toMatchObject({ wallet_address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' });
  });
});

describe('the minimum deposit in USD', () => {
  const ether = { asset: 'ETH', underlying_assets: ['ETH'], stablecoin: false, min_deposit: 100 };

  test('the minimum deposit in USD is converted to the asset at its known price', async () => {
    const { id } = await publish(table, ether);
    const ann = newInvestor(3_000);
    await expect(ann.deposit(id, '0.033333333333333333')).rejects.toMatchObject({
      code: 'below_minimum_deposit',
      details: { minimum: '0.033333333333333334', asset: 'ETH', min_deposit_usd: 100 },
    });
    await ann.deposit(id, '0.033333333333333334');
  });

  test('if the price of a stablecoin is unknown, the check of the minimum deposit uses a price of 1 USD', async () => {
    const { id } = await publish(table, { min_deposit: 100 });
    await expect(newInvestor().deposit(id, '99.999999')).rejects.toMatchObject({
      code: 'below_minimum_deposit',
    });
    await newInvestor().deposit(id, '100');
  });

  test('the minimum deposit is not checked when the price of the asset is unknown', async () => {
    const { id } = await publish(table, ether);
    await newInvestor().deposit(id, '0.000000000000000001');
  });
});

describe('the deposit cap and settlement of the sandbox', () => {
  test('sandbox deposits into a strategy never exceed the TVL that the source reports', async () => {
    const { id } = await publish(table, { tvl: 1_000 });
    const [ann, ben] = [newInvestor(), newInvestor()];
    await expect(ann.deposit(id, '1000000000000')).rejects.toMatchObject({
      code: 'deposit_cap_exceeded',
      details: { available: '1000', asset: 'USDC', tvl_usd: 1_000 },
    });
    await ann.deposit(id, '600');
    await expect(ben.deposit(id, '400.000001')).rejects.toMatchObject({ details: { available: '400' } });
    await ben.deposit(id, '400');
  });

  test.each(['twenty people', 'one person'])(
    'the deposit cap is not exceeded by concurrent deposits of %s',
    async (who) => {
      const { id } = await publish(table, { tvl: 1_000 });
      const one = newInvestor();
      const deposits = Array.from({ length: 20 }, () => {
        const person = who === 'twenty people' ? newInvestor() : one;
        return person.deposit(id, '300');
      });
      const outcomes = await Promise.allSettled(deposits);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected')
          expect(outcome.reason).toMatchObject({
            code: 'deposit_cap_exceeded',
            details: { available: '100' },
          });
      }
    },
  );

  test('the response to every sandbox transaction has the settlement "sandbox"', async () => {
    const { id } = await publish(table);
    const ann = newInvestor();
    expect(await ann.deposit(id, '10')).toMatchObject({
      settlement: 'sandbox',
      investment: { settlement: 'sandbox' },
    });
    expect((await list(ann)).data[0]).toMatchObject({ settlement: 'sandbox' });
    expect((await history(ann)).data[0]).toMatchObject({ settlement: 'sandbox' });
  });

  test('a deposit into a strategy without a vault is rejected in a deployment without a sandbox', async () => {
    const { id } = await publish(table);
    const live = new Investor('usr_live', buildLedgerDependencies(table, { sandbox: false }));
    await expect(live.deposit(id, '10')).rejects.toMatchObject({ code: 'settlement_unavailable' });
  });
});

// Amazon's DynamoDB Local counts the write units of transactions differently from DynamoDB on AWS.
test.skipIf(engineChecksRoles())(
  'a deposit or withdrawal with an idempotency key costs at most 12 write units',
  async () => {
    const { id } = await publish(table);
    const ann = newInvestor();
    await ann.deposit(id, '500', 'first');
    const costs: number[] = [];
    const meter = startCapacityMeter(table.client);
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

describe('an invalid deposit request', () => {
  test('an invalid request writes nothing to the database', async () => {
    const { id } = await publish(table);
    const paused = await publish(table, { status: 'paused' });
    const ann = newInvestor();
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

  test('the error for an amount with too many decimals names the asset and its decimals', async () => {
    const { id } = await publish(table);
    await expect(newInvestor().deposit(id, '1.0000001')).rejects.toThrow(
      'body.amount: must have at most 6 decimal places, the precision of USDC',
    );
  });
});

test('after all tests of this file, the ledger is balanced', async () => {
  expect(await verify(table)).toMatchObject({ differences: [], moving: [] });
});
