import { expect, test } from 'vitest';
import { buildEventText } from '../../clients/dashboard/src/notifications/event-texts.ts';
import {
  foldEventsByTransaction,
  transactionStrategyIdsOf,
} from '../../clients/dashboard/src/notifications/fold-events.ts';
import type { EventEnvelope } from '../../clients/sdk/src/index.ts';

const transactionEvent = (
  sequence: number,
  type: EventEnvelope['type'],
  data: Readonly<Record<string, unknown>> = {},
): EventEnvelope => ({
  id: `evt_${sequence}`,
  sequence,
  created_at: '2026-01-15T12:00:00.000Z',
  account: 'usr_1',
  type,
  data: {
    ...{ transaction_id: 'txn_1', transaction_type: 'deposit', strategy_id: 'strat_1' },
    ...{ asset: 'USDC', amount: '40.5', ...data },
  },
});
const SESSION_CREATED_EVENT: EventEnvelope = {
  ...transactionEvent(2, 'session.created'),
  data: { session_id: 'ses_1' },
};
const NAMES = new Map([['strat_1', 'Aave V3 USDC']]);

test('all events of one transaction are shown as one row, at the place of the latest event', () => {
  const [confirmed, pending] = [
    transactionEvent(3, 'investment.confirmed'),
    transactionEvent(1, 'investment.pending'),
  ];
  expect(foldEventsByTransaction([confirmed, SESSION_CREATED_EVENT, pending])).toEqual([
    { event: confirmed, earlier: [pending] },
    { event: SESSION_CREATED_EVENT, earlier: [] },
  ]);
});

test('events of different transactions, and events without a transaction, are shown in separate rows', () => {
  const events = [
    transactionEvent(4, 'investment.pending', { transaction_id: 'txn_2' }),
    transactionEvent(3, 'investment.pending'),
    SESSION_CREATED_EVENT,
    { ...SESSION_CREATED_EVENT, id: 'evt_1', sequence: 1 },
  ];
  expect(foldEventsByTransaction(events).map(({ event }) => event)).toEqual(events);
});

test('transactionStrategyIdsOf returns the strategy ids of transaction events only, each id once and sorted', () => {
  const rows = foldEventsByTransaction([
    transactionEvent(5, 'investment.pending', { transaction_id: 'txn_3', strategy_id: 'strat_2' }),
    transactionEvent(4, 'investment.pending', { transaction_id: 'txn_2' }),
    transactionEvent(3, 'investment.pending'),
    // An event of an alert contains the name of its strategy.
    transactionEvent(2, 'strategy.unlisted', { strategy_id: 'strat_3', strategy_name: 'Morpho USDC' }),
  ]);
  expect(transactionStrategyIdsOf(rows)).toEqual(['strat_1', 'strat_2']);
});

test('the text of a transaction contains the name of its strategy if the name is known', () => {
  const text = (event: EventEnvelope, names: ReadonlyMap<string, string> = NAMES) =>
    buildEventText(event, names).text;
  const withdrawal = { transaction_type: 'withdrawal', amount: null };
  expect(text(transactionEvent(1, 'investment.pending'))).toBe(
    'Deposit of 40.5 USDC into Aave V3 USDC is pending',
  );
  expect(text(transactionEvent(1, 'investment.failed', withdrawal))).toBe(
    'Withdrawal from Aave V3 USDC failed',
  );
  expect(text(transactionEvent(1, 'investment.confirmed'), new Map())).toBe(
    'Deposit of 40.5 USDC is confirmed',
  );
});
