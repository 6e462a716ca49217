import { type Accounts, recorded } from '../../accounts/credentials.ts';
import { config } from '../../platform/config.ts';
import { paginate } from '../../platform/contract/envelope.ts';
import { ApiError, invalidRequest } from '../../platform/contract/errors.ts';
import { PLAN_LIMITS } from '../../platform/contract/plans.ts';
import type { PageRequest } from '../../platform/contract/query.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import { createId } from '../../platform/ids.ts';
import type { Principal, Reply } from '../../platform/request.ts';
import { EVENT_TYPES, type EventType, INVESTMENT_SCOPE, isOfInvestments } from '../contract/event-types.ts';
import { type Reach, webhookUrlProblem } from '../domain/webhook-url.ts';
import { readEventHead } from '../store/events.ts';
import {
  changeWebhook,
  findWebhook,
  findWebhooks,
  insertWebhook,
  type OwnFields,
  removeWebhook,
  type WebhookItem,
} from '../store/webhooks.ts';
import { newSecret } from './webhook-secrets.ts';
import { webhookView } from './webhook-views.ts';

/** Writes that belong to the same transaction, made once the answer is known. */
export type Attach = (view: unknown) => Promise<readonly Write[]>;

/** Which receivers this deployment sends to: those of its own machine too only where it runs on a developer's. */
export const REACH: Reach = config.DEPLOYMENT === 'local' ? 'loopback' : 'public';

/**
 * An endpoint of the caller's. Another account's does not exist for them.
 *
 * @throws ApiError webhook_not_found
 */
export async function requireWebhook(table: Table, account: string, id: string): Promise<WebhookItem> {
  const item = await findWebhook(table, { account, id });
  if (item === undefined) throw new ApiError('webhook_not_found');
  return item;
}

export async function listWebhooks(
  table: Table,
  { userId, plan }: Principal,
  page: PageRequest,
  now: Date,
): Promise<Reply> {
  const all = await findWebhooks(table, userId);
  const quota = { used: all.length, max: PLAN_LIMITS[plan].maxWebhooks };
  const start = (page.page - 1) * page.per_page;
  const data = all.slice(start, start + page.per_page).map((item) => webhookView(item, now));
  return { data, pagination: paginate(all.length, page, data.length), meta: { quota } };
}

export async function getWebhook(table: Table, { userId }: Principal, id: string, now: Date) {
  return webhookView(await requireWebhook(table, userId, id), now);
}

function requireUrl(url: string): void {
  const problem = webhookUrlProblem(url, REACH);
  if (problem !== undefined) throw invalidRequest([{ path: 'body.url', message: problem }]);
}

/** An endpoint is told no more than the credential that sets it may read. */
function requireReadable({ scopes }: Principal, types: readonly EventType[] | null): void {
  if (scopes.includes(INVESTMENT_SCOPE) || !(types ?? EVENT_TYPES).some(isOfInvestments)) return;
  throw new ApiError('forbidden', {
    message: `Events of money are for a credential with ${INVESTMENT_SCOPE}; name other types.`,
    details: { missing_scopes: [INVESTMENT_SCOPE] },
  });
}

export interface NewWebhook {
  readonly url: string;
  readonly types?: readonly EventType[] | null | undefined;
  readonly description?: string | null | undefined;
}

/**
 * Makes an endpoint of the caller's, which is told of what happens from now on. Its secret is in the answer and nowhere
 * else to be read.
 *
 * @throws ApiError webhook_limit_reached; invalid_request for an address that is never sent to; forbidden for events
 * that the credential may not read
 */
export async function createWebhook(
  accounts: Accounts,
  principal: Principal,
  { url, types = null, description = null }: NewWebhook,
  now: Date,
  attach: Attach,
) {
  const { userId: account, plan } = principal;
  const { table } = accounts;
  requireUrl(url);
  requireReadable(principal, types);
  const [{ sequence }, secret] = await Promise.all([readEventHead(table, account), newSecret(table)]);
  const item: WebhookItem = {
    id: createId('webhook'),
    account,
    url,
    description,
    types: types === null ? null : [...new Set(types)],
    status: 'enabled',
    disabled_reason: null,
    secrets: [secret.stored],
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    sequence,
    waiting: {},
    logged: 0,
    rings: 0,
  };
  const view = { ...webhookView(item, now), secret: secret.text };
  const event = { type: 'webhook.created', userId: account, subject: item.id } as const;
  const max = PLAN_LIMITS[plan].maxWebhooks;
  const writes = [await recorded(accounts, event, now), ...(await attach(view))];
  if (await insertWebhook(table, item, max, writes)) return view;
  throw new ApiError('webhook_limit_reached', {
    message: `The ${plan} plan has room for ${max} webhook endpoints. Delete one first.`,
    details: { max_webhooks: max },
  });
}

export interface WebhookChange extends Omit<NewWebhook, 'url'> {
  readonly url?: string | undefined;
  readonly status?: WebhookItem['status'] | undefined;
}

/** What a change comes to in the item. */
function fieldsOf({ url, types, description, status }: WebhookChange): Partial<OwnFields> {
  return {
    ...(url === undefined ? {} : { url }),
    ...(types === undefined ? {} : { types: types === null ? null : [...new Set(types)] }),
    ...(description === undefined ? {} : { description }),
    ...(status === undefined
      ? {}
      : { status, disabled_reason: status === 'disabled' ? ('owner' as const) : null }),
  };
}

/**
 * Changes what is given. One that is enabled again begins with what happens from then on.
 *
 * @throws ApiError webhook_not_found, and as createWebhook
 */
export async function updateWebhook(
  accounts: Accounts,
  principal: Principal,
  id: string,
  change: WebhookChange,
  now: Date,
) {
  const { table } = accounts;
  const { userId: account } = principal;
  const before = await requireWebhook(table, account, id);
  if (change.url !== undefined) requireUrl(change.url);
  if (change.types !== undefined) requireReadable(principal, change.types);
  const isResumed = change.status === 'enabled' && before.status === 'disabled';
  const from = isResumed ? (await readEventHead(table, account)).sequence : undefined;
  const event = {
    type: 'webhook.updated',
    userId: account,
    subject: id,
    details: { changed: Object.keys(change).join(' ') },
  } as const;
  const writes = [await recorded(accounts, event, now)];
  const isChanged = await changeWebhook(
    table,
    { account, id },
    { fields: fieldsOf(change), from },
    now,
    writes,
  );
  if (!isChanged) throw new ApiError('webhook_not_found');
  return getWebhook(table, principal, id, now);
}

/**
 * Takes an endpoint away: nothing is sent to it any more.
 *
 * @throws ApiError webhook_not_found
 */
export async function deleteWebhook(accounts: Accounts, { userId }: Principal, id: string, now: Date) {
  const event = { type: 'webhook.deleted', userId, subject: id } as const;
  const writes = [await recorded(accounts, event, now)];
  if (await removeWebhook(accounts.table, { account: userId, id }, writes))
    return { id, status: 'deleted' as const };
  throw new ApiError('webhook_not_found');
}
