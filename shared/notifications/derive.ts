import { forEachParallel } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { ITEMS } from '../platform/dynamodb/table.ts';
import { toldOfDeposits } from './alerts/alert-deposits.ts';
import { judgeStrategies } from './alerts/alert-evaluation.ts';
import { followPositions } from './alerts/alert-positions.ts';
import type { ItemChange } from './domain/change.ts';
import { type Told, toldByAudit, toldByEntry, toldByIntent } from './domain/event-sources.ts';
import {
  toldByAlerts,
  toldByConnections,
  toldBySubAccounts,
  toldByUser,
  toldByWebhooks,
} from './event-quotas.ts';
import { recordEvents } from './events.ts';

export type { ItemChange } from './domain/change.ts';

/** Accounts whose events are recorded at once. */
const CONCURRENCY = 8;

interface Teller {
  readonly template: { readonly pk: string; readonly sk: string };
  readonly told: (change: ItemChange) => readonly Told[];
}

/** What accounts are told of, by the kind of item that was written. */
const TELLERS: readonly Teller[] = [
  { template: ITEMS.auditEvent.template, told: toldByAudit },
  { template: ITEMS.ledgerEntry.template, told: toldByEntry },
  { template: ITEMS.intent.template, told: toldByIntent },
  { template: ITEMS.user.template, told: toldByUser },
];

const fixedPart = (template: string) => template.split('{')[0] ?? template;

/** Whether an item is of the kind: by how its keys begin, and by the whole sort key where that is fixed. */
function isOf({ key }: ItemChange, { pk, sk }: Teller['template']): boolean {
  const fits = sk.includes('{') ? key.sk.startsWith(fixedPart(sk)) : key.sk === sk;
  return fits && key.pk.startsWith(fixedPart(pk));
}

/** What alerts on positions follow. */
const FOLLOWERS = [
  { template: ITEMS.alert.template, follow: followPositions.alert },
  { template: ITEMS.ledgerEntry.template, follow: followPositions.entry },
  { template: ITEMS.intent.template, follow: followPositions.intent },
] as const;

type Timed = Told & { readonly atMs: number };

async function allTold(table: Table, changes: readonly ItemChange[]): Promise<Timed[]> {
  const told = changes.flatMap((change) => {
    const teller = TELLERS.find(({ template }) => isOf(change, template));
    return teller?.told(change).map((each) => ({ ...each, atMs: change.atMs })) ?? [];
  });
  const latestMs = Math.max(0, ...changes.map(({ atMs }) => atMs));
  const ofKind = ({ template }: Pick<Teller, 'template'>) =>
    changes.filter((change) => isOf(change, template));
  const more = [
    ...(await toldByConnections(table, ofKind(ITEMS.walletConnection))),
    ...(await toldBySubAccounts(table, ofKind(ITEMS.ledgerUser))),
    ...(await toldByAlerts(table, ofKind(ITEMS.alert))),
    ...(await toldByWebhooks(table, ofKind(ITEMS.auditEvent))),
    ...(await toldOfDeposits(table, told)),
  ];
  return [...told, ...more.map((each) => ({ ...each, atMs: latestMs }))];
}

/**
 * Tells accounts of what was written, as the table's stream brings it: repeated, and in any order across items. Each
 * change makes its events once.
 */
export async function deriveEvents(table: Table, changes: readonly ItemChange[]): Promise<void> {
  for (const change of changes) {
    const follower = FOLLOWERS.find(({ template }) => isOf(change, template));
    await follower?.follow(table, change);
  }
  const byAccount = Map.groupBy(await allTold(table, changes), ({ account }) => account);
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
  await judgeStrategies(
    table,
    changes.filter((change) => isOf(change, ITEMS.strategy.template)),
  );
}
