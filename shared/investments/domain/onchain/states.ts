import type { INTENT_STATES } from '../../contract/investment.ts';

/** The state of an intent: an on-chain transaction that an account plans to send or has sent. */
export type IntentState = (typeof INTENT_STATES)[number];

/** The events that can change the state of an intent. */
export const INTENT_EVENTS = [
  /** The caller reported a chain transaction's hash, or the watcher saw it. */
  'hash',
  /** The deadline has passed, and no final block contains the vault's event. */
  'deadline',
  /** The caller cancelled the intent. */
  'cancel',
  /** The intent's chain transaction failed and has enough confirmations. */
  'reverted',
  /** Another chain transaction with the same nonce as the intent's transaction has enough confirmations. */
  'replaced',
  /**
   * A chain transaction with the nonce of an expired or cancelled intent has enough confirmations. The wallet
   * can therefore no longer execute the intent's steps.
   */
  'spent',
  /** A canonical block contains the vault's event of the intent. */
  'log',
  /** The block of the vault's event is no longer canonical. */
  'orphaned',
  /** The block of the vault's event is final or has the confirmations that the chain requires. */
  'deep',
] as const;
export type IntentEvent = (typeof INTENT_EVENTS)[number];

/** The effect of a transition on the position's journal. */
type JournalEffect = 'nothing' | 'pending' | 'void' | 'post' | 'reverse';

interface Transition {
  readonly to: IntentState;
  readonly journalEffect: JournalEffect;
}

const to = (state: IntentState, journalEffect: JournalEffect = 'nothing'): Transition => ({
  to: state,
  journalEffect,
});
const SEEN = { log: to('included', 'pending') } as const;

/** All transitions between states. An event that is not listed for a state changes nothing. */
const TRANSITIONS: Readonly<Record<IntentState, Partial<Record<IntentEvent, Transition>>>> = {
  pending: { ...SEEN, hash: to('submitted'), deadline: to('expired'), cancel: to('cancelled') },
  submitted: {
    ...SEEN,
    hash: to('submitted'),
    deadline: to('expired'),
    cancel: to('cancelled'),
    reverted: to('failed'),
    replaced: to('failed'),
  },
  // A wallet may still execute the steps of an expired, cancelled or failed intent.
  expired: { ...SEEN, spent: to('expired') },
  cancelled: { ...SEEN, spent: to('cancelled') },
  failed: SEEN,
  included: { orphaned: to('submitted', 'void'), deep: to('confirmed', 'post') },
  confirmed: { orphaned: to('reversed', 'reverse') },
  reversed: SEEN,
};

/**
 * Returns the transition that an event causes in a state. Returns undefined when the event changes nothing.
 */
export function transition(state: IntentState, event: IntentEvent): Transition | undefined {
  return TRANSITIONS[state][event];
}
