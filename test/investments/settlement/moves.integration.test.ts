import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { investments } from '../../../shared/investments/contract/documentation.ts';
import { listHistory } from '../../../shared/investments/reports/history.ts';
import { move } from '../../../shared/investments/settlement/settle-transaction.ts';
import { getTransaction } from '../../../shared/investments/transactions/get-transaction.ts';
import { startCapacityMeter } from '../../../shared/platform/dynamodb/meter.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { buildLedgerDependencies, DAY_MS, Investor, publish, verify } from '../../support/ledger.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

let people = 0;
function newInvestor(): Investor {
  people += 1;
  return new Investor(`usr_mover${people}`, buildLedgerDependencies(table));
}

/** Returns an investor with 100 in one strategy, and a second strategy. */
async function invested(changes: Partial<StrategyRecord> = {}) {
  const [from, to] = [
    await publish(table, { current_apy: 10, min_deposit: 0 }),
    await publish(table, changes),
  ];
  const who = newInvestor();
  const { investment_id: investmentId } = await who.deposit(from.id, '100');
  return { who, from, to, investmentId };
}

const historyOf = async (who: Investor, strategyId: string) =>
  (await listHistory(table, who.ownerId, investments.history.query.parse({ strategy_id: strategyId }))).data;

describe('a move between strategies', () => {
  test('a move is a withdrawal and a deposit of the same amount at the same time', async () => {
    const { who, from, to, investmentId } = await invested();
    who.nowMs += DAY_MS;
    const { withdrawal, deposit } = await who.move(investmentId, to.id, '40');
    expect(withdrawal).toMatchObject({ type: 'withdrawal', amount: '40', strategy_id: from.id });
    expect(deposit).toMatchObject({ type: 'deposit', amount: '40', strategy_id: to.id, value_after: '40' });
    expect([withdrawal.counterpart_id, deposit.counterpart_id]).toEqual([deposit.id, withdrawal.id]);
    expect(withdrawal.created_at).toBe(deposit.created_at);
    const [left, arrived] = [await historyOf(who, from.id), await historyOf(who, to.id)];
    expect(left.map(({ id }) => id)).toEqual([withdrawal.id, expect.any(String)]);
    expect(arrived.map(({ id }) => id)).toEqual([deposit.id]);
  });

  test('a move of everything closes the investment in the first strategy', async () => {
    const { who, to, investmentId } = await invested();
    who.nowMs += 5 * DAY_MS;
    const { withdrawal, deposit } = await who.move(investmentId, to.id, 'all');
    expect(withdrawal.investment).toMatchObject({ status: 'closed', value: '0' });
    expect(Number(deposit.amount)).toBeGreaterThan(100);
    expect(deposit.amount).toBe(withdrawal.amount);
    // A move back into the closed investment.
    const moveBack = await who.move(deposit.investment_id, withdrawal.strategy_id, 'all');
    expect(moveBack.deposit.investment).toMatchObject({ status: 'active', id: investmentId });
  });

  test('if concurrent moves have the same idempotency key, only one move is recorded in the ledger', async () => {
    const { who, to, investmentId } = await invested();
    const answers = await Promise.all([1, 2, 3].map(() => who.move(investmentId, to.id, '15', 'once')));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await historyOf(who, to.id)).toHaveLength(1);
    await expect(who.move(investmentId, to.id, '16', 'once')).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  test('a move changes nothing when its withdrawal or its deposit is rejected', async () => {
    const { who, from, to, investmentId } = await invested({ min_deposit: 50 });
    const weth = await publish(table, { asset: 'WETH', underlying_assets: ['WETH'] });
    const [small, paused] = [await publish(table, { tvl: 10 }), await publish(table, { status: 'paused' })];
    const refused = [
      [investmentId, to.id, '100.000001', 'insufficient_balance'],
      [investmentId, to.id, '49', 'below_minimum_deposit'],
      [investmentId, 'strat_none', '60', 'strategy_not_found'],
      ['inv_none', to.id, '60', 'investment_not_found'],
      [investmentId, from.id, '60', 'move_unavailable'],
      [investmentId, weth.id, '60', 'move_unavailable'],
      [investmentId, small.id, '60', 'deposit_cap_exceeded'],
      [investmentId, paused.id, '60', 'strategy_not_accepting_deposits'],
    ] as const;
    for (const [source, target, amount, code] of refused) {
      await expect(who.move(source, target, amount), code).rejects.toMatchObject({ code });
    }
    expect(await historyOf(who, from.id)).toHaveLength(1);
    expect(await historyOf(who, to.id)).toEqual([]);
  });

  test('a move for an end user affects only the sub-account of that user', async () => {
    const [from, to] = [await publish(table), await publish(table)];
    const account = newInvestor();
    const bea = new Investor(`${account.ownerId}/bea`, account.dependencies);
    const { investment_id } = await bea.deposit(from.id, '100');
    const { data } = await move(
      account.dependencies,
      { investment_id, to_strategy_id: to.id, amount: '25' },
      account.caller(),
    );
    expect(data).toMatchObject({ withdrawal: { user_id: 'bea' }, deposit: { user_id: 'bea' } });
  });

  test('concurrent moves neither create nor lose money', async () => {
    const { who, from, to, investmentId } = await invested({ min_deposit: 0 });
    const there = await who.move(investmentId, to.id, '50');
    const moves = Array.from({ length: 12 }, (_, i) =>
      i % 2 === 0 ? who.move(investmentId, to.id, '1') : who.move(there.deposit.investment_id, from.id, '1'),
    );
    await Promise.all(moves);
    const paid = [
      await who.withdraw(investmentId, 'all'),
      await who.withdraw(there.deposit.investment_id, 'all'),
    ];
    expect(paid.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(100);
  });

  test('a move costs fewer write units than a withdrawal and a deposit', async () => {
    const { who, to, investmentId } = await invested();
    await who.move(investmentId, to.id, '20');
    const meter = startCapacityMeter(table.client);
    await who.move(investmentId, to.id, '20', 'metered');
    meter.stop();
    expect(meter.writeUnits).toBeLessThan(20);
  });
});

describe('a transaction in the ledger', () => {
  test('a transaction can be read by its id, but only by the account that made it', async () => {
    const { who, to, investmentId } = await invested();
    const { deposit } = await who.move(investmentId, to.id, '20');
    const { investment: _, ...transaction } = deposit;
    expect(await getTransaction(table, who.ownerId, deposit.id)).toEqual({ data: transaction });
    const bea = new Investor(`${who.ownerId}/bea`, who.dependencies);
    const { id } = await bea.deposit(to.id, '30');
    expect(await getTransaction(table, who.ownerId, id)).toMatchObject({ data: { id, user_id: 'bea' } });
    for (const [owner, transactionId] of [
      [newInvestor().ownerId, deposit.id],
      [who.ownerId, `${deposit.id}0`],
      [who.ownerId, deposit.id.replace(/^txn_./, 'txn_!')],
    ] as const) {
      await expect(getTransaction(table, owner, transactionId)).rejects.toMatchObject({
        code: 'transaction_not_found',
      });
    }
  });
});

test('after all tests of this file, the ledger is balanced', async () => {
  expect((await verify(table)).differences).toEqual([]);
});
