import { CHAIN_EVENT_TYPES, type ChainEventType } from '../../contract/investment.ts';
import { balanceAfterEntry, buildChainEvent, NO_BALANCE } from '../onchain/chain-balance.ts';
import type { ChainEntry } from '../onchain/entry.ts';
import { addsEvent, type ChainEvent, eventStatusAfter, eventTypeOf } from '../onchain/events.ts';
import { type Difference, listDifferences } from './compare.ts';

interface RebuiltHistory {
  readonly lists: Readonly<Record<ChainEventType, readonly ChainEvent[]>>;
  /** Number of each event in the list of its type, from 1. The key is the event's `logKey`. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** Rebuilds the event lists of a position from its journal entries alone. */
export function rebuildHistory(entries: readonly ChainEntry[]): RebuiltHistory {
  const eventsByType: Record<ChainEventType, ChainEvent[]> = {
    ...{ deposit: [], withdrawal: [], transfer_in: [], transfer_out: [], rebase: [], opening_balance: [] },
  };
  const latestEventByLogKey = new Map<string, { readonly list: ChainEvent[]; readonly index: number }>();
  let balance = NO_BALANCE;
  for (const entry of entries) {
    balance = balanceAfterEntry(balance, entry);
    const latestEventLocation = latestEventByLogKey.get(entry.logKey);
    if (addsEvent(entry)) {
      const list = eventsByType[eventTypeOf(entry)];
      latestEventByLogKey.set(entry.logKey, { list, index: list.length });
      list.push(buildChainEvent(entry, balance));
    } else if (latestEventLocation !== undefined) {
      const { list, index } = latestEventLocation;
      const event = list[index];
      const priceUsd = entry.effect === 'post' ? (entry.priceUsd ?? event?.priceUsd) : event?.priceUsd;
      if (event !== undefined) list[index] = { ...event, status: eventStatusAfter(entry.effect), priceUsd };
    }
  }
  const eventNumberByLogKey = new Map(
    [...latestEventByLogKey].map(([logKey, { index }]) => [logKey, index + 1]),
  );
  return { lists: eventsByType, numbers: eventNumberByLogKey };
}

/** Compares the stored event lists of a position with the lists that are computed from its journal. */
export function auditHistory(
  positionName: string,
  { lists: expected }: RebuiltHistory,
  storedEvents: readonly ChainEvent[],
): Difference[] {
  return CHAIN_EVENT_TYPES.flatMap((type) => {
    const eventsOfType = storedEvents.filter((event) => event.type === type);
    return listDifferences(`${positionName} history`, type, expected[type], eventsOfType);
  });
}
