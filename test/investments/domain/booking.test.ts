import { describe, expect, test } from 'vitest';
import {
  bookLedgerOrder,
  type LedgerOrder,
  type RecordedTransaction,
  type RecordingContext,
} from '../../../shared/investments/domain/booking.ts';
import { createFirstIndexSegment, RAY } from '../../../shared/investments/domain/growth-index.ts';
import { NEW_OWNER_HEAD } from '../../../shared/investments/domain/ledger-entry.ts';
import type { StreamTails } from '../../../shared/investments/domain/lists/streams.ts';
import { transactionResultView } from '../../../shared/investments/domain/views.ts';
import { DAY_MS, T0 } from './support/cases.ts';

const strategyAsset = { strategyId: 'strat_a', strategyName: 'A', chain: 'base', asset: 'USDC', decimals: 6 };
const segments = [createFirstIndexSegment(T0, 10)];

/**
 * Posts an order after the transaction `before`. If `before` is undefined, posts it as the first order of the owner.
 */
function following(
  before: RecordedTransaction | undefined,
  order: LedgerOrder,
  changes: Partial<RecordingContext> = {},
): RecordedTransaction {
  return bookLedgerOrder(order, {
    transactionId: `txn_${(before?.entry.sequence ?? 0) + 1}`,
    ownerId: 'usr_a',
    nowMs: T0,
    status: 'confirmed',
    head: before?.head ?? NEW_OWNER_HEAD,
    strategyAsset,
    segments,
    position: before?.entry.position,
    tails: before?.tails ?? {},
    priceUsd: 1,
    ...changes,
  });
}

const depositOrder: LedgerOrder = { type: 'deposit', amount: 1_000_000n, walletAddress: undefined };
const all: LedgerOrder = { type: 'withdrawal', amount: 'all' };

describe('posting a ledger entry', () => {
  test('a ledger entry says whether it opens, closes or reopens its investment', () => {
    const first = following(undefined, depositOrder);
    const second = following(first, depositOrder);
    const third = following(second, all);
    const fourth = following(third, depositOrder);
    const summaries = [first, second, third, fourth].map(({ entry, head }) => [
      entry.sequence,
      entry.transition,
      head.opened,
      head.active,
    ]);
    expect(summaries).toEqual([
      [1, 'opened', 1, 1],
      [2, undefined, 1, 1],
      [3, 'closed', 1, 0],
      [4, 'reopened', 1, 1],
    ]);
    expect(fourth.head).toMatchObject({ deposits: 3, withdrawals: 1 });
  });

  test('a ledger entry gets the time of the previous entry when the clock is behind that time', () => {
    const first = following(undefined, depositOrder, { nowMs: T0 + DAY_MS });
    const second = following(first, depositOrder, { nowMs: T0 });
    expect(second.entry.atMs).toBe(T0 + DAY_MS);
    expect(second.entry.index).toBe(first.entry.index);
  });

  test('an investment keeps its wallet address until a deposit names another address', () => {
    const first = following(undefined, { ...depositOrder, walletAddress: '0xA' });
    const second = following(first, depositOrder);
    const third = following(second, { ...depositOrder, walletAddress: '0xB' });
    expect([first, second, third].map(({ entry }) => entry.position.walletAddress)).toEqual([
      '0xA',
      '0xA',
      '0xB',
    ]);
  });

  test('ledger entries are numbered separately by strategy, by type, and by strategy and type', () => {
    const first = following(undefined, depositOrder);
    const second = following(first, { type: 'withdrawal', amount: 1n });
    const third = following(second, depositOrder);
    const listed = (tails: StreamTails) =>
      Object.fromEntries(Object.entries(tails).map(([name, tail]) => [name, tail.map((at) => at.sequence)]));
    expect([first, second, third].map(({ head, tails }) => [listed(head.tails), listed(tails)])).toEqual([
      [{ deposit: [1] }, { all: [1], deposit: [1] }],
      [
        { deposit: [1], withdrawal: [2] },
        { all: [1, 2], deposit: [1], withdrawal: [2] },
      ],
      [
        { deposit: [1, 3], withdrawal: [2] },
        { all: [1, 2, 3], deposit: [1, 3], withdrawal: [2] },
      ],
    ]);
    expect(third.chunk).toBeUndefined();
  });

  test('every ledger entry contains the hash of the previous entry', () => {
    const first = following(undefined, depositOrder);
    const other = following(undefined, depositOrder, { transactionId: 'txn_other' });
    expect(following(first, depositOrder).entry.digest).not.toBe(following(other, depositOrder).entry.digest);
    expect(following(first, depositOrder).entry.digest).toBe(following(first, depositOrder).entry.digest);
  });

  test('a withdrawal of more than the balance is rejected with the available amount', () => {
    const first = following(undefined, depositOrder);
    const excessiveWithdrawal: LedgerOrder = { type: 'withdrawal', amount: 1_000_001n };
    expect(() => following(first, excessiveWithdrawal)).toThrow(
      'The investment is worth 1 USDC. Withdraw that amount or less, or send all: true.',
    );
    expect(() => following(following(first, all), all)).toThrow('The investment is closed');
  });

  test('a withdrawal from a position that is worth less than one base unit is rejected with "nothing to withdraw"', () => {
    const first = following(undefined, { ...depositOrder, amount: 1n });
    const halved = { fromMs: T0 + DAY_MS, index: RAY / 2n, apyPercent: 0, rate: 0n };
    const one: LedgerOrder = { type: 'withdrawal', amount: 1n };
    expect(() => following(first, one, { nowMs: T0 + DAY_MS, segments: [halved] })).toThrow(
      'The investment is worth less than 0.000001 USDC, the smallest amount of this asset. There is nothing to withdraw.',
    );
  });

  test('the response to a withdrawal takes all its values from the ledger entry', () => {
    const first = following(undefined, depositOrder);
    const yearly = { fromMs: T0 + 365 * DAY_MS - 1, index: (RAY * 11n) / 10n, apyPercent: 0, rate: 0n };
    const out = following(first, all, { nowMs: T0 + 365 * DAY_MS, segments: [yearly] });
    expect(transactionResultView(out.entry)).toMatchObject({
      type: 'withdrawal',
      amount: '1.1',
      realized_earnings: '0.1',
      value_after: '0',
      investment: { status: 'closed', closed_at: '2027-01-01T00:00:00.000Z', total_deposited: '1' },
    });
  });
});
