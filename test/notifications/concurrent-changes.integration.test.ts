import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Accounts } from '../../shared/accounts/credentials.ts';
import { reportLeak, revokeKey, rotateKey } from '../../shared/accounts/keys/key-changes.ts';
import {
  createAlert,
  deleteAlert,
  listAlerts,
  updateAlert,
} from '../../shared/notifications/alerts/alerts.ts';
import { alert as alertSchema } from '../../shared/notifications/contract/alerts/alert-responses.ts';
import { findWebhook } from '../../shared/notifications/store/webhooks.ts';
import { rotateWebhookSecret } from '../../shared/notifications/webhooks/webhook-rotation.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  updateWebhook,
} from '../../shared/notifications/webhooks/webhooks.ts';
import {
  disableWebhooksOfKey,
  transferWebhooks,
} from '../../shared/notifications/webhooks/webhooks-of-key.ts';
import type { Principal } from '../../shared/platform/request.ts';
import {
  createAccountsContext,
  makeKey,
  makeSession,
  makeUser,
  NOW,
  principalWith,
} from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { verify } from './support/delivery-world.ts';
import { interruptFirstWrite } from './support/interrupt-first-write.ts';

const URL = 'https://example.com/hooks';
const ATTACKER_URL = 'https://attacker.example/';
const ALERT = { kind: 'paused', target: 'positions' } as const;
const FIRST_PAGE = { page: 1, per_page: 10 };
const buildNoAdditionalWrites = async () => [];

let table: EmbeddedTable;
let accounts: Accounts;
beforeAll(async () => {
  table = await startTable();
  accounts = createAccountsContext(table);
});
afterAll(() => table.stop());

/** Creates an account with a session and a key. The key has a verified endpoint and an alert. */
async function createKeyHolder(types: Parameters<typeof createWebhook>[2]['types'] = null) {
  const user = await makeUser(accounts, { plan: 'pro' });
  const issued = await makeKey(accounts, user.id);
  const key = principalWith(user, issued.item);
  const session = principalWith(user, (await makeSession(accounts, user.id, NOW)).item);
  const { id } = await createWebhook(accounts, key, { url: URL, types }, NOW, buildNoAdditionalWrites);
  await verify(table, { account: user.id, id });
  const made = await createAlert(table, ALERT, { principal: key, now: NOW, idempotencyKey: undefined });
  const { id: alertId } = alertSchema.parse(made.data);
  const stored = async () => {
    const item = await findWebhook(table, { account: user.id, id });
    if (item === undefined) throw new Error('It was just made');
    return item;
  };
  return { user, text: issued.text, key, session, id, alertId, stored };
}
type KeyHolder = Awaited<ReturnType<typeof createKeyHolder>>;

/** Returns `accounts` with a table that runs `happens` once, just before the first write of an endpoint or alert. */
const createInterruptedAccounts = (happens: () => Promise<unknown>): Accounts => ({
  ...accounts,
  table: interruptFirstWrite(table, happens),
});

/** Creates an API key for the user, without a scope for investments. Returns the caller with this key. */
async function createNarrowKey({ user }: KeyHolder): Promise<Principal> {
  const { item } = await makeKey(accounts, user.id, { scopes: ['account:read', 'account:write'] });
  return principalWith(user, item);
}

const KEY_INVALIDATIONS: readonly [string, (holder: KeyHolder) => Promise<unknown>][] = [
  [
    'revoked',
    ({ user, key }) =>
      revokeKey(accounts, user.id, key.credentialId, NOW, {
        type: 'api_key.revoked',
        disableWebhooks: disableWebhooksOfKey,
      }),
  ],
  ['reported as leaked', ({ text }) => reportLeak(accounts, text, NOW, disableWebhooksOfKey)],
];

const WRITES: readonly [string, (on: Accounts, holder: KeyHolder) => Promise<unknown>][] = [
  [
    'creates an endpoint',
    (on, { key }) => createWebhook(on, key, { url: ATTACKER_URL }, NOW, buildNoAdditionalWrites),
  ],
  ['enables an endpoint', (on, { key, id }) => updateWebhook(on, key, id, { status: 'enabled' }, NOW)],
  [
    'changes the URL of an endpoint',
    (on, { key, id }) => updateWebhook(on, key, id, { url: ATTACKER_URL }, NOW),
  ],
  [
    'changes the description of an endpoint',
    (on, { key, id }) => updateWebhook(on, key, id, { description: 'mine' }, NOW),
  ],
  [
    'rotates the secret of an endpoint',
    (on, { key, id }) => rotateWebhookSecret(on, key, id, NOW, buildNoAdditionalWrites),
  ],
  ['deletes an endpoint', (on, { key, id }) => deleteWebhook(on, key, id, NOW)],
  [
    'creates an alert',
    ({ table: on }, { key }) =>
      createAlert(on, ALERT, { principal: key, now: NOW, idempotencyKey: undefined }),
  ],
  [
    'changes an alert',
    ({ table: on }, { key, alertId }) =>
      updateAlert(on, alertId, { paused: true }, { principal: key, now: NOW }),
  ],
  ['deletes an alert', ({ table: on }, { key, alertId }) => deleteAlert(on, key, alertId)],
];

describe.each(KEY_INVALIDATIONS)('a request whose API key is %s during the request', (_, end) => {
  test.each(WRITES)('a request that %s is rejected and changes nothing', async (__, write) => {
    const holder = await createKeyHolder();
    const { key, id, alertId, stored } = holder;
    const { secrets } = await stored();
    const attempt = write(
      createInterruptedAccounts(() => end(holder)),
      holder,
    );
    await expect(attempt).rejects.toMatchObject({ code: 'unauthorized' });
    const { data } = await listWebhooks(table, key, FIRST_PAGE, NOW);
    expect(data).toMatchObject([
      { id, url: URL, description: null, status: 'disabled', disabled_reason: 'key_revoked' },
    ]);
    expect((await stored()).secrets).toEqual(secrets);
    expect((await listAlerts(table, key, FIRST_PAGE)).data).toMatchObject([{ id: alertId, paused: false }]);
  });
});

test('a request to change an endpoint is rejected when the API key of the request is rotated in the meantime', async () => {
  const { user, key, session, id } = await createKeyHolder();
  const rotate = async () => {
    const manager = {
      principal: session,
      presentedCredential: (await makeSession(accounts, user.id, NOW)).text,
    };
    const next = await rotateKey(accounts, user.id, manager, key.credentialId, { overlap_seconds: 0 }, NOW);
    await transferWebhooks(accounts, user.id, { keyId: key.credentialId, successorId: next.id });
  };
  const attempt = updateWebhook(createInterruptedAccounts(rotate), key, id, { url: ATTACKER_URL }, NOW);
  await expect(attempt).rejects.toMatchObject({ code: 'unauthorized' });
  const after = await getWebhook(table, key, id, NOW);
  expect(after).toMatchObject({ url: URL, status: 'enabled' });
  expect(after.set_by).not.toBe(key.credentialId);
});

describe('a change of a webhook endpoint', () => {
  test('if the key that set the URL is revoked while another key changes the endpoint, the endpoint stays disabled', async () => {
    const holder = await createKeyHolder();
    const other = principalWith(holder.user, (await makeKey(accounts, holder.user.id)).item);
    const [[, revoke] = []] = KEY_INVALIDATIONS;
    const on = createInterruptedAccounts(async () => revoke?.(holder));
    const moved = await updateWebhook(on, other, holder.id, { url: `${URL}/2` }, NOW);
    expect(moved).toMatchObject({ url: `${URL}/2`, status: 'disabled', disabled_reason: 'key_revoked' });
    expect(await getWebhook(table, other, holder.id, NOW)).toEqual(moved);
  });

  test.each<[string, (on: Accounts, key: Principal, id: string) => Promise<unknown>]>([
    ['URL', (on, key, id) => updateWebhook(on, key, id, { url: ATTACKER_URL }, NOW)],
    ['secret', (on, key, id) => rotateWebhookSecret(on, key, id, NOW, buildNoAdditionalWrites)],
  ])(
    'a key cannot change the %s of an endpoint that meanwhile gets event types the key may not read',
    async (_, write) => {
      const holder = await createKeyHolder(['api_key.created']);
      const { session, id, stored } = holder;
      const { secrets } = await stored();
      const on = createInterruptedAccounts(() => updateWebhook(accounts, session, id, { types: null }, NOW));
      await expect(write(on, await createNarrowKey(holder), id)).rejects.toMatchObject({
        code: 'forbidden',
        details: { required_scope: 'investments:read' },
      });
      expect(await stored()).toMatchObject({ url: URL, types: null, secrets, set_by: session.credentialId });
    },
  );

  test('a change of the event types requires the scopes of the old and of the new types', async () => {
    const holder = await createKeyHolder(['investment.confirmed']);
    const key = await createNarrowKey(holder);
    for (const change of [
      { types: ['api_key.created'], url: ATTACKER_URL },
      { types: ['api_key.created'] },
      { description: 'mine' },
    ] as const) {
      await expect(updateWebhook(accounts, key, holder.id, change, NOW)).rejects.toMatchObject({
        code: 'forbidden',
        details: { required_scope: 'investments:read' },
      });
    }
    expect(await holder.stored()).toMatchObject({
      url: URL,
      types: ['investment.confirmed'],
      description: null,
    });
  });
});
