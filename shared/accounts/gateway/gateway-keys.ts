import { createHash } from 'node:crypto';
import { accountOf, type GatewayKey, getGatewayKey, setGatewayKey } from '../../access/credentials.ts';
import { AUTHORIZER_CACHE_SECONDS, findSmallestPlan, type GatewayPlan } from '../../access/gateway.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { getUser, type UserItem } from '../store/users.ts';
import type { GatewayControlPlane } from './gateway-control.ts';

export interface GatewayKeyDependencies {
  readonly table: Table;
  readonly control: GatewayControlPlane;
  readonly plans: readonly GatewayPlan[];
}

export type GatewayKeyOutcome = 'unchanged' | 'made' | 'removed' | 'no_room';

/**
 * Time in milliseconds until a replaced key is deleted. It is longer than the authorizer's cache time, because a
 * cached result may still contain the key.
 */
const RETIRED_KEY_KEEP_MILLIS = 2 * AUTHORIZER_CACHE_SECONDS * 1_000;

/**
 * Derives the value of a gateway key from the inputs, so that a retry finds the key that an interrupted call created.
 * The value need not be secret, because it gives no access without a credential.
 */
function deriveGatewayKeyValue(account: string, usagePlanId: string): string {
  return createHash('sha256').update(`gateway key ${usagePlanId} ${account}`).digest('hex');
}

function buildGatewayKeyName(account: string, usagePlanId: string): string {
  return `${account}-${usagePlanId}`;
}

/**
 * Returns whether a gateway key has a name that this service gives: an account id, then one of these usage plan ids.
 */
export function isGatewayKeyName(name: string, usagePlanIds: readonly string[]): boolean {
  return name.startsWith('usr_') && usagePlanIds.some((id) => name.endsWith(`-${id}`));
}

/**
 * Returns the usage plan for the account's gateway key. Returns undefined if the account is not active or has no
 * credential, because API Gateway allows only 10,000 keys.
 */
function decideUsagePlan(user: UserItem | undefined, gatewayPlans: readonly GatewayPlan[], now: Date) {
  if (user === undefined) return undefined;
  const nowMicros = now.getTime() * 1_000;
  const hasActiveSession = Object.values(user.sessions).some((session) => session.expires_micros > nowMicros);
  const { status, limits } = accountOf(user);
  if (status !== 'active' || (user.api_key_count === 0 && !hasActiveSession)) return undefined;
  return findSmallestPlan(gatewayPlans, limits);
}

type GatewayKeyFields = Omit<GatewayKey, 'version'>;

/**
 * Returns the fields that store a replaced key until its deletion. The key cannot be deleted at once, because
 * cached results of the authorizer may still contain it.
 */
function buildRetiredKeyFields(storedKey: GatewayKey, now: Date): GatewayKeyFields {
  if (storedKey.key_id === undefined) return {};
  return { retired_id: storedKey.key_id, retired_millis: now.getTime() };
}

/**
 * Deletes the replaced key if it was replaced at least RETIRED_KEY_KEEP_MILLIS ago. Returns whether the key was
 * deleted.
 */
async function deleteRetiredKey(
  gatewayControl: GatewayControlPlane,
  storedKey: GatewayKey,
  now: Date,
): Promise<boolean> {
  const { retired_id: id, retired_millis: at } = storedKey;
  if (id === undefined || at === undefined || now.getTime() - at < RETIRED_KEY_KEEP_MILLIS) return false;
  await gatewayControl.deleteKey(id);
  return true;
}

/**
 * Creates, replaces or removes an account's gateway key, so that it is in the plan that `decideUsagePlan`
 * returns. Calls can be repeated and can run concurrently.
 * @param keyExists returns whether the gateway still has the account's stored key
 */
export async function reconcileGatewayKey(
  { table, control, plans }: GatewayKeyDependencies,
  account: string,
  now: Date,
  keyExists: (keyId: string) => boolean = () => true,
): Promise<GatewayKeyOutcome> {
  const storedKey = await getGatewayKey(table, account);
  const isRetiredKeyDeleted = await deleteRetiredKey(control, storedKey, now);
  const plan = decideUsagePlan(await getUser(table, account), plans, now);
  const { key, key_id, plan_id, ready_millis } = storedKey;
  const isKeyPresent = key_id === undefined || keyExists(key_id);
  if (plan?.usagePlanId === plan_id && isKeyPresent) {
    if (isRetiredKeyDeleted)
      await setGatewayKey(table, account, storedKey, { key, key_id, plan_id, ready_millis });
    return 'unchanged';
  }
  const oldKeyFields = isKeyPresent ? buildRetiredKeyFields(storedKey, now) : {};
  if (plan === undefined) {
    return (await setGatewayKey(table, account, storedKey, oldKeyFields)) ? 'removed' : 'unchanged';
  }
  const value = deriveGatewayKeyValue(account, plan.usagePlanId);
  const id = await control.createKey({ name: buildGatewayKeyName(account, plan.usagePlanId), value });
  if (id === undefined) return 'no_room';
  await control.assign(id, plan.usagePlanId);
  const newKeyFields = { key: value, key_id: id, plan_id: plan.usagePlanId, ready_millis: now.getTime() };
  return (await setGatewayKey(table, account, storedKey, { ...newKeyFields, ...oldKeyFields }))
    ? 'made'
    : 'unchanged';
}
