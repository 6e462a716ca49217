import type { ItemChange } from '../platform/domain/item-change.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { ITEMS } from '../platform/dynamodb/table.ts';
import { eventsOfDepositAlerts } from './alerts/alert-deposits.ts';
import { judgeStrategies } from './alerts/alert-evaluation.ts';
import { followPositions } from './alerts/alert-positions.ts';
import { eventsOfAudit, eventsOfEntry, eventsOfIntent, type NewEvent } from './domain/event-sources.ts';
import {
  eventsOfAlerts,
  eventsOfConnections,
  eventsOfSubAccounts,
  eventsOfUser,
  eventsOfWebhooks,
} from './event-quotas.ts';
import { recordEvents } from './events.ts';

export type { ItemChange } from '../platform/domain/item-change.ts';

/** Accounts whose events are recorded at once. */
const CONCURRENCY = 8;

interface Source {
  readonly template: { readonly pk: string; readonly sk: string };
  readonly found: (change: ItemChange) => readonly NewEvent[];
}

/** The functions that create events, by the kind of item that was written. */
const SOURCES: readonly Source[] = [
  { template: ITEMS.auditEvent.template, found: eventsOfAudit },
  { template: ITEMS.ledgerEntry.template, found: eventsOfEntry },
  { template: ITEMS.intent.template, found: eventsOfIntent },
  { template: ITEMS.user.template, found: eventsOfUser },
];

const fixedPart = (template: string) => template.split('{')[0] ?? template;

/** Whether an item is of the kind: by how its keys begin, and by the whole sort key where that is fixed. */
function isOf({ key }: ItemChange, { pk, sk }: Source['template']): boolean {
  const fits = sk.includes('{') ? key.sk.startsWith(fixedPart(sk)) : key.sk === sk;
  return fits && key.pk.startsWith(fixedPart(pk));
}

/** What alerts on positions follow. */
const FOLLOWERS = [
  { template: ITEMS.alert.template, follow: followPositions.alert },
  { template: ITEMS.ledgerEntry.template, follow: followPositions.entry },
  { template: ITEMS.intent.template, follow: followPositions.intent },
] as const;

type Timed = NewEvent & { readonly atMs: number };

async function allEvents(table: Table, changes: readonly ItemChange[]): Promise<Timed[]> {
  const found = changes.flatMap((change) => {
    const source = SOURCES.find(({ template }) => isOf(change, template));
    return source?.found(change).map((each) => ({ ...each, atMs: change.atMs })) ?? [];
  });
  const latestMs = Math.max(0, ...changes.map(({ atMs }) => atMs));
  const ofKind = ({ template }: Pick<Source, 'template'>) =>
    changes.filter((change) => isOf(change, template));
  const more = [
    ...(await eventsOfConnections(table, ofKind(ITEMS.walletConnection))),
    ...(await eventsOfSubAccounts(table, ofKind(ITEMS.ledgerUser))),
    ...(await eventsOfAlerts(table, ofKind(ITEMS.alert))),
    ...(await eventsOfWebhooks(table, ofKind(ITEMS.auditEvent))),
    ...(await eventsOfDepositAlerts(table, found)),
  ];
  return [...found, ...more.map((each) => ({ ...each, atMs: latestMs }))];
}

/**
 * Creates events from changes of the table's stream. Records may repeat, and may come in any order across items; each
 * change creates its events once.
 */
export async function deriveEvents(table: Table, changes: readonly ItemChange[]): Promise<void> {
  for (const change of changes) {
    const follower = FOLLOWERS.find(({ template }) => isOf(change, template));
    await follower?.follow(table, change);
  }
  const byAccount = Map.groupBy(await allEvents(table, changes), ({ account }) => account);
  await forEachParallel(byAccount, CONCURRENCY, async ([account, ofAccount]) => {
    // Uses the stream's clock, so that the same records always create the same events.
    const now = new Date(Math.max(...ofAccount.map(({ atMs }) => atMs)));
    await recordEvents(
      table,
      account,
      ofAccount.map(({ happening }) => happening),
      now,
    );
  });
  await judgeStrategies(
    table,
    changes.filter((change) => isOf(change, ITEMS.strategy.template)),
  );
}
