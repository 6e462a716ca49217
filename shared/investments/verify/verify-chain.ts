import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { auditHistory } from '../domain/audit/chain-history.ts';
import { compare, type Difference } from '../domain/audit/compare.ts';
import { balanceAfter, entryOf, NO_BALANCE } from '../domain/onchain/books.ts';
import type { ChainEntry } from '../domain/onchain/entry.ts';
import { type ChainPlace, readBalance, readChainEntries } from '../store/onchain/chain-books.ts';
import { readHistory } from '../store/onchain/chain-events.ts';
import { findChainPlaces } from '../store/walk.ts';
import { caughtUp } from './caught-up.ts';

/** Positions looked at at once. */
const CONCURRENCY = 8;

/** What may follow an entry of an event: it is pending first, then posted or void; what is posted may be reversed. */
const FOLLOWERS: Readonly<Record<ChainEntry['effect'] | 'nothing', readonly ChainEntry['effect'][]>> = {
  nothing: ['pending', 'rebase', 'opening'],
  pending: ['post', 'void'],
  post: ['reverse'],
  void: ['pending'],
  reverse: ['pending', 'opening'],
  rebase: [],
  opening: ['reverse'],
};

/** Holds a position's journal against the rules of two-phase transfers, and what is kept against its sum. */
function auditPlace(
  place: ChainPlace,
  entries: readonly ChainEntry[],
  kept: Awaited<ReturnType<typeof readBalance>>,
  history: Awaited<ReturnType<typeof readHistory>>,
): Difference[] {
  const where = `${place.chain} ${place.vault} ${place.wallet}`;
  const last = new Map<string, ChainEntry>();
  const broken = entries.flatMap((entry, i) => {
    const before = last.get(entry.logKey);
    last.set(entry.logKey, entry);
    const at = `${where} entry ${entry.sequence}`;
    const { digest, ...content } = entry;
    const previous = { ...NO_BALANCE, sequence: i, digest: entries[i - 1]?.digest ?? '' };
    const expected = entryOf(place, previous, content);
    const isAllowed = FOLLOWERS[before?.effect ?? 'nothing'].includes(entry.effect);
    return [
      ...compare(at, 'number', i + 1, entry.sequence),
      ...compare(at, 'digest', expected.digest, digest),
      ...compare(at, `${entry.effect} may follow`, true, isAllowed),
      // An event that is mined again keeps its name, and its share price may be another one.
      ...(before === undefined || entry.effect === 'pending'
        ? []
        : compare(at, 'amounts of its event', before.amounts, entry.amounts)),
    ];
  });
  return [
    ...broken,
    ...compare(where, 'balance', balanceAfter(entries), kept),
    ...auditHistory(where, entries, history),
  ];
}

/**
 * Checks the books of what vaults' events say of wallets: each event's entries are in an order that is allowed and of one
 * amount, every balance is the sum of its entries, and every history tells what they do. A position that moves meanwhile is read again.
 */
export async function verifyChainBooks(
  table: Table,
): Promise<{ positions: number; entries: number; differences: Difference[] }> {
  const found = { positions: 0, entries: 0, differences: [] as Difference[] };
  await forEachParallel(await findChainPlaces(table), CONCURRENCY, async (place) => {
    const read = async () => {
      const kept = await readBalance(table, place);
      const history = await readHistory(table, place);
      return { kept, history, entries: await readChainEntries(table, place) };
    };
    // The balance is written with its last entry: where they differ in number, an entry came between the two reads.
    const atOnce = await caughtUp(async () => {
      const both = await read();
      return both.entries.length === both.kept.sequence ? both : undefined;
    });
    const { kept, history, entries } = atOnce ?? (await read());
    found.positions += 1;
    found.entries += entries.length;
    found.differences.push(...auditPlace(place, entries, kept, history));
  });
  return found;
}
