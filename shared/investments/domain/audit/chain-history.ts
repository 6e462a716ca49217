import { CHAIN_EVENT_TYPES, type ChainEventType } from '../../contract/investment.ts';
import type { ChainEntry } from '../onchain/entry.ts';
import type { ChainEvent } from '../onchain/events.ts';
import { compare, type Difference } from './compare.ts';

/** What an entry leaves its event as. */
const STATUS = {
  pending: 'pending',
  post: 'confirmed',
  rebase: 'confirmed',
  void: 'failed',
  reverse: 'failed',
} as const satisfies Record<ChainEntry['effect'], ChainEvent['status']>;

type Listed = Pick<ChainEvent, 'number' | 'sequence' | 'status' | 'amounts' | 'atMs'>;

/** What each list of a position's history should hold, by its journal alone. */
function historyOf(entries: readonly ChainEntry[]): Readonly<Record<ChainEventType, readonly Listed[]>> {
  const lists: Record<ChainEventType, Listed[]> = {
    ...{ deposit: [], withdrawal: [], transfer_in: [], transfer_out: [], rebase: [] },
  };
  const latest = new Map<string, { readonly list: Listed[]; readonly index: number }>();
  let atMs = 0;
  for (const { sequence, effect, kind, amounts, logKey, effectiveAtMs } of entries) {
    const known = latest.get(logKey);
    if (effect === 'pending' || effect === 'rebase') {
      const type = kind === 'transfer' ? (amounts.shares < 0n ? 'transfer_out' : 'transfer_in') : kind;
      atMs = Math.max(atMs, effectiveAtMs);
      const list = lists[type];
      latest.set(logKey, { list, index: list.length });
      list.push({ number: list.length + 1, sequence, status: STATUS[effect], amounts, atMs });
    } else if (known !== undefined) {
      const { list, index } = known;
      const event = list[index];
      if (event !== undefined) list[index] = { ...event, status: STATUS[effect] };
    }
  }
  return lists;
}

/** Holds what is kept of a position's history against its journal. */
export function auditHistory(
  where: string,
  entries: readonly ChainEntry[],
  kept: readonly ChainEvent[],
): Difference[] {
  const expected = historyOf(entries);
  return CHAIN_EVENT_TYPES.flatMap((type) => {
    const listed = kept
      .filter((event) => event.type === type)
      .map(({ number, sequence, status, amounts, atMs }) => ({ number, sequence, status, amounts, atMs }));
    return compare(`${where} history`, type, expected[type], listed);
  });
}
