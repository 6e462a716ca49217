import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listenOnLoopback } from '../../infra/emulator/process/port.ts';
import { profileRoute } from '../../shared/accounts/contract/profile.ts';
import { authenticate, createLimiters } from '../../shared/http/authenticate.ts';
import { createMiddlewares, endpoint } from '../../shared/http/endpoint.ts';
import { PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';
import { createDynamoDbClient, type Table } from '../../shared/platform/dynamodb/client.ts';
import { createAccountsContext, makeKey, makeUser } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { call } from '../support/event.ts';

type Fault = 'none' | 'hang' | 'throttle' | 'fail';

/** A proxy between client and database that breaks the connection in a given way. */
class FaultyProxy {
  fault: Fault = 'none';
  readonly #server: Server;

  constructor(target: string) {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      if (this.fault === 'hang') return;
      if (this.fault !== 'none') {
        const type =
          this.fault === 'throttle' ? 'ProvisionedThroughputExceededException' : 'InternalServerError';
        response.writeHead(this.fault === 'throttle' ? 400 : 500, {
          'content-type': 'application/x-amz-json-1.0',
        });
        response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: type }));
        return;
      }
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      delete headers['content-length'];
      delete headers.connection;
      const engineResponse = await fetch(target, { method: 'POST', headers, body: Buffer.concat(chunks) });
      response.writeHead(engineResponse.status, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(await engineResponse.text());
    });
  }

  async start(): Promise<string> {
    return `http://127.0.0.1:${await listenOnLoopback(this.#server)}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

let table: EmbeddedTable;
let proxy: FaultyProxy;
let faulty: Table;
let key: string;

beforeAll(async () => {
  table = await startTable();
  proxy = new FaultyProxy(table.endpoint);
  // The client uses the time-out and attempts of a deployed function, because these limits are tested.
  faulty = { client: createDynamoDbClient({ endpoint: await proxy.start() }), name: table.name };
  const accounts = createAccountsContext(table);
  key = (await makeKey(accounts, (await makeUser(accounts)).id)).text;
});
afterAll(async () => {
  proxy.stop();
  faulty.client.destroy();
  await table.stop();
});

describe.each<Fault>(['hang', 'throttle', 'fail'])('the limiter with a faulty database (%s)', (fault) => {
  test('a request is answered with 500 within 3 seconds', async () => {
    const step = authenticate(
      createLimiters(() => faulty),
      'test',
    );
    let admitted = 0;
    const handler = endpoint(
      profileRoute,
      () => {
        admitted += 1;
        return { data: 'admitted' };
      },
      createMiddlewares().map((known) => (known.name === step.name ? step : known)),
    );
    const request = () => call(handler, profileRoute, { headers: { 'X-API-KEY': key } });
    expect((await request()).status).toBe(200);
    proxy.fault = fault;
    const startedAt = performance.now();
    const broken = await Promise.all([request(), request(), request()]);
    const elapsedMs = performance.now() - startedAt;
    for (const { status, error, headers } of broken) {
      expect([status, error.code]).toEqual([500, 'internal_error']);
      expect(Number(headers.get('x-ratelimit-limit'))).toBe(PLAN_LIMITS.free.requestsPerMinute);
    }
    expect(elapsedMs).toBeLessThan(3_000);
    expect(admitted).toBe(1);
    proxy.fault = 'none';
    expect((await request()).status).toBe(200);
  });
});

test('the limiter answers a request with 500 within 3 seconds when the database is unreachable', async () => {
  const unreachableTable = { client: createDynamoDbClient({ endpoint: 'http://127.0.0.1:1' }), name: 'none' };
  const step = authenticate(
    createLimiters(() => unreachableTable),
    'test',
  );
  const handler = endpoint(
    profileRoute,
    () => ({ data: 'admitted' }),
    createMiddlewares().map((known) => (known.name === step.name ? step : known)),
  );
  const startedAt = performance.now();
  const { status, headers } = await call(handler, profileRoute, { headers: { 'X-API-KEY': key } });
  expect([status, headers.get('x-ratelimit-limit')]).toEqual([500, '0']);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  unreachableTable.client.destroy();
});
