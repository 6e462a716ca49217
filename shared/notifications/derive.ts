import { forEachParallel } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { ITEMS } from '../platform/dynamodb/table.ts';
import type { ItemChange } from './domain/change.ts';
import { type Told, toldByAudit, toldByEntry, toldByIntent } from './domain/event-sources.ts';
import { toldByConnections, toldByUser } from './event-quotas.ts';
import { recordEvents } from './events.ts';

export type { ItemChange } from './domain/change.ts';

/** Accounts whose events are recorded at once. */
const CONCURRENCY = 8;

interface Source {
  readonly template: { readonly pk: string; readonly sk: string };
  readonly told: (change: ItemChange) => readonly Told[];
}

/** What accounts are told of, by the kind of item that was written. */
const SOURCES: readonly Source[] = [
  { template: ITEMS.auditEvent.template, told: toldByAudit },
  { template: ITEMS.ledgerEntry.template, told: toldByEntry },
  { template: ITEMS.intent.template, told: toldByIntent },
  { template: ITEMS.user.template, told: toldByUser },
];

const fixedPart = (template: string) => template.split('{')[0] ?? template;

/** Whether an item is of the kind: by how its keys begin, and by the whole sort key where that is fixed. */
function isOf({ key }: ItemChange, { pk, sk }: Source['template']): boolean {
  const fits = sk.includes('{') ? key.sk.startsWith(fixedPart(sk)) : key.sk === sk;
  return fits && key.pk.startsWith(fixedPart(pk));
}

/**
 * Tells accounts of what was written, as the table's stream brings it: repeated, and in any order across items. Each
 * change makes its events once.
 */
export async function deriveEvents(table: Table, changes: readonly ItemChange[]): Promise<void> {
  const told = changes.flatMap((change) => {
    const source = SOURCES.find(({ template }) => isOf(change, template));
    return source?.told(change).map((each) => ({ ...each, atMs: change.atMs })) ?? [];
  });
  const connections = changes.filter((change) => isOf(change, ITEMS.walletConnection.template));
  const latestMs = Math.max(0, ...connections.map(({ atMs }) => atMs));
  for (const each of await toldByConnections(table, connections)) told.push({ ...each, atMs: latestMs });
  const byAccount = Map.groupBy(told, ({ account }) => account);
  await forEachParallel(byAccount, CONCURRENCY, async ([account, ofAccount]) => {
    // By the stream's clock, so that the same records tell the same whenever they come.
    const now = new Date(Math.max(...ofAccount.map(({ atMs }) => atMs)));
    await recordEvents(
      table,
      account,
      ofAccount.map(({ happening }) => happening),
      now,
    );
  });
}
