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

/** A position on a chain: the holdings of one wallet in one vault, as the vault's own events tell them. */
export interface ChainBalance {
  /** Number of the last entry; entries count from 1 without a gap. */
  readonly sequence: number;
  readonly posted: Amounts;
  readonly pending: Amounts;
  /** Events in its history, and when the one that was listed last has happened. */
  readonly events: EventCounts;
  readonly listedAtMs: number;
}

export const NO_BALANCE: ChainBalance = {
  sequence: 0,
  posted: { assets: 0n, shares: 0n },
  pending: { assets: 0n, shares: 0n },
  events: NO_EVENTS,
  listedAtMs: 0,
};

const add = (a: Amounts, b: Amounts, sign: 1n | -1n): Amounts => ({
  assets: a.assets + sign * b.assets,
  shares: a.shares + sign * b.shares,
});

type Change = Pick<ChainEntry, 'effect' | 'kind' | 'amounts' | 'effectiveAtMs'>;

/** The amounts after one more entry, after two-phase transfers: pending, then posted or voided. */
function amountsAfter({ pending, posted }: ChainBalance, { effect, amounts }: Change) {
  if (effect === 'pending') return { posted, pending: add(pending, amounts, 1n) };
  if (effect === 'void') return { posted, pending: add(pending, amounts, -1n) };
  if (effect === 'rebase') return { pending, posted: add(posted, amounts, 1n) };
  if (effect === 'post') return { posted: add(posted, amounts, 1n), pending: add(pending, amounts, -1n) };
  return { pending, posted: add(posted, amounts, -1n) };
}

/** The balance with one more entry. */
export function booked(before: ChainBalance, change: Change): ChainBalance {
  const { sequence, events, listedAtMs } = before;
  const isListed = beginsEvent(change);
  return {
    sequence: sequence + 1,
    ...amountsAfter(before, change),
    events: isListed ? withEvent(events, eventTypeOf(change)) : events,
    // A block that has taken the place of another may be older than it: lists are searched by time.
    listedAtMs: isListed ? Math.max(listedAtMs, change.effectiveAtMs) : listedAtMs,
  };
}

/**
 * The event that an entry has brought into the history of its position.
 *
 * @param after the balance right after the entry
 */
export function listedBy(
  entry: Change,
  { sequence, events, listedAtMs }: ChainBalance,
): Pick<ChainEvent, 'type' | 'number' | 'sequence' | 'status' | 'amounts' | 'atMs'> {
  const type = eventTypeOf(entry);
  const { amounts, effect } = entry;
  const status = statusAfter(effect);
  return { type, number: events[type], sequence, status, amounts, atMs: listedAtMs };
}
