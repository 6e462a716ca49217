import { type CursorRequest, pageOfList } from '../../platform/contract/cursor.ts';
import { ApiError, invalidRequestError } from '../../platform/contract/errors.ts';
import { PLAN_LIMITS } from '../../platform/contract/plans.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { once } from '../../platform/idempotency/idempotency.ts';
import { createId } from '../../platform/ids.ts';
import type { Principal, Reply, RequestContext } from '../../platform/request.ts';
import { RetryableError, type RetryPolicy, retry } from '../../platform/retry.ts';
import { getStrategy } from '../../strategies/records.ts';
import { DEPOSIT_ALERT_KINDS } from '../contract/alerts/alert-kinds.ts';
import type { AlertView } from '../contract/alerts/alert-responses.ts';
import { createAlertRoute } from '../contract/alerts/create-alert.ts';
import { hasInvestmentScope, INVESTMENT_SCOPE } from '../contract/event-types.ts';
import {
  type Alert,
  type AlertChange,
  type AlertRequest,
  applyAlertChange,
  buildAlert,
  findAlertIssues,
} from '../domain/alert.ts';
import {
  countAlerts,
  getAlert,
  insertAlert,
  readAlerts,
  removeAlert,
  replaceAlert,
} from '../store/alerts.ts';

type AlertCaller = Pick<RequestContext, 'now' | 'idempotencyKey'> & { readonly principal: Principal };

const UPDATE_RETRY_POLICY: RetryPolicy = { attempts: 5 };

function alertView({ owner: _owner, version: _version, ...alert }: Alert): AlertView {
  return alert;
}

function requireValidAlert(request: AlertRequest): void {
  const issues = findAlertIssues(request);
  if (issues.length > 0) throw invalidRequestError(issues);
}

/**
 * Alerts on positions or deposits require the scope to read investments, because their events reveal investments.
 * @throws ApiError forbidden
 */
function requireAlertScope(
  principal: Principal,
  { kind, target }: Pick<AlertRequest, 'kind' | 'target'>,
): void {
  if (hasInvestmentScope(principal)) return;
  if (target !== 'positions' && !DEPOSIT_ALERT_KINDS.includes(kind)) return;
  throw new ApiError('forbidden', {
    message: `An alert about your investments requires the scope ${INVESTMENT_SCOPE}. Use a credential with this scope.`,
    details: { required_scope: INVESTMENT_SCOPE },
  });
}

async function requireAlert(table: Table, { userId }: Principal, id: string): Promise<Alert> {
  const alert = await getAlert(table, userId, id);
  if (alert === undefined) throw new ApiError('alert_not_found');
  return alert;
}

/**
 * @throws ApiError invalid_request, strategy_not_found, alert_limit_reached; forbidden as in `requireAlertScope`
 */
export function createAlert(table: Table, alertRequest: AlertRequest, caller: AlertCaller): Promise<Reply> {
  requireValidAlert(alertRequest);
  const { principal, now, idempotencyKey: key } = caller;
  requireAlertScope(principal, alertRequest);
  const { userId: ownerId, plan } = principal;
  const request = {
    ownerId,
    routeId: createAlertRoute.id,
    key,
    input: alertRequest,
    now,
    status: 201 as const,
  };
  return once(table, request, async (responseWritesOf) => {
    const { strategy_id: strategyId } = alertRequest;
    if (strategyId !== undefined && (await getStrategy(table, strategyId)) === undefined) {
      throw new ApiError('strategy_not_found');
    }
    const alert = buildAlert(alertRequest, createId('alert'), ownerId, now);
    const reply = { data: alertView(alert) };
    const { maxAlerts: max } = PLAN_LIMITS[plan];
    if (await insertAlert(table, principal, alert, max, await responseWritesOf(reply))) return reply;
    throw new ApiError('alert_limit_reached', {
      message: `Alert limit reached: the ${plan} plan allows ${max} alerts. Delete an alert first.`,
      details: { max_alerts: max },
    });
  });
}

/** Returns one page of the caller's alerts, oldest first, with the alert quota. */
export async function listAlerts(table: Table, principal: Principal, query: CursorRequest): Promise<Reply> {
  const all = await readAlerts(table, principal.userId);
  const listPositionOf = ({ created_at: key, id }: Alert) => ({ key, id });
  const { items, pagination, meta } = pageOfList(all, query, listPositionOf, 'asc');
  const used = await countAlerts(table, principal.userId);
  return {
    data: items.map(alertView),
    pagination,
    meta: { ...meta, quota: { used, max: PLAN_LIMITS[principal.plan].maxAlerts } },
  };
}

/** @throws ApiError alert_not_found, also for an alert of another account */
export async function getOwnAlert(table: Table, principal: Principal, id: string): Promise<Reply> {
  return { data: alertView(await requireAlert(table, principal, id)) };
}

/**
 * Changes the given fields of an alert. The changed alert behaves like a new alert: if its condition is already met,
 * the change creates no event.
 * @throws ApiError alert_not_found, invalid_request; forbidden as in `requireAlertScope`
 */
export function updateAlert(
  table: Table,
  id: string,
  change: AlertChange,
  { principal, now }: Pick<AlertCaller, 'principal' | 'now'>,
): Promise<Reply> {
  return retry(UPDATE_RETRY_POLICY, async () => {
    const alertBefore = await requireAlert(table, principal, id);
    requireAlertScope(principal, alertBefore);
    const updatedRequest = applyAlertChange(alertBefore, change);
    requireValidAlert(updatedRequest);
    const { created_at } = alertBefore;
    const changedAlert = {
      ...buildAlert(updatedRequest, id, alertBefore.owner, now),
      version: alertBefore.version + 1,
      created_at,
    };
    if (await replaceAlert(table, principal, alertBefore, changedAlert))
      return { data: alertView(changedAlert) };
    throw new RetryableError(`The alert ${id} was changed by others`);
  });
}

/** @throws ApiError alert_not_found */
export async function deleteAlert(table: Table, principal: Principal, id: string): Promise<Reply> {
  const alert = await requireAlert(table, principal, id);
  if (!(await removeAlert(table, principal, alert))) throw new ApiError('alert_not_found');
  return { data: { id, status: 'deleted' } };
}
