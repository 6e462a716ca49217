import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createClient, YieldApiError } from '../../../clients/sdk/src/index.ts';
import { readOperations } from '../../../infra/cli/generate/sdk/operations.ts';
import { adminUserRoutes } from '../../../shared/accounts/contract/admin-documentation.ts';
import { user, user as userRoutes } from '../../../shared/accounts/contract/documentation.ts';
import { auth } from '../../../shared/accounts/contract/sign-in/sign-in-documentation.ts';
import { investments } from '../../../shared/investments/contract/documentation.ts';
import { transactionResult } from '../../../shared/investments/contract/responses.ts';
import { marketStrategyRoutes } from '../../../shared/market/contract/strategies/documentation.ts';
import { alerts } from '../../../shared/notifications/contract/documentation.ts';
import { webhooks } from '../../../shared/notifications/contract/webhooks/webhook-documentation.ts';
import { LOG_SLOT_COUNT } from '../../../shared/notifications/contract/webhooks/webhook-values.ts';
import { recordEvents } from '../../../shared/notifications/events.ts';
import { logDelivery } from '../../../shared/notifications/store/deliveries.ts';
import type { DocumentedRoute } from '../../../shared/platform/contract/documented-route.ts';
import { RATE_LIMIT_HEADERS, REQUEST_ID_HEADER } from '../../../shared/platform/contract/headers.ts';
import { commonErrorCodesOf, type Route } from '../../../shared/platform/contract/route.ts';
import { CURRENT_VERSION } from '../../../shared/platform/contract/versions/version-table.ts';
import { isRecord } from '../../../shared/platform/documents/json-schema.ts';
import { buildOpenApi } from '../../../shared/platform/documents/openapi.ts';
import { createId } from '../../../shared/platform/ids.ts';
import { service as serviceRoutes } from '../../../shared/service/contract/documentation.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';
import { adminWallets } from '../../../shared/wallets/contract/admin-documentation.ts';
import { walletprovider, wallet as walletRoutes } from '../../../shared/wallets/contract/documentation.ts';
import { verify } from '../../notifications/support/delivery-world.ts';
import { createAccountsContext, makeSession, makeUser } from '../../support/accounts.ts';
import type { Answer, RouteAnswer } from '../../support/answer.ts';
import { at } from '../../support/at.ts';
import { type CallOptions, pathOf } from '../../support/e2e/send.ts';
import type { E2eStack } from '../../support/e2e/stack.ts';
import { buildRecordingQuery, Recording } from './recording.ts';
import { UNREACHABLE_URL } from './route-caller.ts';

const STATUSES = [200, 201, 400, 401, 403, 404, 422, 429, 500];
const UNKNOWN = 'surely_unknown';

interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

const recording = new Recording('recorded-answers.json');
let service: E2eStack;
/**
 * Requests that contain ids and signatures of this run, by route id. The static example of a route cannot contain these
 * values.
 */
let own: Readonly<Record<string, Example>>;

/** Returns a user's key, or an administrator's key for routes that require one. */
function keyFor({ access }: Route): CallOptions {
  const { admin, enterprise } = service.keys;
  if (access === 'public') return {};
  if (access === 'session') return { key: service.sessions.enterprise };
  return { key: access === 'admin' ? admin : enterprise };
}

function expectGeneralRules({ status, headers }: Answer, context: string): void {
  expect(STATUSES, context).toContain(status);
  expect(headers.get(REQUEST_ID_HEADER), context).toMatch(/^[\w-]+$/);
  for (const name of Object.values(RATE_LIMIT_HEADERS)) {
    expect(headers.get(name), `${context}: ${name}`).toMatch(/^\d+$/);
  }
}

/** Creates a resource that the example of a route needs. Returns the data of the response. */
async function made<R extends Route>(route: R, body: unknown, key = service.keys.enterprise) {
  const answer = await service.call(route, { key, body });
  expect(answer.status, `${route.id}: ${answer.text}`).toBe(route.status);
  return answer.data;
}

/** Creates a failed delivery of an event of the account. */
async function makeDelivery(webhook: string, account: string): Promise<string> {
  const now = new Date();
  const happening = { type: 'user.suspended', cause: 'sweep', data: { at: now.toISOString() } } as const;
  const [event] = await recordEvents(service.table, account, [happening], now);
  if (event === undefined) throw new Error('The event was recorded before');
  const id = createId('delivery');
  await logDelivery(service.table, webhook, {
    id,
    // The last slot of the log, because the endpoint logs other deliveries from the first slot on.
    slot: LOG_SLOT_COUNT - 1,
    event_id: event.id,
    type: event.type,
    restricted: false,
    sequence: event.sequence,
    status: 'failed',
    created_at: now.toISOString(),
    attempts: [],
    next_attempt_at: null,
  });
  return id;
}

async function prepare(): Promise<Record<string, Example>> {
  const listed = await service.call(strategies.list, {
    key: service.keys.enterprise,
    query: { per_page: '2' },
  });
  const [strategy_id = '', other_id = ''] = listed.data.map(({ id }) => id);
  const first = await made(investments.deposit, {
    strategy_id,
    amount: '1000',
  });
  const { id: transaction, investment_id } = transactionResult.parse(first);
  const usdc = await service.call(strategies.list, {
    key: service.keys.enterprise,
    query: { asset: 'USDC', per_page: '2' },
  });
  const [source, target] = usdc.data;
  const depositResult = transactionResult.parse(
    await made(investments.deposit, { strategy_id: source?.id, amount: '1000' }),
  );
  const connect = (userId: string) => {
    const { address } = privateKeyToAccount(generatePrivateKey());
    return made(walletprovider.create, { walletAddress: address, userId });
  };
  const [removable, decidable] = [await connect('removable'), await connect('decidable')];
  const newKey = () =>
    made(userRoutes.createApiKey, { name: 'sweep', scopes: ['market:read'] }, service.sessions.enterprise);
  const [revoked, rotated] = [await newKey(), await newKey()];
  const { data: caller } = await service.call(user.profile, { key: service.keys.enterprise });
  const suspended = await makeUser(createAccountsContext(service.table));
  const watch = { kind: 'apy_below', target: 'strategy', strategy_id, level: 1 };
  const [alert, unwanted] = [await made(alerts.create, watch), await made(alerts.create, watch)];
  const session = await makeSession(createAccountsContext(service.table), caller.id, new Date());
  const wallet = privateKeyToAccount(generatePrivateKey());
  const { message } = await made(auth.challenge, { wallet_address: wallet.address });
  const proven = privateKeyToAccount(generatePrivateKey());
  const connection = await made(walletprovider.create, { walletAddress: proven.address, userId: 'proven' });
  const proof = await made(auth.challenge, { wallet_address: proven.address, connection_id: connection.id });
  const webhook = await made(webhooks.create, { url: UNREACHABLE_URL });
  await verify(service.table, { account: caller.id, id: webhook.id });
  const deleted = await made(webhooks.create, { url: UNREACHABLE_URL });
  const deliveryId = await makeDelivery(webhook.id, caller.id);
  return {
    // The address is local, so that nothing is sent to an external address.
    [webhooks.create.id]: { body: { url: UNREACHABLE_URL } },
    ...Object.fromEntries(
      ROUTES.filter(({ path }) => path.startsWith('/webhooks/{id}')).map(({ id }) => [
        id,
        { params: { id: webhook.id, deliveryId } },
      ]),
    ),
    [webhooks.delete.id]: { params: { id: deleted.id } },
    [auth.proveWallet.id]: {
      params: { id: connection.id },
      body: { message: proof.message, signature: await proven.signMessage({ message: proof.message }) },
    },
    [auth.login.id]: { body: { message, signature: await wallet.signMessage({ message }) } },
    [userRoutes.getApiKey.id]: { params: { id: rotated.id } },
    [userRoutes.apiKeyUsage.id]: { params: { id: rotated.id } },
    [userRoutes.updateApiKey.id]: { params: { id: rotated.id } },
    [userRoutes.revokeApiKey.id]: { params: { id: revoked.id } },
    [userRoutes.rotateApiKey.id]: { params: { id: rotated.id } },
    [auth.revokeSession.id]: { params: { id: session.item.id } },
    [adminUserRoutes.updateUser.id]: { params: { id: suspended.id } },
    [marketStrategyRoutes.moveEstimate.id]: {
      query: { from_strategy_id: strategy_id, to_strategy_id: other_id },
    },
    [strategies.get.id]: { params: { id: strategy_id } },
    [investments.opportunities.id]: { query: { address: proven.address } },
    [investments.get.id]: { params: { id: investment_id } },
    [investments.getTransaction.id]: { params: { id: transaction } },
    [investments.move.id]: {
      body: { investment_id: depositResult.investment_id, to_strategy_id: target?.id, amount: '500' },
    },
    [investments.deposit.id]: { body: { strategy_id, amount: '250.5' } },
    [investments.withdraw.id]: { body: { investment_id, all: true } },
    [alerts.get.id]: { params: { id: alert.id } },
    [alerts.update.id]: { params: { id: alert.id } },
    [alerts.remove.id]: { params: { id: unwanted.id } },
    [alerts.create.id]: { body: watch },
    [walletRoutes.get.id]: { params: { id: removable.id } },
    [walletprovider.removalRequest.id]: { body: { connectionId: removable.id } },
    [adminWallets.walletproviderUpdate.id]: { params: { id: decidable.id } },
    [adminWallets.walletproviderHistory.id]: { params: { id: decidable.id } },
  };
}

function exampleOf(route: DocumentedRoute): Example {
  return { ...route.example, ...own[route.id] };
}

/** Calls a route with its example, and checks the general rules of the response. */
async function call<R extends DocumentedRoute>(route: R, changes: Example = {}): Promise<RouteAnswer<R>> {
  const { params = {}, query = {}, body = {} } = { ...exampleOf(route), ...changes };
  const sent = route.body === undefined ? {} : { body };
  const answer = await service.call(route, { params, query, ...sent, ...keyFor(route) });
  expectGeneralRules(answer, route.id);
  return answer;
}

/** Returns the schema of a route's success response in the served OpenAPI document. */
function findResponseSchema(description: unknown, route: DocumentedRoute): object {
  const keys = ['paths', route.path, route.method.toLowerCase(), 'responses', String(route.status)];
  const schema = [...keys, 'content', 'application/json', 'schema'].reduce(
    (inner, key) => (isRecord(inner) ? inner[key] : undefined),
    description,
  );
  if (!isRecord(schema)) throw new Error(`${route.id} is not described`);
  return Object(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
}

/** Routes for vaults on a chain, which onchain.e2e.test.ts tests. */
const VAULT_ROUTE_IDS: readonly string[] = [
  investments.submitTransaction.id,
  investments.signTransaction.id,
  investments.cancelTransaction.id,
];

const ENVELOPED_ROUTES = ROUTES.filter(({ format }) => format === undefined);

/**
 * Registers tests that call every route with its example request. They check accepted requests, rejected requests and
 * the OpenAPI document.
 */
export function registerExampleRequestTests(of: () => E2eStack): void {
  beforeAll(async () => {
    service = of();
    own = await prepare();
  });

  test('every route rejects an unknown query parameter or body field with an error that names it', async () => {
    // The requests are sent one after another. If all functions start at the same time, the limiter times out.
    for (const route of ROUTES) {
      const { query, body } = exampleOf(route);
      const attempts: [Example, string][] = [[{ query: { ...query, [UNKNOWN]: '1' } }, `query.${UNKNOWN}`]];
      if (route.body !== undefined) attempts.push([{ body: { ...body, [UNKNOWN]: 1 } }, `body.${UNKNOWN}`]);
      for (const [changes, path] of attempts) {
        const answer = await call(route, changes);
        expect([answer.status, answer.error.code], route.id).toEqual([400, 'invalid_request']);
        expect(answer.issues, route.id).toEqual([{ path, message: expect.any(String) }]);
      }
    }
  });

  test('a request with a method that its path does not support is answered with 404', async () => {
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];
    for (const path of new Set(ROUTES.map((route) => route.path))) {
      const routes = ROUTES.filter((route) => route.path === path);
      const [route] = routes;
      const method = methods.find((each) => !routes.some((known) => known.method === each));
      if (route === undefined || method === undefined) throw new Error(`${path} takes every method`);
      const answer = await service.send(method, pathOf(route, exampleOf(route)), keyFor(route));
      expectGeneralRules(answer, `${method} ${path}`);
      expect([answer.status, answer.error.code], `${method} ${path}`).toEqual([404, 'not_found']);
    }
  });

  test('the response of every route to its example request matches the OpenAPI document', async () => {
    const { body } = await service.call(serviceRoutes.openapi);
    const description = z.record(z.string(), z.unknown()).parse(body);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'document', ...description });
    for (const route of ENVELOPED_ROUTES.filter(({ id }) => !VAULT_ROUTE_IDS.includes(id))) {
      const query = { ...exampleOf(route).query, ...buildRecordingQuery(route) };
      const { status, text, body, headers } = await call(route, { query });
      expect(status, `${route.id}: ${text}`).toBe(route.status);
      expect(headers.get('Content-Type'), route.id).toBe('application/json; charset=utf-8');
      expect(
        ajv.validate(findResponseSchema(description, route), body),
        `${route.id}: ${ajv.errorsText()}`,
      ).toBe(true);
      recording.record(route.id, body);
    }
    recording.write();
  });

  test('the generated TypeScript client can call every operation', async () => {
    const { admin, enterprise } = service.keys;
    for (const { id, capability, method } of readOperations(buildOpenApi(ROUTES, CURRENT_VERSION))) {
      const route = ROUTES.find((each) => each.id === id);
      if (route === undefined) throw new Error(`${id} is no route`);
      const { params, query, body } = exampleOf(route);
      const credential = route.access === 'admin' ? admin : enterprise;
      const client = createClient({ baseUrl: service.baseUrl, credential, retries: 0 });
      const operation = at(client, capability, method);
      if (typeof operation !== 'function') throw new Error(`The client has no ${capability}.${method}`);
      // If earlier tests used up a resource, the service rejects the call with a declared error.
      const outcome: unknown = await operation({ ...params, ...query, ...body }).catch(
        (error: unknown) => error,
      );
      if (outcome instanceof YieldApiError) {
        expect([...commonErrorCodesOf(route), ...route.errors], id).toContain(outcome.code);
        expect(outcome.requestId, id).toBe(outcome.details.request_id);
      } else expect(outcome, id).toMatchObject({ data: expect.anything(), meta: expect.anything() });
    }
  });

  test('responses without the JSON envelope match the contract', async () => {
    for (const route of ROUTES.filter(({ format }) => format !== undefined)) {
      const { status, text, body } = await call(route);
      expect(status).toBe(route.status);
      expect(route.response.safeParse(body ?? text).error, route.id).toBeUndefined();
    }
  });

  test('the Lambda function of every route accepts its example event in events/', async () => {
    for (const { id } of ROUTES) {
      const event: unknown = JSON.parse(readFileSync(`events/${id}.json`, 'utf8'));
      const result = await service.invoke(id, event);
      expect(result, id).toMatchObject({ kind: 'returned', value: { statusCode: expect.any(Number) } });
    }
  });
}
