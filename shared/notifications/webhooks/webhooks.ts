import { type Accounts, accountAuditWrite } from '../../accounts/credentials.ts';
import { config } from '../../platform/config.ts';
import { type CursorRequest, pageOfList } from '../../platform/contract/cursor.ts';
import { ApiError, invalidRequestError } from '../../platform/contract/errors.ts';
import { PLAN_LIMITS } from '../../platform/contract/plans.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import { createId } from '../../platform/ids.ts';
import type { Principal, Reply } from '../../platform/request.ts';
import { type EventType, hasInvestmentScope } from '../contract/event-types.ts';
import type { SETTABLE_STATUSES } from '../contract/webhooks/webhook-values.ts';
import { type AllowedNetwork, findUrlProblem } from '../domain/webhook-url.ts';
import { readEventHead } from '../store/events.ts';
import {
  buildWebhookChangeWrite,
  findWebhooks,
  insertWebhook,
  type OwnerEditableFields,
  removeWebhook,
  type WebhookItem,
} from '../store/webhooks.ts';
import { changeOwnWebhook } from './own-changes.ts';
import {
  receivesInvestmentEvents,
  requireReadableEventTypes,
  requireSignInForEvents,
  requireWebhook,
} from './webhook-access.ts';
import { createWebhookSecret } from './webhook-secrets.ts';
import { webhookView } from './webhook-views.ts';

/** Returns additional writes for the DynamoDB transaction that changes the endpoint. `view` is the response data. */
export type AdditionalWritesOf = (view: unknown) => Promise<readonly Write[]>;

/** Loopback addresses are allowed only on a developer's machine. */
export const ALLOWED_NETWORK: AllowedNetwork = config.DEPLOYMENT === 'local' ? 'loopback' : 'public';

export async function listWebhooks(
  table: Table,
  { userId, plan }: Principal,
  query: CursorRequest,
  now: Date,
): Promise<Reply> {
  const all = await findWebhooks(table, userId);
  const quota = { used: all.length, max: PLAN_LIMITS[plan].maxWebhooks };
  const { items, pagination, meta } = pageOfList(all, query, ({ created_at: key, id }) => ({ key, id }));
  return { data: items.map((item) => webhookView(item, now)), pagination, meta: { ...meta, quota } };
}

export async function getWebhook(table: Table, { userId }: Principal, id: string, now: Date) {
  return webhookView(await requireWebhook(table, userId, id), now);
}

function requireAllowedUrl(url: string): void {
  const problem = findUrlProblem(url, ALLOWED_NETWORK);
  if (problem !== undefined) throw invalidRequestError([{ path: 'body.url', message: problem }]);
}

export interface NewWebhook {
  readonly url: string;
  readonly types?: readonly EventType[] | null | undefined;
  readonly description?: string | null | undefined;
}

/**
 * Creates an endpoint. After the endpoint is verified, it receives the events since its creation. Only this
 * response contains the endpoint's secret.
 *
 * @throws ApiError webhook_limit_reached; recent_sign_in_required; invalid_request for a URL that is not
 * allowed; forbidden for event types that the credential may not read
 */
export async function createWebhook(
  accountsContext: Accounts,
  principal: Principal,
  { url, types = null, description = null }: NewWebhook,
  now: Date,
  additionalWritesOf: AdditionalWritesOf,
) {
  const { userId: account, plan } = principal;
  const { table } = accountsContext;
  requireAllowedUrl(url);
  requireReadableEventTypes(principal, types);
  requireSignInForEvents(principal, types, now);
  const [{ sequence }, newSecret] = await Promise.all([
    readEventHead(table, account),
    createWebhookSecret(table),
  ]);
  const item: WebhookItem = {
    id: createId('webhook'),
    account,
    version: 1,
    url,
    description,
    types: types === null ? null : [...new Set(types)],
    status: 'unverified',
    disabled_reason: null,
    verified_at: null,
    secrets: [newSecret.stored],
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    created_by: principal.credentialId,
    set_by: principal.credentialId,
    reads_investments: hasInvestmentScope(principal),
    sequence,
    waiting: {},
    logged: 0,
    messages: 0,
  };
  const view = { ...webhookView(item, now), secret: newSecret.text };
  const event = { type: 'webhook.created', userId: account, subject: item.id, details: { url } } as const;
  const max = PLAN_LIMITS[plan].maxWebhooks;
  const writes = [await accountAuditWrite(accountsContext, event, now), ...(await additionalWritesOf(view))];
  if (await insertWebhook(table, principal, item, max, writes)) return view;
  throw new ApiError('webhook_limit_reached', {
    message: `Webhook endpoint limit reached: the ${plan} plan allows ${max} endpoints. Delete an endpoint first.`,
    details: { max_webhooks: max },
  });
}

export interface WebhookChange extends Omit<NewWebhook, 'url'> {
  readonly url?: string | undefined;
  readonly status?: (typeof SETTABLE_STATUSES)[number] | undefined;
}

/** Returns whether a request contains a URL or event types, or enables the endpoint. */
const isDeliveryChangeRequested = ({ url, types, status }: WebhookChange) =>
  url !== undefined || types !== undefined || status === 'enabled';

const joinSortedTypes = (eventTypes: readonly string[] | null) => eventTypes?.toSorted().join(' ');

/**
 * Returns whether a request changes the URL or the event types, or enables a disabled endpoint. A field that
 * already has the requested value is ignored.
 */
function changesDelivery(webhookBefore: WebhookItem, { url, types, status }: WebhookChange): boolean {
  return (
    (url !== undefined && url !== webhookBefore.url) ||
    (types !== undefined && joinSortedTypes(types) !== joinSortedTypes(webhookBefore.types)) ||
    (status === 'enabled' && webhookBefore.status === 'disabled')
  );
}

/**
 * Returns the endpoint's URL, status and verification after a change. The URL must be verified again in two cases:
 * - The URL changes.
 * - The event types include investment events, and the URL is not verified for these events.
 */
function buildDeliverySettings(
  webhookBefore: WebhookItem,
  change: WebhookChange,
  principal: Principal,
): Partial<OwnerEditableFields> {
  const { url = webhookBefore.url, status } = change;
  const eventTypes = change.types === undefined ? webhookBefore.types : change.types;
  const isEndpointVerifiedForTypes = webhookBefore.reads_investments || !receivesInvestmentEvents(eventTypes);
  const verified_at =
    url === webhookBefore.url && isEndpointVerifiedForTypes ? webhookBefore.verified_at : null;
  const requestedStatus = status ?? (webhookBefore.status === 'disabled' ? 'disabled' : 'enabled');
  return {
    url,
    reads_investments:
      url === webhookBefore.url ? webhookBefore.reads_investments : hasInvestmentScope(principal),
    verified_at,
    status: requestedStatus === 'enabled' && verified_at === null ? 'unverified' : requestedStatus,
  };
}

function computeChangedFields(
  webhookBefore: WebhookItem,
  change: WebhookChange,
  principal: Principal,
  now: Date,
) {
  const { types, description, status } = change;
  return {
    updated_at: now.toISOString(),
    ...(changesDelivery(webhookBefore, change) ? { set_by: principal.credentialId } : {}),
    ...(isDeliveryChangeRequested(change) || status !== undefined
      ? buildDeliverySettings(webhookBefore, change, principal)
      : {}),
    ...(types === undefined ? {} : { types: types === null ? null : [...new Set(types)] }),
    ...(description === undefined ? {} : { description }),
    ...(status === undefined ? {} : { disabled_reason: status === 'disabled' ? ('owner' as const) : null }),
  };
}

/**
 * Changes the given fields of an endpoint. An endpoint that is enabled again receives only new events. An
 * endpoint with a new URL must be verified, and then continues with the events that it has not received.
 * @throws ApiError webhook_not_found; the errors of `createWebhook`
 */
export async function updateWebhook(
  accountsContext: Accounts,
  principal: Principal,
  id: string,
  change: WebhookChange,
  now: Date,
) {
  const { table } = accountsContext;
  const { userId } = principal;
  if (change.url !== undefined) requireAllowedUrl(change.url);
  return changeOwnWebhook(table, principal, id, async (webhookBefore) => {
    const fields = computeChangedFields(webhookBefore, change, principal, now);
    const webhookAfter = { ...webhookBefore, ...fields };
    requireReadableEventTypes(principal, webhookAfter.types);
    if (isDeliveryChangeRequested(change)) {
      requireSignInForEvents(principal, webhookBefore.types, now);
      requireSignInForEvents(principal, webhookAfter.types, now);
    }
    const isDeliveryResumed = change.status === 'enabled' && webhookBefore.status === 'disabled';
    const resumedProgressFields = isDeliveryResumed ? await buildResumedProgress(table, userId) : {};
    const details = { changed: Object.keys(change).join(' '), url: webhookAfter.url };
    const event = { type: 'webhook.updated', userId, subject: id, details } as const;
    return {
      writes: [
        buildWebhookChangeWrite(webhookBefore, { ...fields, ...resumedProgressFields }),
        await accountAuditWrite(accountsContext, event, now),
      ],
      result: webhookView({ ...webhookAfter, ...resumedProgressFields }, now),
    };
  });
}

/**
 * Returns the delivery progress of an endpoint that is enabled again. It has no waiting events, and delivery starts
 * with the next new event.
 */
async function buildResumedProgress(table: Table, account: string) {
  const { sequence } = await readEventHead(table, account);
  return { sequence, waiting: {}, failing_since_ms: undefined, wake_ms: undefined };
}

/** @throws ApiError webhook_not_found */
export async function deleteWebhook(accountsContext: Accounts, principal: Principal, id: string, now: Date) {
  const event = { type: 'webhook.deleted', userId: principal.userId, subject: id } as const;
  const writes = [await accountAuditWrite(accountsContext, event, now)];
  if (await removeWebhook(accountsContext.table, principal, id, writes))
    return { id, status: 'deleted' as const };
  throw new ApiError('webhook_not_found');
}
