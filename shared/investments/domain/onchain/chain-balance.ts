import { computeNextDigest } from '../encoding/digest.ts';
import { replayVaultState, type VaultPositionState, vaultStateAfter } from '../reports/vault-replay.ts';
import type { AssetAndShareAmounts, ChainEntry } from './entry.ts';
import {
  addsEvent,
  type ChainEvent,
  countEvent,
  type EventCounts,
  eventStatusAfter,
  eventTypeOf,
  ZERO_EVENT_COUNTS,
} from './events.ts';

/** The holdings of one wallet in one vault, computed from the vault's events. */
export interface ChainBalance {
  /** Number of the last entry. Entries are numbered from 1 without gaps. */
  readonly sequence: number;
  /** Digest of the last entry; empty before the first entry. */
  readonly digest: string;
  readonly posted: AssetAndShareAmounts;
  readonly pending: AssetAndShareAmounts;
  /** Number of confirmed events that a transaction of this service caused. */
  readonly carriedOut: number;
  /** Number of events of each type in the position's history. */
  readonly events: EventCounts;
  /** Time of the last event in the position's history, in epoch milliseconds. */
  readonly listedAtMs: number;
  /** The position's state after all confirmed events; undefined if no event is confirmed yet. */
  readonly state: VaultPositionState | undefined;
}

export const NO_BALANCE: ChainBalance = {
  sequence: 0,
  digest: '',
  posted: { assets: 0n, shares: 0n },
  pending: { assets: 0n, shares: 0n },
  carriedOut: 0,
  events: ZERO_EVENT_COUNTS,
  listedAtMs: 0,
  state: undefined,
};

/** Identifies a position: one wallet in one vault on one chain. Addresses are in lower case. */
export interface VaultPositionKey {
  readonly chain: string;
  readonly vault: string;
  readonly wallet: string;
}

const add = (a: AssetAndShareAmounts, b: AssetAndShareAmounts, sign: 1n | -1n): AssetAndShareAmounts => ({
  assets: a.assets + sign * b.assets,
  shares: a.shares + sign * b.shares,
});

/** An entry that has no number and digest yet. */
export type ChainChange = Omit<ChainEntry, 'sequence' | 'digest'>;

/** Returns the amounts after one more entry. An amount is first pending, then posted or voided. */
function amountsAfterEntry(
  { pending, posted }: ChainBalance,
  { effect, amounts }: Pick<ChainEntry, 'effect' | 'amounts'>,
) {
  if (effect === 'pending') return { posted, pending: add(pending, amounts, 1n) };
  if (effect === 'void') return { posted, pending: add(pending, amounts, -1n) };
  if (effect === 'post') return { posted: add(posted, amounts, 1n), pending: add(pending, amounts, -1n) };
  return { pending, posted: add(posted, amounts, effect === 'reverse' ? -1n : 1n) };
}

/**
 * Returns the change in the number of confirmed events that belong to a vault transaction: 1 if the entry confirms one,
 * -1 if it reverses one, otherwise 0.
 */
function computeConfirmedCountDelta({ effect, vaultTransactionId }: ChainChange): number {
  if (vaultTransactionId === undefined) return 0;
  return effect === 'post' ? 1 : effect === 'reverse' ? -1 : 0;
}

/**
 * Returns the position's state after one more entry.
 * Returns undefined if the state must be computed from the whole journal, because the entry reverses an event or is
 * older than the last event.
 */
function stateAfter(
  { state }: ChainBalance,
  entry: ChainChange,
): { state: VaultPositionState | undefined } | undefined {
  const { effect, effectiveAtMs } = entry;
  if (effect === 'pending' || effect === 'void') return { state };
  if (effect === 'reverse' || (state !== undefined && effectiveAtMs < state.lastAtMs)) return undefined;
  return { state: vaultStateAfter(state, entry) };
}

/** Returns whether the state after a change must be computed from the whole journal. */
export function mustReplayJournal(balanceBefore: ChainBalance, change: ChainChange): boolean {
  return stateAfter(balanceBefore, change) === undefined;
}

/** Builds the next entry of a vault position's journal. */
export function buildChainEntry(
  vaultPosition: VaultPositionKey,
  balanceBefore: ChainBalance,
  change: ChainChange,
): ChainEntry {
  const entryContent = { ...change, sequence: balanceBefore.sequence + 1 };
  const { chain, vault, wallet } = vaultPosition;
  return {
    ...entryContent,
    digest: computeNextDigest(balanceBefore.digest, { ...entryContent, chain, vault, wallet }),
  };
}

/**
 * Returns the balance after one more entry.
 *
 * @param replayedState the state after this entry, computed from the whole journal; needed only if
 * `mustReplayJournal` returns true
 */
export function balanceAfterEntry(
  balanceBefore: ChainBalance,
  entry: ChainEntry,
  replayedState?: VaultPositionState,
): ChainBalance {
  const { events, listedAtMs } = balanceBefore;
  const isEventAdded = addsEvent(entry);
  return {
    sequence: entry.sequence,
    digest: entry.digest,
    ...amountsAfterEntry(balanceBefore, entry),
    carriedOut: balanceBefore.carriedOut + computeConfirmedCountDelta(entry),
    events: isEventAdded ? countEvent(events, eventTypeOf(entry)) : events,
    // After a chain reorganization, the event's block may be older than the block of the previous event.
    // Times must not decrease, because lists are searched by time.
    listedAtMs: isEventAdded ? Math.max(listedAtMs, entry.effectiveAtMs) : listedAtMs,
    ...(stateAfter(balanceBefore, entry) ?? { state: replayedState }),
  };
}

/**
 * Returns the event that an entry adds to the history of its position.
 *
 * @param after the balance after the entry
 */
export function buildChainEvent(
  entry: ChainEntry,
  { sequence, events, listedAtMs }: ChainBalance,
): ChainEvent {
  const type = eventTypeOf(entry);
  const { amounts, effect, worth, priceUsd, transactionHash, vaultTransactionId } = entry;
  return {
    ...{ type, number: events[type], sequence, status: eventStatusAfter(effect), amounts, worth },
    ...{ atMs: listedAtMs, priceUsd, transactionHash, vaultTransactionId },
    block: effect === 'rebase' ? undefined : entry.block,
  };
}

/** Returns the balance after all entries of a journal. */
export function balanceAfterEntries(entries: readonly ChainEntry[]): ChainBalance {
  const sums = entries.reduce((balance, entry) => balanceAfterEntry(balance, entry), NO_BALANCE);
  return { ...sums, state: replayVaultState(entries) };
}
