import { describe, expect, test } from 'vitest';
import { VAULT_TRANSACTION_STATES } from '../../../../shared/investments/contract/investment.ts';
import {
  findTransition,
  VAULT_TRANSACTION_EVENTS,
  type VaultTransactionEvent,
  type VaultTransactionState,
} from '../../../../shared/investments/domain/onchain/states.ts';

/** The whole table of states and events. Events that are not named change nothing. */
const EXPECTED_TRANSITIONS: Readonly<
  Record<VaultTransactionState, Partial<Record<VaultTransactionEvent, string>>>
> = {
  pending: {
    hash: 'submitted, nothing',
    deadline: 'expired, nothing',
    cancel: 'cancelled, nothing',
    log: 'included, pending',
  },
  submitted: {
    hash: 'submitted, nothing',
    deadline: 'expired, nothing',
    cancel: 'cancelled, nothing',
    reverted: 'failed, nothing',
    replaced: 'failed, nothing',
    log: 'included, pending',
  },
  expired: { spent: 'expired, nothing', log: 'included, pending' },
  cancelled: { spent: 'cancelled, nothing', log: 'included, pending' },
  failed: { log: 'included, pending' },
  included: { orphaned: 'submitted, void', deep: 'confirmed, post' },
  confirmed: { orphaned: 'reversed, reverse' },
  reversed: { log: 'included, pending' },
};

describe('the state of an on-chain transaction', () => {
  for (const state of VAULT_TRANSACTION_STATES) {
    test.each(VAULT_TRANSACTION_EVENTS.map((event) => [event, EXPECTED_TRANSITIONS[state][event]] as const))(
      `in the state ${state}, the event %s leads to this next state and ledger effect: %s`,
      (event, expected) => {
        const next = findTransition(state, event);
        expect(next === undefined ? undefined : `${next.to}, ${next.journalEffect}`).toBe(expected);
      },
    );
  }
});
