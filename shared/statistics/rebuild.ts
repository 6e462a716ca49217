import * as z from 'zod/mini';
import { batchDelete, type Key } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { scanPages } from '../platform/dynamodb/query-all.ts';
import { ITEMS } from '../platform/dynamodb/table.ts';
import { figureObservations, figuresLedger, readFigures } from './counting.ts';
import { type Counted, type Figure, toCounted } from './domain/figures.ts';
import { groupExpirySeconds } from './domain/periods.ts';
import { type CountedState, countObservations } from './store/counters.ts';
import { readGeneration, writeGeneration } from './store/generation.ts';
import { ORDER_OF_SCAN } from './stream-states.ts';

/** Another run rebuilds or has rebuilt the counters meanwhile. */
export class RebuildConflict extends Error {}

const itemKey = z.object({ pk: z.string(), sk: z.string() });

/** What a page of items counts for, without the figures of periods that no answer looks back to. */
function observe(
  items: readonly Record<string, unknown>[],
  now: Date,
  which: 'counters' | 'all',
): CountedState[] {
  const states = items.map((image) => ({
    key: itemKey.parse(image),
    order: ORDER_OF_SCAN,
    atMs: now.getTime(),
    image,
  }));
  return figureObservations(states, which)
    .map((observation) => ({ ...observation, figures: keep(observation.figures, now) }))
    .filter(({ figures }) => figures.length > 0);
}

function keep(figures: readonly Figure[], now: Date): Figure[] {
  return figures.filter(({ group }) => (groupExpirySeconds(group) ?? Infinity) * 1_000 > now.getTime());
}

/** Removes the counters and markers of all generations but the one that answers. */
async function removeOthers(table: Table, current: number): Promise<number> {
  const prefixes = [
    [ITEMS.statisticsGroup.key({ ledger: '', group: '' }).pk, `${current}`],
    [ITEMS.statisticsMarker.key({ ledger: '', pk: '', sk: '' }).pk.replace(/#$/, ''), `${current}`],
  ] as const;
  const isStale = ({ pk }: Key) =>
    prefixes.some(([prefix, kept]) => {
      const ledger = pk.startsWith(prefix) ? pk.slice(prefix.length).split('#')[0] : undefined;
      return ledger !== undefined && /^\d+$/.test(ledger) && ledger !== kept;
    });
  let removed = 0;
  for await (const items of scanPages(table)) {
    const stale = items.map((item) => itemKey.parse(item)).filter(isStale);
    await batchDelete(table, stale);
    removed += stale.length;
  }
  return removed;
}

/**
 * Rebuilds all counters beside the current ones. Changes are counted in both meanwhile, and then the new ones replace
 * the old. An item that changes during the run is counted by its own later record, because the scan's state counts as
 * older than any record. This relies on the stream's guarantee that an item's records come in order, and that a repeat
 * starts at some record and continues from there. Requests per hour are not counted again.
 *
 * @throws RebuildConflict when another run began or ended meanwhile
 */
export async function rebuildStatistics(
  table: Table,
  now: Date,
): Promise<{ generation: number; counted: number; removed: number }> {
  const before = await readGeneration(table);
  // A run that was broken off left its generation behind; a new number cannot meet its counters.
  const next = Math.max(before.current, before.building ?? 0) + 1;
  const building = { current: before.current, building: next };
  const conflict = () => new RebuildConflict('The statistics are being rebuilt by somebody else');
  if (!(await writeGeneration(table, before, building))) throw conflict();
  let counted = 0;
  for await (const items of scanPages(table)) {
    const observations = observe(items, now, 'counters');
    await countObservations(table, figuresLedger(next), observations);
    counted += observations.length;
  }
  if (!(await writeGeneration(table, building, { current: next }))) throw conflict();
  return { generation: next, counted, removed: await removeOthers(table, next) };
}

/** One counter that differs from what the items add up to. */
export interface CounterDifference {
  readonly counter: string;
  readonly stored: string;
  readonly recounted: string;
}

/** Adds everything up from the items themselves and names each counter that differs. Changes meanwhile show as well. */
export async function verifyStatistics(
  table: Table,
  now: Date,
): Promise<{ counters: number; differences: CounterDifference[] }> {
  const figures: Figure[] = [];
  for await (const items of scanPages(table)) {
    for (const observation of observe(items, now, 'all')) figures.push(...observation.figures);
  }
  const recounted = toCounted(figures);
  const stored = new Map<string, Figure[]>();
  for (const [group, counters] of await readFigures(table)) {
    stored.set(
      group,
      keep(
        [...counters].map(([name, value]) => ({ group, name, value })),
        now,
      ),
    );
  }
  return compare(toCounted([...stored.values()].flat()), recounted);
}

function compare(stored: Counted, recounted: Counted) {
  const counters = [...new Set([...Object.keys(stored), ...Object.keys(recounted)])].sort();
  const differences = counters
    .map((counter) => ({ counter, stored: stored[counter] ?? '0', recounted: recounted[counter] ?? '0' }))
    .filter((row) => row.stored !== row.recounted);
  return { counters: counters.length, differences };
}
