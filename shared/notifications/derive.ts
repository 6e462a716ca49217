import type { ItemChange } from '../platform/domain/item-change.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { ITEMS } from '../platform/dynamodb/table.ts';
import { createDepositAlertEvents } from './alerts/alert-deposits.ts';
import { evaluateStrategyAlerts } from './alerts/alert-evaluation.ts';
import { positionAlertHandlers } from './alerts/alert-positions.ts';
import {
  createAuditEvents,
  createEntryEvents,
  createVaultTransactionEvents,
  type NewEvent,
} from './domain/event-sources.ts';
import {
  createAlertQuotaEvents,
  createConnectionQuotaEvents,
  createSubAccountQuotaEvents,
  createUserQuotaEvents,
  createWebhookQuotaEvents,
} from './event-quotas.ts';
import { recordEvents } from './events.ts';

export type { ItemChange } from '../platform/domain/item-change.ts';

const ACCOUNT_CONCURRENCY = 8;

interface EventRule {
  readonly template: { readonly pk: string; readonly sk: string };
  readonly found: (change: ItemChange) => readonly NewEvent[];
}

const EVENT_RULES: readonly EventRule[] = [
  { template: ITEMS.auditEvent.template, found: createAuditEvents },
  { template: ITEMS.ledgerEntry.template, found: createEntryEvents },
  { template: ITEMS.vaultTransaction.template, found: createVaultTransactionEvents },
  { template: ITEMS.user.template, found: createUserQuotaEvents },
];

const fixedPrefixOf = (template: string) => template.split('{')[0] ?? template;

/**
 * Returns whether the keys of a changed item match a key template. Compares only the text before the first variable.
 */
function matchesKeyTemplate({ key }: ItemChange, { pk, sk }: EventRule['template']): boolean {
  const isSortKeyMatching = sk.includes('{') ? key.sk.startsWith(fixedPrefixOf(sk)) : key.sk === sk;
  return isSortKeyMatching && key.pk.startsWith(fixedPrefixOf(pk));
}

const POSITION_ALERT_HANDLERS = [
  { template: ITEMS.alert.template, follow: positionAlertHandlers.alert },
  { template: ITEMS.ledgerEntry.template, follow: positionAlertHandlers.entry },
  { template: ITEMS.vaultTransaction.template, follow: positionAlertHandlers.vaultTransaction },
] as const;

type TimedEvent = NewEvent & { readonly atMs: number };

async function collectEvents(table: Table, changes: readonly ItemChange[]): Promise<TimedEvent[]> {
  const newEvents = changes.flatMap((change) => {
    const eventRule = EVENT_RULES.find(({ template }) => matchesKeyTemplate(change, template));
    return eventRule?.found(change).map((each) => ({ ...each, atMs: change.atMs })) ?? [];
  });
  const latestChangeMs = Math.max(0, ...changes.map(({ atMs }) => atMs));
  const changesOfKind = ({ template }: Pick<EventRule, 'template'>) =>
    changes.filter((change) => matchesKeyTemplate(change, template));
  const quotaAndAlertEvents = [
    ...(await createConnectionQuotaEvents(table, changesOfKind(ITEMS.walletConnection))),
    ...(await createSubAccountQuotaEvents(table, changesOfKind(ITEMS.ledgerUser))),
    ...(await createAlertQuotaEvents(table, changesOfKind(ITEMS.alert))),
    ...(await createWebhookQuotaEvents(table, changesOfKind(ITEMS.auditEvent))),
    ...(await createDepositAlertEvents(table, newEvents)),
  ];
  return [...newEvents, ...quotaAndAlertEvents.map((each) => ({ ...each, atMs: latestChangeMs }))];
}

/**
 * Creates events from the changes in the table's stream. The stream may repeat a change, but each change creates its
 * events only once.
 */
export async function deriveEvents(table: Table, changes: readonly ItemChange[]): Promise<void> {
  for (const change of changes) {
    const positionAlertHandler = POSITION_ALERT_HANDLERS.find(({ template }) =>
      matchesKeyTemplate(change, template),
    );
    await positionAlertHandler?.follow(table, change);
  }
  const eventsByAccount = Map.groupBy(await collectEvents(table, changes), ({ account }) => account);
  await forEachParallel(eventsByAccount, ACCOUNT_CONCURRENCY, async ([account, eventsOfAccount]) => {
    // The time comes from the stream records. Therefore a record that is processed twice creates the same events.
    const now = new Date(Math.max(...eventsOfAccount.map(({ atMs }) => atMs)));
    await recordEvents(
      table,
      account,
      eventsOfAccount.map(({ eventContent }) => eventContent),
      now,
    );
  });
  await evaluateStrategyAlerts(
    table,
    changes.filter((change) => matchesKeyTemplate(change, ITEMS.strategy.template)),
  );
}
