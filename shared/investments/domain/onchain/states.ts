import type { INTENT_STATES } from '../../contract/investment.ts';

/** The state of an intent to move money on a chain. */
export type IntentState = (typeof INTENT_STATES)[number];

/** What can happen to an intent. */
export const INTENT_EVENTS = [
  /** A transaction's hash was reported by the caller, or seen. */
  'hash',
  /** Its deadline has passed, and no log of it is in any final block. */
  'deadline',
  /** The caller has given it up. */
  'cancel',
  /** Its transaction failed, at depth. */
  'reverted',
  /** Its transaction's nonce was used by another one, at depth. */
  'replaced',
  /** Its transaction can no longer be carried out: the nonce was used, at depth. */
  'spent',
  /** The vault's log of it is in a canonical block. */
  'log',
  /** The block of its log is canonical no more. */
  'orphaned',
  /** The block of its log is as deep as the chain's confirmations ask for, or final. */
  'deep',
] as const;
export type IntentEvent = (typeof INTENT_EVENTS)[number];

/** What a transition changes in the position's journal. */
type BookEffect = 'nothing' | 'pending' | 'void' | 'post' | 'reverse';

interface Transition {
  readonly to: IntentState;
  readonly books: BookEffect;
}

const to = (state: IntentState, books: BookEffect = 'nothing'): Transition => ({ to: state, books });
const SEEN = { log: to('included', 'pending') } as const;

/** All transitions. Any other input leaves the state unchanged. */
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
  // Whatever was said of it before: what the chain has done counts.
  expired: { ...SEEN, spent: to('expired') },
  cancelled: SEEN,
  failed: SEEN,
  included: { orphaned: to('submitted', 'void'), deep: to('confirmed', 'post') },
  confirmed: { orphaned: to('reversed', 'reverse') },
  reversed: SEEN,
};

/** What an event makes of an intent; undefined when it changes nothing. */
export function transition(state: IntentState, event: IntentEvent): Transition | undefined {
  return TRANSITIONS[state][event];
}

/** The transaction's status that callers see: what is pending cannot be spent. */
export function statusOf(state: IntentState): 'pending' | 'confirmed' | 'failed' {
  if (state === 'confirmed') return 'confirmed';
  return state === 'expired' || state === 'cancelled' || state === 'failed' || state === 'reversed'
    ? 'failed'
    : 'pending';
}
