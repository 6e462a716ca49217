import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ControlPlane,
  type ControlPlaneServer,
  startControlPlane,
} from '../../infra/emulator/gateway/usage/control-plane.ts';
import { UsagePlans } from '../../infra/emulator/gateway/usage/usage-plans.ts';
import { authorizeAtGateway } from '../../shared/access/authorize.ts';
import { getGatewayKey, putCurrentPlans } from '../../shared/access/credentials.ts';
import { AUTHORIZER_CACHE_SECONDS, type GatewayPlan } from '../../shared/access/gateway.ts';
import type { Accounts } from '../../shared/accounts/credentials.ts';
import {
  createGatewayControl,
  type GatewayControlPlane,
} from '../../shared/accounts/gateway/gateway-control.ts';
import { reconcileGatewayKey } from '../../shared/accounts/gateway/gateway-keys.ts';
import { repairGatewayKeys } from '../../shared/accounts/gateway/gateway-repair.ts';
import { updateUser } from '../../shared/accounts/users.ts';
import { PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';
import {
  createAccountsContext,
  makeKey,
  makeUser,
  NOW,
  revokeKeyWithoutWebhooks,
} from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { processAllStreamRecords } from '../support/engine/stream.ts';

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
let control: GatewayControlPlane;

beforeAll(async () => {
  table = await startTable();
  accounts = createAccountsContext(table);
});
beforeEach(async () => {
  usagePlans = new UsagePlans();
  for (const { usagePlanId } of PLANS) usagePlans.addPlan({ id: usagePlanId, methodThrottles: new Map() });
  const plane = new ControlPlane();
  plane.attach(usagePlans);
  server = await startControlPlane(plane);
  control = createGatewayControl({ region: 'us-east-1', endpoint: server.endpoint });
  return () => server.stop();
});
afterAll(() => table.stop());

const reconcile = (account: string, now = NOW, using = control) =>
  reconcileGatewayKey({ table, control: using, plans: PLANS }, account, now);
const state = async (account: string) => {
  const { key, key_id: id, plan_id: plan } = await getGatewayKey(table, account);
  return { key, id, plan };
};
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const API = { id: 'api', cacheSeconds: AUTHORIZER_CACHE_SECONDS };

async function createFreeAccount() {
  const user = await makeUser(accounts);
  return { user, id: user.id, ...(await makeKey(accounts, user.id)) };
}

describe('the gateway key of an account', () => {
  test('one gateway key is created for an account, in the usage plan that fits its limits', async () => {
    const { id, hash } = await createFreeAccount();
    expect(await reconcile(id)).toBe('made');
    const { key, id: keyId = '', plan } = await state(id);
    expect([plan, usagePlans.planOfKey(keyId)]).toEqual(['plan-free', 'plan-free']);
    await makeKey(accounts, id);
    expect(await reconcile(id)).toBe('unchanged');
    expect(usagePlans.keys()).toHaveLength(1);
    expect(key).not.toContain(hash);
  });

  test('the authorizer returns a gateway key only if the key is at least a minute old', async () => {
    const { id, text } = await createFreeAccount();
    await reconcile(id);
    const { key } = await state(id);
    const named = async (now: Date) => (await authorizeAtGateway(table, 'test', text, now, API)).gatewayKey;
    expect(await named(later(600))).toBeUndefined();
    await putCurrentPlans(table, { apiId: API.id, plans: [...PLANS] });
    expect(await named(later(59))).toBeUndefined();
    // The authorizer reads the gateway key with eventual consistency, so it may return the key slightly later.
    await expect.poll(() => named(later(60))).toBe(key);
    await putCurrentPlans(table, { apiId: API.id, plans: PLANS.filter(({ name }) => name === 'pro') });
    await expect.poll(() => named(later(600))).toBeUndefined();
  });

  test('after one interrupted attempt, five concurrent attempts create exactly one gateway key', async () => {
    const { id } = await createFreeAccount();
    const broken: GatewayControlPlane = {
      ...control,
      assign: () => Promise.reject(new Error('interrupted')),
    };
    await expect(reconcile(id, NOW, broken)).rejects.toThrow('interrupted');
    await Promise.all(Array.from({ length: 5 }, () => reconcile(id)));
    expect(usagePlans.keys()).toHaveLength(1);
    expect(usagePlans.planOfKey((await state(id)).id ?? '')).toBe('plan-free');
  });

  test('the gateway key is deleted after the last credential has ended and the authorizer cache has expired', async () => {
    const { id, item } = await createFreeAccount();
    await reconcile(id);
    await revokeKeyWithoutWebhooks(accounts, id, item.id, NOW);
    expect(await reconcile(id)).toBe('removed');
    expect((await state(id)).key).toBeUndefined();
    expect(usagePlans.keys()).toHaveLength(1);
    const gone = later(2 * AUTHORIZER_CACHE_SECONDS);
    const broken: GatewayControlPlane = { ...control, deleteKey: () => Promise.reject(new Error('down')) };
    await expect(reconcile(id, gone, broken)).rejects.toThrow('down');
    expect(await reconcile(id, gone)).toBe('unchanged');
    expect(usagePlans.keys()).toEqual([]);
  });

  test('the gateway key of a former plan is deleted after the authorizer cache has expired', async () => {
    const { id } = await createFreeAccount();
    await reconcile(id);
    const before = await state(id);
    await updateUser(accounts, id, { plan: 'pro' }, NOW);
    expect(await reconcile(id)).toBe('made');
    expect((await state(id)).plan).toBe('plan-pro');
    expect(usagePlans.keyById(before.id ?? '')).toBeDefined();
    await reconcile(id, later(2 * AUTHORIZER_CACHE_SECONDS));
    expect(usagePlans.keyById(before.id ?? '')).toBeUndefined();
    expect(usagePlans.keys()).toHaveLength(1);
  });

  test('no gateway key is created if no usage plan fits the limits or if the account has no credentials', async () => {
    const user = await makeUser(accounts, { plan: 'enterprise' });
    await makeKey(accounts, user.id);
    expect(await reconcile(user.id)).toBe('unchanged');
    expect(await reconcile((await makeUser(accounts)).id)).toBe('unchanged');
    expect(usagePlans.keys()).toEqual([]);
  });

  test('the account gets no gateway key when API Gateway has reached its limit of keys', async () => {
    const { id } = await createFreeAccount();
    const full: GatewayControlPlane = { ...control, createKey: async () => undefined };
    expect(await reconcile(id, NOW, full)).toBe('no_room');
    expect((await state(id)).key).toBeUndefined();
  });
});

describe('the repair of gateway keys', () => {
  const repair = (now = NOW) =>
    repairGatewayKeys({ table: own, control }, { apiId: 'api', plans: [...PLANS] }, now);
  let own: EmbeddedTable;

  /** Creates accounts with one key each in a new table, with correct gateway keys. */
  async function createAccounts(count: number) {
    own = await table.another();
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const { id } = await makeUser(createAccountsContext(own));
      await makeKey(createAccountsContext(own), id);
      ids.push(id);
    }
    await processAllStreamRecords(own);
    expect(await repair()).toMatchObject({ accounts: count, made: count, noRoom: 0, strays: 0 });
    return ids;
  }

  test('a repair changes nothing when all gateway keys are correct', async () => {
    await createAccounts(3);
    expect(await repair()).toEqual({ accounts: 3, made: 0, removed: 0, noRoom: 0, strays: 0 });
  });

  test('a repair creates missing gateway keys', async () => {
    const ids = await createAccounts(4);
    for (const id of usagePlans.keys().map((key) => key.id)) await control.deleteKey(id);
    expect(await repair()).toMatchObject({ made: 4 });
    for (const id of ids) {
      const { key_id = '' } = await getGatewayKey(own, id);
      expect(usagePlans.planOfKey(key_id)).toBe('plan-free');
    }
  });

  test('a repair deletes gateway keys that belong to no account', async () => {
    await createAccounts(2);
    const unknownKey = await control.createKey({ name: 'usr_gone-plan-free', value: 'v'.repeat(40) });
    await control.assign(unknownKey ?? '', 'plan-free');
    expect(await repair()).toMatchObject({ made: 0, strays: 1 });
    expect(usagePlans.keys()).toHaveLength(2);
  });
});
