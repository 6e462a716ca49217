import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { user as userRoutes } from '../../../shared/accounts/contract/documentation.ts';
import { ingest } from '../../../shared/ingest/ingest.ts';
import { createSampleSource } from '../../../shared/ingest/sources/sample.ts';
import { investments } from '../../../shared/investments/contract/documentation.ts';
import { transactionResult } from '../../../shared/investments/contract/responses.ts';
import { alerts } from '../../../shared/notifications/contract/documentation.ts';
import { webhooks } from '../../../shared/notifications/contract/webhooks/webhook-documentation.ts';
import type { Route } from '../../../shared/platform/contract/route.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';
import { startCapacityMeter } from '../../../shared/platform/dynamodb/meter.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';
import { walletprovider } from '../../../shared/wallets/contract/documentation.ts';
import { createAccountsContext, makeKey, makeSession, makeUser } from '../../support/accounts.ts';
import type { RouteAnswer } from '../../support/answer.ts';
import { call, type EventOptions, loadHandler } from '../../support/event.ts';
import { present } from '../../support/present.ts';
import { printTable } from './measure.ts';

/**
 * This file is the worker thread of cost/capacity.bench.ts. The bench passes the endpoint and the name of the table as
 * environment variables.
 */
/**
 * Number of requests before the measured request. They load the snapshots and change the rate-limit bucket from idle to
 * busy.
 */
const WARM_UP_REQUESTS = 2;

/** Counts the calls of a client until it is stopped. */
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

async function send<R extends Route>(route: R, options: EventOptions): Promise<RouteAnswer<R>> {
  return call(await loadHandler(route.id), route, options);
}

const table = defaultTable();
await ingest({
  source: createSampleSource({ now: Date.now }),
  table,
  now: () => new Date(),
  log: { info: () => {}, warn: () => {} },
  backfillMax: Number.POSITIVE_INFINITY,
  backfillSeconds: 3_600,
});
const accounts = createAccountsContext(table);
const limits = { requestsPerMinute: 60, burst: 10_000 };
const user = await makeUser(accounts, { plan: 'enterprise', role: 'admin', limits });
const { text: key } = await makeKey(accounts, user.id);
const headers = { 'X-API-KEY': key };
const session = await makeSession(accounts, user.id, new Date());
const sessionHeaders = { 'X-API-KEY': session.text };
const { client } = table;

/** The amount of each deposit, in units of the asset. One unit is worth about 1 USD. */
const DEPOSIT_AMOUNT = 20;

let number = 0;
/**
 * Connects a wallet with a new address, because an end user can connect an address only once. Returns the connection's
 * id.
 */
const connect = async () => {
  number += 1;
  const body = { walletAddress: `0x${String(number).padStart(40, '0')}`, userId: 'bench' };
  return (await send(walletprovider.create, { headers, body })).data.id;
};
const makeKeyId = async () => {
  const body = { name: 'bench', scopes: ['market:read'] };
  return (await send(userRoutes.createApiKey, { headers: sessionHeaders, body })).data.id;
};
const createWebhookReturningId = async () => {
  const body = { url: 'https://example.com/hooks' };
  return (await send(webhooks.create, { headers, body })).data.id;
};
const webhookId = await createWebhookReturningId();
const createAlertReturningId = async () => {
  return (await send(alerts.create, { headers, body: alerts.create.example.body })).data.id;
};
const alertId = await createAlertReturningId();
const deposit = investments.deposit.example.body;
const opened = transactionResult.parse((await send(investments.deposit, { headers, body: deposit })).data);
const query = { asset: opened.asset, per_page: '100' };
const { data: sameAsset } = await send(strategies.list, { headers, query });
const strategiesWithSmallMinimum = sameAsset.filter(({ min_deposit }) => min_deposit < DEPOSIT_AMOUNT);
const { id: targetId } = present(strategiesWithSmallMinimum.find(({ id }) => id !== opened.strategy_id));
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
  'investments.get': async () => ({ params: { id: opened.investment.id } }),
  'investments.get-transaction': async () => ({ params: { id: opened.id } }),
  'investments.move': async () => ({
    body: { investment_id: opened.investment.id, to_strategy_id: targetId, amount: String(DEPOSIT_AMOUNT) },
  }),
  'investments.withdraw': async () => ({ body: { investment_id: opened.investment.id, amount: '1' } }),
  'accounts.admin-update-user': async () => ({
    params: { id: (await makeUser(createAccountsContext(table))).id },
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
  'notifications.delete-alert': async () => ({ params: { id: await createAlertReturningId() } }),
  'notifications.delete-webhook': async () => ({ params: { id: await createWebhookReturningId() } }),
};
/**
 * Routes that are not measured. A sign-in needs a wallet signature, and on-chain transactions need a vault. A logout
 * ends the session that other requests use. Two routes read wallet balances from chains, and two routes send requests
 * to a receiver.
 */
const left = new Set([
  'accounts.login',
  'accounts.prove-wallet',
  'accounts.logout',
  'wallets.balances',
  'investments.opportunities',
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
      ...(route.access === 'public'
        ? {}
        : { headers: route.access === 'session' ? sessionHeaders : headers }),
    };
  };
  for (let request = 0; request < WARM_UP_REQUESTS; request += 1) await send(route, await options());
  const measured = await options();
  const calls = countCalls(client);
  const meter = startCapacityMeter(client);
  const { status, text } = await send(route, measured);
  meter.stop();
  calls.stop();
  if (status !== route.status) throw new Error(`${route.id} answered ${status} ${text}`);
  rows.push([
    `${route.method} ${route.path}`,
    String(calls.calls),
    meter.readUnits.toFixed(1),
    meter.writeUnits.toFixed(0),
  ]);
}
printTable(rows);
