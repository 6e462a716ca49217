import { createHash } from 'node:crypto';
import { accountOf, type GatewayKey, getGatewayKey, setGatewayKey } from '../../access/credentials.ts';
import { AUTHORIZER_CACHE_SECONDS, type GatewayPlan, gatewayPlanFor } from '../../access/gateway.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { getUser, type UserItem } from '../store/users.ts';
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
 * The value of an account's gateway key in a plan. The same every time, so that a repeated run finds what an
 * interrupted one made; callers never send it, and it opens nothing by itself.
 */
function gatewayKeyValue(account: string, usagePlanId: string): string {
  return createHash('sha256').update(`gateway key ${usagePlanId} ${account}`).digest('hex');
}

/** What an account's key in a plan is called at the gateway. */
function gatewayKeyName(account: string, usagePlanId: string): string {
  return `${account}-${usagePlanId}`;
}

/** Whether the service gave a gateway key this name, for an account in one of these plans. */
export function isGatewayKeyName(name: string, usagePlanIds: readonly string[]): boolean {
  return name.startsWith('usr_') && usagePlanIds.some((id) => name.endsWith(`-${id}`));
}

/** Only accounts that can call have a key, as the gateway has room for 10,000. */
function desiredPlan(user: UserItem | undefined, plans: readonly GatewayPlan[], now: Date) {
  if (user === undefined) return undefined;
  const nowMicros = now.getTime() * 1_000;
  const hasSession = Object.values(user.sessions).some((session) => session.expires_micros > nowMicros);
  const { status, limits } = accountOf(user);
  if (status !== 'active' || (user.api_key_count === 0 && !hasSession)) return undefined;
  return gatewayPlanFor(plans, limits);
}

type KeyFields = Omit<GatewayKey, 'version'>;

/** The former key stays for as long as cached answers of the authorizer may name it. */
function retired(state: GatewayKey, now: Date): KeyFields {
  if (state.key_id === undefined) return {};
  return { retired_id: state.key_id, retired_millis: now.getTime() };
}

/** Deletes the former key once it has been out of use for long enough, or when another takes its place. */
async function dropRetired(control: GatewayControl, state: GatewayKey, now: Date): Promise<boolean> {
  const { retired_id: id, retired_millis: at } = state;
  if (id === undefined || at === undefined || now.getTime() - at < RETIRE_MILLIS) return false;
  await control.deleteKey(id);
  return true;
}

/**
 * Gives an account the gateway key that it should have, whatever was done of it before: a key in the usage plan of its
 * limits while it has credentials, none otherwise. Safe to repeat and to run twice at once.
 *
 * @param isThere whether the gateway still has the key that the account is known to have
 */
export async function reconcileGatewayKey(
  { table, control, plans }: GatewayKeyDependencies,
  account: string,
  now: Date,
  isThere: (keyId: string) => boolean = () => true,
): Promise<GatewayKeyOutcome> {
  const state = await getGatewayKey(table, account);
  const isDropped = await dropRetired(control, state, now);
  const plan = desiredPlan(await getUser(table, account), plans, now);
  const { key, key_id, plan_id, ready_millis } = state;
  const isKept = key_id === undefined || isThere(key_id);
  if (plan?.usagePlanId === plan_id && isKept) {
    if (isDropped) await setGatewayKey(table, account, state, { key, key_id, plan_id, ready_millis });
    return 'unchanged';
  }
  const former = isKept ? retired(state, now) : {};
  if (plan === undefined) {
    return (await setGatewayKey(table, account, state, former)) ? 'removed' : 'unchanged';
  }
  const value = gatewayKeyValue(account, plan.usagePlanId);
  const id = await control.createKey({ name: gatewayKeyName(account, plan.usagePlanId), value });
  if (id === undefined) return 'no_room';
  await control.assign(id, plan.usagePlanId);
  const own = { key: value, key_id: id, plan_id: plan.usagePlanId, ready_millis: now.getTime() };
  return (await setGatewayKey(table, account, state, { ...own, ...former })) ? 'made' : 'unchanged';
}
