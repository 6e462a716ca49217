import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ControlPlane,
  type ControlPlaneServer,
  startControlPlane,
} from '../../infra/emulator/gateway/usage/control-plane.ts';
import { UsagePlans } from '../../infra/emulator/gateway/usage/usage-plans.ts';
import { authorizeAtGateway } from '../../shared/access/authorize.ts';
import { AUTHORIZER_CACHE_SECONDS, type GatewayPlan } from '../../shared/access/gateway.ts';
import { getCredential } from '../../shared/access/store/credentials.ts';
import { revokeKey } from '../../shared/accounts/api-keys.ts';
import type { Accounts } from '../../shared/accounts/credentials.ts';
import { type GatewayControl, gatewayControl } from '../../shared/accounts/gateway-control.ts';
import { reconcileGatewayKey } from '../../shared/accounts/gateway-keys.ts';
import { updateUser } from '../../shared/accounts/users.ts';
import { PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';
import { makeKey, makeUser, NOW, testAccounts } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/embedded-table.ts';

const PLANS: readonly GatewayPlan[] = (['free', 'pro'] as const).map((name) => ({
  name,
  usagePlanId: `plan-${name}`,
  requestsPerMinute: PLAN_LIMITS[name].requestsPerMinute,
  burst: PLAN_LIMITS[name].burst,
}));

let table: EmbeddedTable;
let accounts: Accounts;
let usagePlans: UsagePlans;
let server: ControlPlaneServer;
let control: GatewayControl;

beforeAll(async () => {
  table = await startTable();
  accounts = testAccounts(table);
});
beforeEach(async () => {
  usagePlans = new UsagePlans();
  for (const { usagePlanId } of PLANS) usagePlans.addPlan({ id: usagePlanId, methodThrottles: new Map() });
  const plane = new ControlPlane();
  plane.attach(usagePlans);
  server = await startControlPlane(plane);
  control = gatewayControl({ region: 'us-east-1', endpoint: server.endpoint });
  return () => server.stop();
});
afterAll(() => table.stop());

const reconcile = (hash: string, now = NOW, using = control) =>
  reconcileGatewayKey({ table, control: using, plans: PLANS }, hash, now);
const state = async (hash: string) => {
  const item = await getCredential(table, hash);
  return { key: item?.gateway_key, id: item?.gateway_key_id, plan: item?.gateway_plan_id };
};

async function freeKey() {
  const user = await makeUser(accounts);
  return { user, ...(await makeKey(accounts, user.id)) };
}

describe('a gateway key', () => {
  test('is made in the usage plan of the limits, once, and is what the authorizer names', async () => {
    const { hash, text } = await freeKey();
    expect(await reconcile(hash)).toBe('made');
    const { key, id = '', plan } = await state(hash);
    expect([plan, usagePlans.planOfKey(id)]).toEqual(['plan-free', 'plan-free']);
    expect(usagePlans.keys()).toHaveLength(1);
    expect(await reconcile(hash)).toBe('unchanged');
    const admission = await authorizeAtGateway(table, 'test', text, NOW, AUTHORIZER_CACHE_SECONDS);
    expect(admission).toMatchObject({ isAllowed: true, gatewayKey: key, limit: 60 });
    expect(key).not.toContain(text);
    expect(key).not.toContain(hash);
  });

  test('is one, however many deliveries make it at once and wherever they are interrupted', async () => {
    const { hash } = await freeKey();
    const broken: GatewayControl = { ...control, assign: () => Promise.reject(new Error('interrupted')) };
    await expect(reconcile(hash, NOW, broken)).rejects.toThrow('interrupted');
    await Promise.all(Array.from({ length: 5 }, () => reconcile(hash)));
    expect(usagePlans.keys()).toHaveLength(1);
    expect(usagePlans.planOfKey((await state(hash)).id ?? '')).toBe('plan-free');
  });

  test('is deleted with its credential, also when the first attempt fails', async () => {
    const { hash, user, item } = await freeKey();
    await reconcile(hash);
    await revokeKey(accounts, user.id, item.id, NOW);
    const broken: GatewayControl = { ...control, deleteKey: () => Promise.reject(new Error('down')) };
    await expect(reconcile(hash, NOW, broken)).rejects.toThrow('down');
    expect(await reconcile(hash)).toBe('removed');
    expect(usagePlans.keys()).toEqual([]);
    expect(await reconcile(hash)).toBe('unchanged');
  });

  test('of a former plan is kept until no cached answer can name it', async () => {
    const { hash, user } = await freeKey();
    await reconcile(hash);
    const before = await state(hash);
    await updateUser(accounts, user.id, { plan: 'pro' }, NOW);
    expect(await reconcile(hash)).toBe('made');
    expect((await state(hash)).plan).toBe('plan-pro');
    expect(usagePlans.keyById(before.id ?? '')).toBeDefined();
    const later = new Date(NOW.getTime() + 2 * AUTHORIZER_CACHE_SECONDS * 1_000);
    await reconcile(hash, later);
    expect(usagePlans.keyById(before.id ?? '')).toBeUndefined();
    expect(usagePlans.keys()).toHaveLength(1);
  });

  test('is not made where no usage plan fits the limits, nor for a session', async () => {
    const user = await makeUser(accounts, { plan: 'enterprise' });
    const { hash } = await makeKey(accounts, user.id);
    expect(await reconcile(hash)).toBe('unchanged');
    const { hash: session } = await makeKey(accounts, (await makeUser(accounts)).id, { kind: 'session' });
    expect(await reconcile(session)).toBe('unchanged');
    expect(usagePlans.keys()).toEqual([]);
  });

  test('leaves the credential with the shared key when the account has no room', async () => {
    const { hash } = await freeKey();
    const full: GatewayControl = { ...control, createKey: async () => undefined };
    expect(await reconcile(hash, NOW, full)).toBe('no_room');
    expect((await state(hash)).key).toBeUndefined();
  });
});
