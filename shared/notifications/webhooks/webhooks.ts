import { type Accounts, recorded } from '../../accounts/credentials.ts';
import { requireRecentSignIn } from '../../accounts/keys/key-rules.ts';
import { config } from '../../platform/config.ts';
import { type CursorRequest, pageOfAll } from '../../platform/contract/cursor.ts';
import { ApiError, invalidRequest } from '../../platform/contract/errors.ts';
import { PLAN_LIMITS } from '../../platform/contract/plans.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import { CONFLICT_RETRIES } from '../../platform/dynamodb/transact.ts';
import { createId } from '../../platform/ids.ts';
import type { Principal, Reply } from '../../platform/request.ts';
import { retry, TryAgain } from '../../platform/retry.ts';
import { EVENT_TYPES, type EventType, INVESTMENT_SCOPE, isOfInvestments } from '../contract/event-types.ts';
import type { SETTABLE_STATUSES } from '../contract/webhooks/webhook-values.ts';
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
  query: CursorRequest,
  now: Date,
): Promise<Reply> {
  const all = await findWebhooks(table, userId);
  const quota = { used: all.length, max: PLAN_LIMITS[plan].maxWebhooks };
  const { items, pagination, meta } = pageOfAll(all, query, ({ created_at: key, id }) => ({ key, id }));
  return { data: items.map((item) => webhookView(item, now)), pagination, meta: { ...meta, quota } };
}

export async function getWebhook(table: Table, { userId }: Principal, id: string, now: Date) {
  return webhookView(await requireWebhook(table, userId, id), now);
}

function requireUrl(url: string): void {
  const problem = webhookUrlProblem(url, REACH);
  if (problem !== undefined) throw invalidRequest([{ path: 'body.url', message: problem }]);
}

/**
 * Refuses a credential that may not read every event type of an endpoint.
 *
 * @param types null for all
 * @throws ApiError forbidden, which names the missing scope
 */
export function requireReadable(principal: Principal, types: readonly string[] | null): void {
  if (receivesInvestments(types)) requireInvestmentScope(principal);
}

/** @throws ApiError forbidden, which names the missing scope */
export function requireInvestmentScope({ scopes }: Principal): void {
  if (scopes.includes(INVESTMENT_SCOPE)) return;
  throw new ApiError('forbidden', {
    message: `A webhook endpoint that receives investment events requires the scope ${INVESTMENT_SCOPE}. Use a credential with this scope.`,
    details: { required_scope: INVESTMENT_SCOPE },
  });
}

const receivesInvestments = (types: readonly string[] | null) => (types ?? EVENT_TYPES).some(isOfInvestments);

/**
 * Refuses a session without a recent sign-in where an endpoint receives investment events. An API key passes: it needs
 * their scope.
 *
 * @param types of the endpoint; null for all
 * @throws ApiError recent_sign_in_required
 */
export function requireSignInForEvents(
  principal: Principal,
  types: readonly string[] | null,
  now: Date,
): void {
  if (receivesInvestments(types)) requireRecentSignIn(principal, now);
}

/** What an endpoint records of the credential that sets it. */
export const settingOf = ({ credentialId, scopes }: Principal) => ({
  set_by: credentialId,
  reads_investments: scopes.includes(INVESTMENT_SCOPE),
});

export interface NewWebhook {
  readonly url: string;
  readonly types?: readonly EventType[] | null | undefined;
  readonly description?: string | null | undefined;
}

/**
 * Creates an endpoint. Once it is verified it receives what happens from now on. Its secret is in the answer and cannot
 * be read again.
 *
 * @throws ApiError webhook_limit_reached; recent_sign_in_required; invalid_request for an address that is never sent to; forbidden for events
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
  requireSignInForEvents(principal, types, now);
  const [{ sequence }, secret] = await Promise.all([readEventHead(table, account), newSecret(table)]);
  const item: WebhookItem = {
    id: createId('webhook'),
    account,
    url,
    description,
    types: types === null ? null : [...new Set(types)],
    status: 'unverified',
    disabled_reason: null,
    verified_at: null,
    secrets: [secret.stored],
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    created_by: principal.credentialId,
    ...settingOf(principal),
    sequence,
    waiting: {},
    logged: 0,
    messages: 0,
  };
  const view = { ...webhookView(item, now), secret: secret.text };
  const event = { type: 'webhook.created', userId: account, subject: item.id, details: { url } } as const;
  const max = PLAN_LIMITS[plan].maxWebhooks;
  const writes = [await recorded(accounts, event, now), ...(await attach(view))];
  if (await insertWebhook(table, item, max, writes)) return view;
  throw new ApiError('webhook_limit_reached', {
    message: `Webhook endpoint limit reached: the ${plan} plan allows ${max}. Delete an endpoint first.`,
    details: { max_webhooks: max },
  });
}

export interface WebhookChange extends Omit<NewWebhook, 'url'> {
  readonly url?: string | undefined;
  readonly status?: (typeof SETTABLE_STATUSES)[number] | undefined;
}

/** Whether a change sets where events go or that they go. A new description or a stop does not. */
const setsDelivery = ({ url, types, status }: WebhookChange) =>
  url !== undefined || types !== undefined || status === 'enabled';

/** The address and status of an endpoint after a change. A new address is unverified. */
function placeOf(before: WebhookItem, { url = before.url, status }: WebhookChange): Partial<OwnFields> {
  const verified_at = url === before.url ? before.verified_at : null;
  const wanted = status ?? (before.status === 'disabled' ? 'disabled' : 'enabled');
  return { url, verified_at, status: wanted === 'enabled' && verified_at === null ? 'unverified' : wanted };
}

/** The fields of an endpoint after a change by a credential. */
function fieldsOf(before: WebhookItem, change: WebhookChange, principal: Principal): Partial<OwnFields> {
  const { url, types, description, status } = change;
  return {
    ...(setsDelivery(change) ? settingOf(principal) : {}),
    ...(url === undefined && status === undefined ? {} : placeOf(before, change)),
    ...(types === undefined ? {} : { types: types === null ? null : [...new Set(types)] }),
    ...(description === undefined ? {} : { description }),
    ...(status === undefined ? {} : { disabled_reason: status === 'disabled' ? ('owner' as const) : null }),
  };
}

/**
 * Changes the given fields. An endpoint that is enabled again receives new events only. One with a new address must be
 * verified again, and then continues where it stopped.
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
  if (change.url !== undefined) requireUrl(change.url);
  await retry(CONFLICT_RETRIES, async () => {
    const before = await requireWebhook(table, account, id);
    const types = change.types === undefined ? before.types : change.types;
    requireReadable(principal, types);
    if (setsDelivery(change)) {
      requireSignInForEvents(principal, before.types, now);
      requireSignInForEvents(principal, types, now);
    }
    const isResumed = change.status === 'enabled' && before.status === 'disabled';
    const from = isResumed ? (await readEventHead(table, account)).sequence : undefined;
    const event = {
      type: 'webhook.updated',
      userId: account,
      subject: id,
      details: { changed: Object.keys(change).join(' '), url: change.url ?? before.url },
    } as const;
    const writes = [await recorded(accounts, event, now)];
    const fields = fieldsOf(before, change, principal);
    if (await changeWebhook(table, before, { fields, from }, now, writes)) return;
    throw new TryAgain('The address of a webhook endpoint was changed each time that it was read');
  });
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
