import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { handlerFile } from '../../../infra/handler-files.ts';
import { ingest } from '../../../shared/ingest/ingest.ts';
import { createSampleSource } from '../../../shared/ingest/sources/sample.ts';
import type { DocumentedRoute } from '../../../shared/platform/contract/documented-route.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';
import { startMeter } from '../../../shared/platform/dynamodb/meter.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { makeKey, makeSession, makeUser, testAccounts } from '../../support/accounts.ts';
import { type Answer, call, type EventOptions } from '../../support/event.ts';
import { printTable } from './measure.ts';

/** The work of capacity.bench.ts, with the settings of its table in the environment from the start. */
/** Requests before the one that is measured: the first loads snapshots, and a bucket turns from idle to busy. */
const WARM_UP = 2;

/** Counts the calls of a client until it is told to stop. */
function countCalls(client: DynamoDBDocumentClient): { readonly calls: number; stop(): void } {
  let calls = 0;
  const name = 'callCounter';
  client.middlewareStack.add(
    (next) => (args) => {
      calls += 1;
      return next(args);
    },
    { step: 'initialize', name, override: true },
  );
  return {
    get calls() {
      return calls;
    },
    stop: () => void client.middlewareStack.remove(name),
  };
}

async function send(route: DocumentedRoute, options: EventOptions): Promise<Answer> {
  const { handler } = await import(`../../../${handlerFile(route.id)}`);
  return call(handler, route, options);
}

const routeOf = (id: string): DocumentedRoute => {
  const route = ROUTES.find((candidate) => candidate.id === id);
  if (route === undefined) throw new Error(`There is no route ${id}`);
  return route;
};

const table = defaultTable();
await ingest({
  source: createSampleSource({ now: Date.now }),
  table,
  now: () => new Date(),
  log: { info: () => {}, warn: () => {} },
  backfillMax: Number.POSITIVE_INFINITY,
  backfillSeconds: 3_600,
});
const accounts = testAccounts(table);
const limits = { requestsPerMinute: 60, burst: 10_000 };
const user = await makeUser(accounts, { plan: 'enterprise', role: 'admin', limits });
const { text: key } = await makeKey(accounts, user.id);
const headers = { 'X-API-KEY': key };
const { client } = table;

let number = 0;
/** Fresh values for what can be done only once, and ids of what was made before. */
const connect = async () => {
  number += 1;
  const body = { walletAddress: `0x${String(number).padStart(40, '0')}`, userId: 'bench' };
  const { body: answer } = await send(routeOf('wallets.create'), { headers, body });
  return answer.data.id;
};
const makeKeyId = async () => {
  const body = { name: 'bench', scopes: ['market:read'] };
  const { body: answer } = await send(routeOf('accounts.create-api-key'), { headers, body });
  return answer.data.id;
};
const makeWebhookId = async () => {
  const body = { url: 'https://example.com/hooks' };
  const { body: answer } = await send(routeOf('notifications.create-webhook'), { headers, body });
  return answer.data.id;
};
const webhookId = await makeWebhookId();
const makeAlertId = async () => {
  const create = routeOf('notifications.create-alert');
  const { body: answer } = await send(create, { headers, body: create.example?.body });
  return answer.data.id;
};
const alertId = await makeAlertId();
const deposit = routeOf('investments.deposit').example?.body;
const { body: opened } = await send(routeOf('investments.deposit'), { headers, body: deposit });
const query = { asset: opened.data.asset, per_page: '2' };
const { body: sameAsset } = await send(routeOf('strategies.list'), { headers, query });
const { id: targetId } = sameAsset.data.find(({ id }: { id: string }) => id !== opened.data.strategy_id);
const prepared: Readonly<Record<string, () => Promise<EventOptions>>> = {
  'wallets.create': async () => {
    number += 1;
    return { body: { walletAddress: `0x${String(number).padStart(40, '0')}`, userId: 'bench' } };
  },
  'wallets.removal-request': async () => ({ body: { connectionId: await connect() } }),
  'wallets.admin-update': async () => ({
    params: { id: await connect() },
    body: { status: 'suspended' },
  }),
  'wallets.get': async () => ({ params: { id: await connect() } }),
  'wallets.admin-history': async () => ({ params: { id: await connect() } }),
  'investments.get': async () => ({ params: { id: opened.data.investment.id } }),
  'investments.get-transaction': async () => ({ params: { id: opened.data.id } }),
  'investments.move': async () => ({
    body: { investment_id: opened.data.investment.id, to_strategy_id: targetId, amount: '20' },
  }),
  'investments.withdraw': async () => ({ body: { investment_id: opened.data.investment.id, amount: '1' } }),
  'accounts.admin-update-user': async () => ({
    params: { id: (await makeUser(testAccounts(table))).id },
    body: { status: 'suspended' },
  }),
  'accounts.revoke-session': async () => ({
    params: { id: (await makeSession(accounts, user.id, new Date())).item.id },
  }),
  'accounts.get-api-key': async () => ({ params: { id: await makeKeyId() } }),
  'accounts.api-key-usage': async () => ({ params: { id: await makeKeyId() } }),
  'accounts.update-api-key': async () => ({
    params: { id: await makeKeyId() },
    body: { limits: null },
  }),
  'accounts.revoke-api-key': async () => ({ params: { id: await makeKeyId() } }),
  'accounts.rotate-api-key': async () => ({ params: { id: await makeKeyId() } }),
  ...Object.fromEntries(
    ['get-webhook', 'update-webhook', 'rotate-webhook-secret', 'list-deliveries'].map((action) => [
      `notifications.${action}`,
      async () => ({ params: { id: webhookId } }),
    ]),
  ),
  'notifications.get-alert': async () => ({ params: { id: alertId } }),
  'notifications.update-alert': async () => ({ params: { id: alertId } }),
  'notifications.delete-alert': async () => ({ params: { id: await makeAlertId() } }),
  'notifications.delete-webhook': async () => ({ params: { id: await makeWebhookId() } }),
};
/**
 * Signing in needs a wallet's signature, transactions a vault, logging out would end what the others use, balances read
 * the chains, and two send something to a receiver.
 */
const left = new Set([
  'accounts.login',
  'accounts.prove-wallet',
  'accounts.logout',
  'wallets.balances',
  'investments.submit-transaction',
  'investments.sign-transaction',
  'investments.cancel-transaction',
  'notifications.test-webhook',
  'notifications.retry-delivery',
]);

const rows: string[][] = [['endpoint', 'calls', 'read units', 'write units']];
for (const route of ROUTES.filter(({ id }) => !left.has(id))) {
  const options = async (): Promise<EventOptions> => {
    const { params, query, body } = route.example ?? {};
    const example = { ...(params && { params }), ...(query && { query }), ...(body && { body }) };
    return {
      ...example,
      ...(await prepared[route.id]?.()),
      ...(route.access === 'public' ? {} : { headers }),
    };
  };
  for (let request = 0; request < WARM_UP; request += 1) await send(route, await options());
  const measured = await options();
  const calls = countCalls(client);
  const meter = startMeter(client);
  const { status } = await send(route, measured);
  meter.stop();
  calls.stop();
  if (status !== route.status) throw new Error(`${route.id} answered ${status}`);
  rows.push([
    `${route.method} ${route.path}`,
    String(calls.calls),
    meter.readUnits.toFixed(1),
    meter.writeUnits.toFixed(0),
  ]);
}
printTable(rows);
