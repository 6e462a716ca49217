import { chainedDigest } from '../encoding/digest.ts';
import { type VaultState, vaultStateAfter, vaultStateOf } from '../reports/vault-track.ts';
import type { Amounts, ChainEntry } from './entry.ts';
import {
  beginsEvent,
  type ChainEvent,
  type EventCounts,
  eventTypeOf,
  NO_EVENTS,
  statusAfter,
  withEvent,
} from './events.ts';

/** A position on a chain: the holdings of one wallet in one vault, by the vault's events. */
export interface ChainBalance {
  /** Number of the last entry; entries count from 1 without a gap. */
  readonly sequence: number;
  /** The last entry's digest; empty before the first. */
  readonly digest: string;
  readonly posted: Amounts;
  readonly pending: Amounts;
  /** Confirmed events that carry out a request. */
  readonly carriedOut: number;
  /** Events in its history, and when the one that was listed last has happened. */
  readonly events: EventCounts;
  readonly listedAtMs: number;
  /** The state after all confirmed events; undefined before the first. */
  readonly state: VaultState | undefined;
}

export const NO_BALANCE: ChainBalance = {
  sequence: 0,
  digest: '',
  posted: { assets: 0n, shares: 0n },
  pending: { assets: 0n, shares: 0n },
  carriedOut: 0,
  events: NO_EVENTS,
  listedAtMs: 0,
  state: undefined,
};

/** Whose position it is: one wallet in one vault on one chain. Addresses in lower case. */
export interface ChainPlace {
  readonly chain: string;
  readonly vault: string;
  readonly wallet: string;
}

const add = (a: Amounts, b: Amounts, sign: 1n | -1n): Amounts => ({
  assets: a.assets + sign * b.assets,
  shares: a.shares + sign * b.shares,
});

/** An entry before it has its number and digest. */
export type ChainChange = Omit<ChainEntry, 'sequence' | 'digest'>;

/** The amounts after one more entry, after two-phase transfers: pending, then posted or voided. */
function amountsAfter(
  { pending, posted }: ChainBalance,
  { effect, amounts }: Pick<ChainEntry, 'effect' | 'amounts'>,
) {
  if (effect === 'pending') return { posted, pending: add(pending, amounts, 1n) };
  if (effect === 'void') return { posted, pending: add(pending, amounts, -1n) };
  if (effect === 'post') return { posted: add(posted, amounts, 1n), pending: add(pending, amounts, -1n) };
  return { pending, posted: add(posted, amounts, effect === 'reverse' ? -1n : 1n) };
}

/** What an entry adds to the confirmed events that carry out a request. */
function carriedOutBy({ effect, intentId }: ChainChange): number {
  if (intentId === undefined) return 0;
  return effect === 'post' ? 1 : effect === 'reverse' ? -1 : 0;
}

/** The state after one more entry; undefined where only the whole journal can determine it. */
function stateAfter(
  { state }: ChainBalance,
  entry: ChainChange,
): { state: VaultState | undefined } | undefined {
  const { effect, effectiveAtMs } = entry;
  if (effect === 'pending' || effect === 'void') return { state };
  if (effect === 'reverse' || (state !== undefined && effectiveAtMs < state.lastAtMs)) return undefined;
  return { state: vaultStateAfter(state, entry) };
}

/** Whether the state after an entry needs the whole journal, because the entry changes the past. */
export function needsJournal(before: ChainBalance, change: ChainChange): boolean {
  return stateAfter(before, change) === undefined;
}

/** The entry that a change becomes in the journal of a position. */
export function entryOf(place: ChainPlace, before: ChainBalance, change: ChainChange): ChainEntry {
  const content = { ...change, sequence: before.sequence + 1 };
  const { chain, vault, wallet } = place;
  return { ...content, digest: chainedDigest(before.digest, { ...content, chain, vault, wallet }) };
}

/**
 * The balance with one more entry.
 *
 * @param replayed the state by the whole journal, this entry included, where it is needed (see needsJournal)
 */
export function booked(before: ChainBalance, entry: ChainEntry, replayed?: VaultState): ChainBalance {
  const { events, listedAtMs } = before;
  const isListed = beginsEvent(entry);
  return {
    sequence: entry.sequence,
    digest: entry.digest,
    ...amountsAfter(before, entry),
    carriedOut: before.carriedOut + carriedOutBy(entry),
    events: isListed ? withEvent(events, eventTypeOf(entry)) : events,
    // A block that replaced another may be older than it, and lists are searched by time.
    listedAtMs: isListed ? Math.max(listedAtMs, entry.effectiveAtMs) : listedAtMs,
    ...(stateAfter(before, entry) ?? { state: replayed }),
  };
}

/**
 * The event that an entry has brought into the history of its position.
 *
 * @param after the balance right after the entry
 */
export function listedBy(entry: ChainEntry, { sequence, events, listedAtMs }: ChainBalance): ChainEvent {
  const type = eventTypeOf(entry);
  const { amounts, effect, worth, priceUsd, transactionHash, intentId } = entry;
  return {
    ...{ type, number: events[type], sequence, status: statusAfter(effect), amounts, worth },
    ...{ atMs: listedAtMs, priceUsd, transactionHash, intentId },
    block: effect === 'rebase' ? undefined : entry.block,
  };
}

/** The balance after a whole journal. */
export function balanceAfter(entries: readonly ChainEntry[]): ChainBalance {
  const sums = entries.reduce((before, entry) => booked(before, entry), NO_BALANCE);
  return { ...sums, state: vaultStateOf(entries) };
}
