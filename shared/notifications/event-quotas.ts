import * as z from 'zod/mini';
import { limitsOf, readAccount } from '../access/credentials.ts';
import { disallowedAddressCountName } from '../access/usage.ts';
import { listApiKeys } from '../accounts/credentials.ts';
import { userItemSchema } from '../accounts/users.ts';
import { countSubAccounts, ownerItem } from '../investments/owners.ts';
import { PLAN_LIMITS, type Plan } from '../platform/contract/plans.ts';
import type { ItemChange, ItemImage } from '../platform/domain/item-change.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { connectionItemSchema, countUnremovedConnections } from '../wallets/connections.ts';
import { alertItemSchema } from './domain/alert.ts';
import {
  createBlockedKeyEvent,
  createQuotaEvents,
  createRequestLimitEvents,
  type HourlyRequestCounts,
  type QuotaUse,
} from './domain/event-quotas.ts';
import type { NewEvent } from './domain/event-sources.ts';
import { recordEvents } from './events.ts';
import { countAlerts } from './store/alerts.ts';
import { countWebhooks } from './store/webhooks.ts';

const userSchema = z.pick(userItemSchema, {
  id: true,
  plan: true,
  custom_limits: true,
  api_key_count: true,
  sessions: true,
});

/**
 * Returns the quota events for a user who has more API keys or sessions after a change than before it.
 * Sessions above the limit are not counted, because the service ends them immediately.
 */
export function createUserQuotaEvents({ before, after, atMs }: ItemChange): NewEvent[] {
  if (before === undefined || after === undefined) return [];
  const [userBefore, userAfter] = [userSchema.parse(before), userSchema.parse(after)];
  const { maxApiKeys, maxSessions } = limitsOf(userAfter);
  const sessionCountOf = (each: typeof userAfter) => Math.min(Object.keys(each.sessions).length, maxSessions);
  const uses = [
    { quota: 'api_keys', from: userBefore.api_key_count, used: userAfter.api_key_count, max: maxApiKeys },
    {
      quota: 'sessions',
      from: sessionCountOf(userBefore),
      used: sessionCountOf(userAfter),
      max: maxSessions,
    },
  ] as const;
  return uses
    .filter(({ from, used }) => used > from)
    .flatMap(({ quota, used, max }) => createQuotaEvents({ quota, used, max, plan: userAfter.plan }, atMs))
    .map((eventContent) => ({ account: userAfter.id, eventContent }));
}

const connectionSchema = z.pick(connectionItemSchema, { owner: true });

/**
 * Returns the quota events for accounts that stored new items of one kind, such as wallet connections. `readQuotaUse`
 * reads how many of these items an account has.
 */
async function createCountQuotaEvents(
  table: Table,
  changes: readonly ItemChange[],
  ownerOf: (itemImage: ItemImage) => string,
  readQuotaUse: (owner: string, plan: Plan) => Promise<QuotaUse>,
): Promise<NewEvent[]> {
  const creationMsByOwner = new Map<string, number>();
  for (const { before, after, atMs } of changes) {
    if (before === undefined && after !== undefined) creationMsByOwner.set(ownerOf(after), atMs);
  }
  const newEvents: NewEvent[] = [];
  for (const [owner, atMs] of creationMsByOwner) {
    const account = await readAccount(table, owner);
    if (account === undefined) continue;
    const eventContents = createQuotaEvents(await readQuotaUse(owner, account.plan), atMs);
    newEvents.push(...eventContents.map((eventContent) => ({ account: owner, eventContent })));
  }
  return newEvents;
}

export async function createConnectionQuotaEvents(
  table: Table,
  changes: readonly ItemChange[],
): Promise<NewEvent[]> {
  return createCountQuotaEvents(
    table,
    changes,
    (connectionImage) => connectionSchema.parse(connectionImage).owner,
    async (owner, plan) => {
      const { maxWalletConnections: max } = PLAN_LIMITS[plan];
      return { quota: 'wallet_connections', used: await countUnremovedConnections(table, owner), max, plan };
    },
  );
}

export async function createSubAccountQuotaEvents(
  table: Table,
  changes: readonly ItemChange[],
): Promise<NewEvent[]> {
  return createCountQuotaEvents(
    table,
    changes,
    (ownerImage) => ownerItem.parse(ownerImage).account,
    async (owner, plan) => {
      const { maxSubAccounts: max } = PLAN_LIMITS[plan];
      return { quota: 'sub_accounts', used: await countSubAccounts(table, owner), max, plan };
    },
  );
}

const alertOwnerSchema = z.pick(alertItemSchema, { owner: true });

export async function createAlertQuotaEvents(
  table: Table,
  changes: readonly ItemChange[],
): Promise<NewEvent[]> {
  return createCountQuotaEvents(
    table,
    changes,
    (alertImage) => alertOwnerSchema.parse(alertImage).owner,
    async (owner, plan) => {
      const { maxAlerts: max } = PLAN_LIMITS[plan];
      return { quota: 'alerts', used: await countAlerts(table, owner), max, plan };
    },
  );
}

const webhookCreatedSchema = z.object({ type: z.string(), user_id: z.string() });

/**
 * Returns the quota events for accounts that created webhook endpoints. Finds new endpoints by the audit event
 * `webhook.created`.
 */
export async function createWebhookQuotaEvents(
  table: Table,
  auditEventChanges: readonly ItemChange[],
): Promise<NewEvent[]> {
  return createCountQuotaEvents(
    table,
    auditEventChanges.filter(
      ({ after }) => webhookCreatedSchema.safeParse(after).data?.type === 'webhook.created',
    ),
    (eventImage) => webhookCreatedSchema.parse(eventImage).user_id,
    async (owner, plan) => {
      const { maxWebhooks: max } = PLAN_LIMITS[plan];
      return { quota: 'webhooks', used: await countWebhooks(table, owner), max, plan };
    },
  );
}

interface HourlyRequests extends HourlyRequestCounts {
  /**
   * Requests that were rejected because their IP address is not on the key's allowlist. `name` is the key's
   * name in the usage counts.
   */
  readonly wrongSourceCounts: readonly { readonly name: string; readonly refused: number }[];
}

/**
 * Returns the events about API keys that were used from outside their allowlist. Keys that no longer exist are
 * ignored.
 */
async function createBlockedKeyEvents(
  table: Table,
  account: string,
  hourlyRequests: readonly HourlyRequests[],
) {
  if (hourlyRequests.every(({ wrongSourceCounts }) => wrongSourceCounts.length === 0)) return [];
  const ids = (await listApiKeys(table, account)).map(({ item }) => item.id);
  return hourlyRequests.flatMap(({ hour, wrongSourceCounts }) =>
    wrongSourceCounts.flatMap(({ name, refused }) => {
      const id = ids.find((each) => disallowedAddressCountName(each) === name);
      return id === undefined ? [] : [createBlockedKeyEvent(id, { hour, refused })];
    }),
  );
}

/** Creates an account's events about its rate limit and its API keys, based on the requests of past hours. */
export async function notifyOfRequestQuota(
  table: Table,
  account: string,
  hourlyRequests: readonly HourlyRequests[],
  now: Date,
): Promise<void> {
  const accountRecord = await readAccount(table, account);
  if (accountRecord === undefined) return;
  const { requestsPerMinute } = accountRecord.limits;
  await recordEvents(
    table,
    account,
    [
      ...hourlyRequests.flatMap((hour) => createRequestLimitEvents(hour, requestsPerMinute)),
      ...(await createBlockedKeyEvents(table, account, hourlyRequests)),
    ],
    now,
  );
}
