import { createHash } from 'node:crypto';
import {
  type CredentialItem,
  type GatewayState,
  getCredential,
  setGatewayState,
} from '../access/credentials.ts';
import { AUTHORIZER_CACHE_SECONDS, type GatewayPlan, gatewayPlanFor } from '../access/gateway.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { GatewayControl } from './gateway-control.ts';

export interface GatewayKeyDependencies {
  readonly table: Table;
  readonly control: GatewayControl;
  readonly plans: readonly GatewayPlan[];
}

export type GatewayKeyOutcome = 'unchanged' | 'made' | 'removed' | 'no_room';

/** Twice the cache's time, as the authorizer may just have read the former key. */
const RETIRE_MILLIS = 2 * AUTHORIZER_CACHE_SECONDS * 1_000;

/**
 * The value of a credential's gateway key in a plan. The same every time, so that a repeated run finds what an
 * interrupted one made; nothing of the credential can be learnt from it, and callers never send it.
 */
function gatewayKeyValue(hash: string, usagePlanId: string): string {
  return createHash('sha256').update(`gateway key ${usagePlanId} ${hash}`).digest('hex');
}

function isOver(item: CredentialItem, now: Date): boolean {
  const isExpired = item.expires_micros !== undefined && item.expires_micros <= now.getTime() * 1_000;
  return item.status !== 'active' || isExpired;
}

/** Sessions are short-lived and stay with the overflow key, as the gateway has room for 10,000 keys. */
function desiredPlan(item: CredentialItem, plans: readonly GatewayPlan[]): GatewayPlan | undefined {
  if (item.kind !== 'api_key') return undefined;
  return gatewayPlanFor(plans, { requestsPerMinute: item.requests_per_minute, burst: item.burst });
}

/** Deletes all gateway keys of a credential that has ended, and only then forgets them. */
async function removeAll(
  { table, control }: GatewayKeyDependencies,
  hash: string,
  item: CredentialItem,
): Promise<GatewayKeyOutcome> {
  const ids = [item.gateway_key_id, item.gateway_retired_id].filter((id) => id !== undefined);
  if (ids.length === 0) return 'unchanged';
  for (const id of ids) await control.deleteKey(id);
  await setGatewayState(table, hash, item, {});
  return 'removed';
}

/** The former key stays for as long as cached answers of the authorizer may name it. */
function retired(item: CredentialItem, now: Date): GatewayState {
  if (item.gateway_key_id === undefined) return {};
  return { gateway_retired_id: item.gateway_key_id, gateway_retired_millis: now.getTime() };
}

/** Deletes the former key once it has been out of use for long enough, or when another takes its place. */
async function dropRetired(
  { control }: GatewayKeyDependencies,
  item: CredentialItem,
  now: Date,
): Promise<boolean> {
  const { gateway_retired_id: id, gateway_retired_millis: at } = item;
  if (id === undefined || at === undefined || now.getTime() - at < RETIRE_MILLIS) return false;
  await control.deleteKey(id);
  return true;
}

/**
 * Gives a credential the gateway key that it should have, whatever was done of it before: a key in the usage plan of
 * its limits while it is active, none afterwards. Safe to repeat and to run twice at once.
 */
export async function reconcileGatewayKey(
  dependencies: GatewayKeyDependencies,
  hash: string,
  now: Date,
): Promise<GatewayKeyOutcome> {
  const { table, control, plans } = dependencies;
  const item = await getCredential(table, hash);
  if (item === undefined) return 'unchanged';
  if (isOver(item, now)) return removeAll(dependencies, hash, item);
  const isDropped = await dropRetired(dependencies, item, now);
  const plan = desiredPlan(item, plans);
  if (plan?.usagePlanId === item.gateway_plan_id) {
    const { gateway_key, gateway_key_id, gateway_plan_id } = item;
    if (isDropped) await setGatewayState(table, hash, item, { gateway_key, gateway_key_id, gateway_plan_id });
    return 'unchanged';
  }
  if (plan === undefined) {
    return (await setGatewayState(table, hash, item, retired(item, now))) ? 'removed' : 'unchanged';
  }
  const value = gatewayKeyValue(hash, plan.usagePlanId);
  const id = await control.createKey({ name: `${item.id}-${plan.usagePlanId}`, value });
  if (id === undefined) return 'no_room';
  await control.assign(id, plan.usagePlanId);
  const own = { gateway_key: value, gateway_key_id: id, gateway_plan_id: plan.usagePlanId };
  return (await setGatewayState(table, hash, item, { ...own, ...retired(item, now) })) ? 'made' : 'unchanged';
}
