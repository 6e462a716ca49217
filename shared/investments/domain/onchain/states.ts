import type { VAULT_TRANSACTION_STATES } from '../../contract/investment.ts';

/** The state of a vault transaction: an on-chain transaction that an account plans to send or has sent. */
export type VaultTransactionState = (typeof VAULT_TRANSACTION_STATES)[number];

/** The events that can change the state of a vault transaction. */
export const VAULT_TRANSACTION_EVENTS = [
  /** The caller reported a chain transaction's hash, or the watcher saw it. */
  'hash',
  /** The deadline has passed, and no final block contains the vault's event. */
  'deadline',
  /** The caller cancelled the vault transaction. */
  'cancel',
  /** The chain transaction of the vault transaction has failed, and it has enough confirmations. */
  'reverted',
  /**
   * The wallet sent another chain transaction with the same nonce. The other chain transaction has enough
   * confirmations.
   */
  'replaced',
  /**
   * A confirmed chain transaction has used the nonce of an expired or cancelled vault transaction. Therefore the wallet
   * can no longer execute the steps of the vault transaction.
   */
  'spent',
  /** A block of the canonical chain contains the vault event that executes the vault transaction. */
  'log',
  /** The chain has replaced the block of the vault's event. */
  'orphaned',
  /** The block of the vault's event is final or has the confirmations that the chain requires. */
  'deep',
] as const;
export type VaultTransactionEvent = (typeof VAULT_TRANSACTION_EVENTS)[number];

/** The effect of a transition on the position's journal. */
type JournalEffect = 'nothing' | 'pending' | 'void' | 'post' | 'reverse';

interface Transition {
  readonly to: VaultTransactionState;
  readonly journalEffect: JournalEffect;
}

const to = (state: VaultTransactionState, journalEffect: JournalEffect = 'nothing'): Transition => ({
  to: state,
  journalEffect,
});
const INCLUSION_TRANSITION = { log: to('included', 'pending') } as const;

/** All transitions between states. An event that is not listed for a state changes nothing. */
const TRANSITIONS_BY_STATE: Readonly<
  Record<VaultTransactionState, Partial<Record<VaultTransactionEvent, Transition>>>
> = {
  pending: {
    ...INCLUSION_TRANSITION,
    hash: to('submitted'),
    deadline: to('expired'),
    cancel: to('cancelled'),
  },
  submitted: {
    ...INCLUSION_TRANSITION,
    hash: to('submitted'),
    deadline: to('expired'),
    cancel: to('cancelled'),
    reverted: to('failed'),
    replaced: to('failed'),
  },
  // A wallet may still execute the steps of an expired, cancelled or failed vault transaction, so a vault event can
  // still follow.
  expired: { ...INCLUSION_TRANSITION, spent: to('expired') },
  cancelled: { ...INCLUSION_TRANSITION, spent: to('cancelled') },
  failed: INCLUSION_TRANSITION,
  included: { orphaned: to('submitted', 'void'), deep: to('confirmed', 'post') },
  confirmed: { orphaned: to('reversed', 'reverse') },
  reversed: INCLUSION_TRANSITION,
};

/**
 * Returns the transition that an event causes in a state. Returns undefined when the event changes nothing.
 */
export function findTransition(
  state: VaultTransactionState,
  event: VaultTransactionEvent,
): Transition | undefined {
  return TRANSITIONS_BY_STATE[state][event];
}
