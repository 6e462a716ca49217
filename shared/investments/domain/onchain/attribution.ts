import type { IntentState } from './states.ts';
import { transition } from './states.ts';

/** The fields of an intent (on-chain transaction) that decide whether a vault event belongs to it. */
export interface AttributableIntent {
  readonly id: string;
  readonly owner_id: string;
  readonly code: string;
  readonly state: IntentState;
  readonly type: 'deposit' | 'withdrawal';
  readonly vault: string;
  readonly wallet: string;
  /** Base units of the asset as decimal text. Null for a withdrawal of everything, which has `shares` instead. */
  readonly assets: string | null;
  readonly shares: string | null;
  readonly hashes: readonly string[];
}

/**
 * A vault's event for one wallet (`owner`). Addresses are in lower case, amounts unsigned.
 * A deposit that another address paid is a `transfer`, because anybody can copy an attribution code.
 */
export interface AttributableEvent {
  readonly kind: 'deposit' | 'withdrawal' | 'transfer';
  readonly vault: string;
  readonly owner: string;
  readonly assets: bigint;
  readonly shares: bigint;
  readonly transactionHash: string;
}

/** Returns the intents that an event may belong to. */
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
 * Returns the intent of the first attribution code that belongs to an open intent.
 * Amounts are not compared, because a redeem may pay less than requested.
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
 * Returns the intents that have the event's amounts and whose account reported the hash of the event's chain
 * transaction.
 * Use them only if no attribution code matches, and if the account has proved to control the wallet.
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
