import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readEventPage } from '../../shared/platform/audit/events.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import { createAccountsContext, makeKey, makeUser } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { processAllStreamRecords } from '../support/engine/stream.ts';
import type { EventOptions } from '../support/event.ts';
import { type LoadedHandlers, loadHandlers } from '../support/handlers.ts';
import { addressOf, connect } from '../support/wallets.ts';

let table: EmbeddedTable;
let handlers: LoadedHandlers;
beforeAll(async () => {
  table = await startTable();
  handlers = await loadHandlers(table);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await table.stop();
});

interface Action {
  readonly request: EventOptions;
  /** The expected fields of the audit event. */
  readonly expectedEvent: object;
}

/** The action of an administrator by route id, on an account and a wallet connection. */
const ACTIONS: Readonly<Record<string, (userId: string, connectionId: string) => Action>> = {
  'investments.advance-clock': () => ({
    request: { body: { advance: '90m' } },
    expectedEvent: {
      type: 'sandbox.clock_moved',
      user_id: null,
      details: { advanced_seconds: 5_400, ahead_seconds: 5_400 },
    },
  }),
  'accounts.admin-update-user': (id) => ({
    request: { params: { id }, body: { status: 'suspended', reason: 'leaked' } },
    expectedEvent: { type: 'user.suspended', user_id: id, details: { reason: 'leaked' } },
  }),
  'wallets.admin-update': (owner, id) => ({
    request: { params: { id }, body: { status: 'suspended' } },
    expectedEvent: {
      type: 'wallet_connection.decided',
      user_id: owner,
      subject: id,
      details: { status: 'suspended' },
    },
  }),
};

const routes = ROUTES.filter(({ access, method }) => access === 'admin' && method !== 'GET');

test.each(routes.map((route) => [route.id, route] as const))(
  'the route %s records one audit event with its action, actor, IP address and request id',
  async (id, route) => {
    const accounts = createAccountsContext(table);
    const admin = await makeUser(accounts, { role: 'admin' });
    const key = await makeKey(accounts, admin.id);
    const targetUser = await makeUser(accounts);
    const connection = await connect(table, targetUser.id, 'end-user', addressOf(7));
    const action = ACTIONS[id]?.(targetUser.id, connection.id);
    if (action === undefined) throw new Error(`What ${id} leaves is not written down here`);
    const origin = { sourceIp: '198.51.100.9', requestId: `request-of-${id}` };
    expect((await handlers.send(route, { ...action.request, ...origin }, key.text)).status).toBe(
      route.status,
    );
    await processAllStreamRecords(table);
    const { items: events } = await readEventPage(table, {}, { page: 1, per_page: 100 });
    expect(events.filter(({ request_id }) => request_id === origin.requestId)).toEqual([
      expect.objectContaining({
        ...action.expectedEvent,
        actor: { kind: 'api_key', id: key.item.id, user_id: admin.id },
        source_ip: origin.sourceIp,
      }),
    ]);
  },
);
