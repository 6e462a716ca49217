import type { IntentState } from './states.ts';
import { transition } from './states.ts';

/** What of an intent decides whether a vault's event belongs to it. */
export interface AttributableIntent {
  readonly id: string;
  readonly owner_id: string;
  readonly code: string;
  readonly state: IntentState;
  readonly type: 'deposit' | 'withdrawal';
  readonly vault: string;
  readonly wallet: string;
  /** Base units of the asset as decimal text; null for everything, which is counted in shares. */
  readonly assets: string | null;
  readonly shares: string | null;
  readonly hashes: readonly string[];
}

/**
 * A vault's event for one wallet. Addresses in lower case, amounts not signed. A deposit is one that the wallet itself has
 * paid: somebody who copies a code and deposits for the wallet makes a transfer, and gains nothing.
 */
export interface SeenEvent {
  readonly kind: 'deposit' | 'withdrawal' | 'transfer';
  readonly vault: string;
  readonly owner: string;
  readonly assets: bigint;
  readonly shares: bigint;
  readonly transactionHash: string;
}

/** The intents that an event may belong to: same vault, wallet and kind, and open for an event. */
export function openFor<T extends AttributableIntent>(event: SeenEvent, intents: readonly T[]): T[] {
  return intents.filter(
    ({ state, type, vault, wallet }) =>
      type === event.kind &&
      vault === event.vault &&
      wallet === event.owner &&
      transition(state, 'log') !== undefined,
  );
}

/**
 * The intent whose code is in the transaction's input; of several codes the first that is not used yet. The amount need
 * not agree, because a redeem may pay less than was asked for.
 *
 * @param codes in the transaction's input, in their order
 * @param open the intents that the event may belong to
 */
export function intentByCode<T extends AttributableIntent>(
  codes: readonly string[],
  open: readonly T[],
): T | undefined {
  return codes.flatMap((code) => open.find((intent) => intent.code === code) ?? [])[0];
}

/**
 * The intents whose owner reported the event's transaction and whose amount is exactly that of the event. They count only
 * where no code decides, and only for an account that proved the wallet.
 *
 * @param open the intents that the event may belong to
 */
export function intentsByHash<T extends AttributableIntent>(event: SeenEvent, open: readonly T[]): T[] {
  return open.filter(
    ({ hashes, assets, shares }) =>
      hashes.includes(event.transactionHash) &&
      (assets === null ? shares === String(event.shares) : assets === String(event.assets)),
  );
}
