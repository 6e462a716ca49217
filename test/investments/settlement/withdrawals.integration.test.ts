import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adjustInvestment } from '../../../shared/investments/adjustments.ts';
import { recordIndexObservations } from '../../../shared/investments/observations.ts';
import { withdraw } from '../../../shared/investments/settlement/settle-transaction.ts';
import { putStrategies } from '../../../shared/strategies/store/strategies.ts';
import { at } from '../../support/at.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import {
  createInvestorHelpers,
  type Investor,
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

describe('a withdrawal from the sandbox', () => {
  test(
    'the response to a withdrawal has the realized earnings of the withdrawn amount',
    async () => {
      const record = await publish(table, { current_apy: 10 });
      const ann = newInvestor();
      const { investment_id } = await ann.deposit(record.id, '1000');
      await passObservedDays(ann, record, 365);
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

  test('a withdrawal of more than the value of the investment is rejected, and the error states the available amount', async () => {
    const { id } = await publish(table);
    const ann = newInvestor();
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

  test('a withdrawal from the investment of another account returns the same error as an unknown investment', async () => {
    const { id } = await publish(table);
    const { investment_id } = await newInvestor().deposit(id, '100');
    const refusals = await Promise.all(
      [investment_id, 'inv_', 'inv_nothing', 'strat_1', investment_id.toUpperCase()].map((wrong) =>
        newInvestor()
          .withdraw(wrong, 'all')
          .then(
            () => 'paid',
            (error: unknown) => JSON.stringify(['code', 'message', 'details'].map((name) => at(error, name))),
          ),
      ),
    );
    expect(new Set(refusals).size).toBe(1);
    expect(refusals[0]).toContain('investment_not_found');
  });

  test('a sandbox withdrawal to a wallet address with a wrong EIP-55 checksum is rejected', async () => {
    const { id } = await publish(table);
    const ann = newInvestor();
    const { investment_id } = await ann.deposit(id, '100');
    const wallet_address = '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
    const out = withdraw(ann.dependencies, { investment_id, wallet_address, all: true }, ann.caller());
    await expect(out).rejects.toThrow(/body\.wallet_address: .*wrong EIP-55 checksum/);
  });

  test.each(['unlisted', 'paused'] as const)(
    'a withdrawal from a strategy that is %s is paid',
    async (status) => {
      const record = await publish(table);
      const ann = newInvestor();
      const { investment_id } = await ann.deposit(record.id, '100');
      await putStrategies(table, [{ ...record, status }]);
      await recordIndexObservations(table, [observationOf({ ...record, status })], () => new Date(T0));
      expect(await ann.withdraw(investment_id, 'all')).toMatchObject({ amount: '100' });
    },
  );
});

describe('an adjustment by an operator', () => {
  const adjust = (who: Investor, investmentId: string, amount: string, reference = 'r1') =>
    adjustInvestment(who.dependencies, {
      ownerId: who.ownerId,
      investmentId,
      amount,
      reason: 'The vault was robbed',
      reference,
      now: new Date(who.nowMs),
    });

  test('an adjustment changes the value of an investment without a payment', async () => {
    const { id } = await publish(table);
    const ann = newInvestor();
    const { investment_id } = await ann.deposit(id, '100');
    const { id: first } = await adjust(ann, investment_id, '-30.5');
    expect(await adjust(ann, investment_id, '-30.5')).toMatchObject({ id: first });
    const [entry] = (await history(ann, { type: 'adjustment' })).data;
    expect(entry).toMatchObject({ id: first, amount: '-30.5', reason: 'The vault was robbed' });
    expect((await list(ann)).data[0]).toMatchObject({ value: '69.5', principal: '100', earned: '-30.5' });
    await adjust(ann, investment_id, '0.5', 'r2');
    expect((await list(ann)).data[0]).toMatchObject({ value: '70', total_withdrawn: '0' });
  });

  test('an adjustment can reduce the value of a position to zero, but not below zero', async () => {
    const { id } = await publish(table);
    const ann = newInvestor();
    const { investment_id } = await ann.deposit(id, '100');
    await expect(adjust(ann, investment_id, '-100.000001')).rejects.toMatchObject({
      code: 'insufficient_balance',
    });
    await adjust(ann, investment_id, '-100', 'r2');
    expect((await list(ann)).data[0]).toMatchObject({ status: 'closed', realized_earnings: '-100' });
  });
});

test('after all tests of this file, the ledger is balanced', async () => {
  expect(await verify(table)).toMatchObject({ differences: [], moving: [] });
});
