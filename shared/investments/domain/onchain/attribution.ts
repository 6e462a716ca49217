import type { IntentState } from './states.ts';
import { transition } from './states.ts';

/**
 * The fields of an intent (an on-chain transaction of an account) that decide whether a vault event belongs
 * to it.
 */
export interface AttributableIntent {
  readonly id: string;
  readonly owner_id: string;
  readonly code: string;
  readonly state: IntentState;
  readonly type: 'deposit' | 'withdrawal';
  readonly vault: string;
  readonly wallet: string;
  /**
   * Base units of the asset as decimal text. Null for a withdrawal of everything, whose amount is in
   * `shares`.
   */
  readonly assets: string | null;
  readonly shares: string | null;
  readonly hashes: readonly string[];
}

/**
 * A vault's event for one wallet (`owner`). Addresses are in lower case, amounts unsigned.
 * A deposit counts as `deposit` only if the wallet itself paid. If somebody else copies an attribution code
 * and deposits for the wallet, the event is a `transfer`. Copying a code therefore has no effect.
 */
export interface AttributableEvent {
  readonly kind: 'deposit' | 'withdrawal' | 'transfer';
  readonly vault: string;
  readonly owner: string;
  readonly assets: bigint;
  readonly shares: bigint;
  readonly transactionHash: string;
}

/**
 * Returns the intents that an event may belong to. They have the event's vault, wallet and type, and a state
 * that accepts an event.
 */
export function intentsOpenForEvent<T extends AttributableIntent>(
  event: AttributableEvent,
  intents: readonly T[],
): T[] {
  return intents.filter(
    ({ state, type, vault, wallet }) =>
      type === event.kind &&
      vault === event.vault &&
      wallet === event.owner &&
      transition(state, 'log') !== undefined,
  );
}

/**
 * Returns the intent whose attribution code is in the input of the chain transaction. If the input contains
 * several codes, the first code with an open intent counts.
 * The event's amounts need not equal the intent's amounts, because a redeem may pay less than requested.
 *
 * @param codes attribution codes in the input of the chain transaction, in order
 * @param openIntents the intents that the event may belong to
 */
export function findIntentByCode<T extends AttributableIntent>(
  codes: readonly string[],
  openIntents: readonly T[],
): T | undefined {
  return codes.flatMap((code) => openIntents.find((intent) => intent.code === code) ?? [])[0];
}

/**
 * Returns the intents whose account has reported the hash of the event's chain transaction, if the amounts of
 * intent and event are equal.
 * The caller uses these intents only if no attribution code identifies the intent, and only if the account
 * has proved to control the wallet.
 *
 * @param openIntents the intents that the event may belong to
 */
export function findIntentsByHash<T extends AttributableIntent>(
  event: AttributableEvent,
  openIntents: readonly T[],
): T[] {
  return openIntents.filter(
    ({ hashes, assets, shares }) =>
      hashes.includes(event.transactionHash) &&
      (assets === null ? shares === String(event.shares) : assets === String(event.assets)),
  );
}
