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
   * Base units of the asset as decimal text; null for a withdrawal of everything, which is counted in shares.
   */
  readonly assets: string | null;
  readonly shares: string | null;
  readonly hashes: readonly string[];
}

/**
 * A vault's event for one wallet. Addresses in lower case, amounts unsigned.
 * A deposit counts as `deposit` only if the wallet itself paid. If somebody copies an attribution code and
 * deposits for the wallet, the event is a `transfer`, and the copy gains nothing.
 */
export interface AttributableEvent {
  readonly kind: 'deposit' | 'withdrawal' | 'transfer';
  readonly vault: string;
  readonly owner: string;
  readonly assets: bigint;
  readonly shares: bigint;
  readonly transactionHash: string;
}

/** The intents that an event may belong to: same vault, wallet and type, in a state that accepts an event. */
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
 * The intent whose attribution code is in the input of the chain transaction; of several codes, the first
 * that is still open.
 * The amounts may differ, because a redeem may pay less than requested.
 *
 * @param codes attribution codes in the input of the chain transaction, in order
 * @param open the intents that the event may belong to
 */
export function findIntentByCode<T extends AttributableIntent>(
  codes: readonly string[],
  open: readonly T[],
): T | undefined {
  return codes.flatMap((code) => open.find((intent) => intent.code === code) ?? [])[0];
}

/**
 * The intents whose account reported the hash of the event's chain transaction and whose amount equals that
 * of the event.
 * The caller uses them only if no code decides, and only for an account that proved the wallet.
 *
 * @param open the intents that the event may belong to
 */
export function findIntentsByHash<T extends AttributableIntent>(
  event: AttributableEvent,
  open: readonly T[],
): T[] {
  return open.filter(
    ({ hashes, assets, shares }) =>
      hashes.includes(event.transactionHash) &&
      (assets === null ? shares === String(event.shares) : assets === String(event.assets)),
  );
}
