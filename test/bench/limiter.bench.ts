import { randomBytes } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { CredentialLimiter } from '../../shared/access/credential-limiter.ts';
import {
  buildCredentialText,
  CREDENTIAL_RANDOM_BYTES,
  parseCredential,
} from '../../shared/access/domain/credential.ts';
import { getCredential } from '../../shared/access/store/credentials.ts';
import { user as routes } from '../../shared/accounts/contract/documentation.ts';
import { updateUser } from '../../shared/accounts/users.ts';
import { authenticate, createLimiters } from '../../shared/http/authenticate.ts';
import { createMiddlewares, endpoint } from '../../shared/http/endpoint.ts';
import { CUSTOM_LIMITS_MAX } from '../../shared/platform/contract/plans.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import { createAccountsContext, makeKey, makeUser, NOW } from '../support/accounts.ts';
import { at } from '../support/at.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { buildApiEvent, lambdaContext } from '../support/event.ts';
import { median, printTable, printTarget } from './support/measure.ts';

const perSecond = (count: number, elapsedMs: number) =>
  `${Math.round((count / elapsedMs) * 1_000).toLocaleString('en')}/s`;

/** Runs `work` `count` times and returns the total time in milliseconds. */
function timed(count: number, work: (index: number) => unknown): number {
  const startedAt = performance.now();
  for (let index = 0; index < count; index++) work(index);
  return performance.now() - startedAt;
}

function measureCredentialParsing(): void {
  const good = buildCredentialText('api_key', 'test', randomBytes(CREDENTIAL_RANDOM_BYTES));
  const bad = `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`;
  const parses = 200_000;
  const validParseMs = timed(parses, () => parseCredential(good));
  const invalidParseMs = timed(parses, () => parseCredential(bad));
  printTable([
    ['pure functions', 'rate'],
    ['credentials parsed and hashed', perSecond(parses, validParseMs)],
    ['credentials refused by their checksum', perSecond(parses, invalidParseMs)],
  ]);
}

/**
 * Counts the calls of a client and their write units. The database reports the units of successful calls. Adds one unit
 * for each failed condition, because an error response contains no units.
 */
function spyOn(table: Table): { calls: number; units: number } {
  const spent = { calls: 0, units: 0 };
  table.client.middlewareStack.add(
    (next) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      spent.calls += 1;
      const result = await next(args).catch((error: unknown) => {
        if (error instanceof ConditionalCheckFailedException) spent.units += 1;
        throw error;
      });
      spent.units += Number(at(result.output, 'ConsumedCapacity', 'CapacityUnits') ?? 0);
      return result;
    },
    { step: 'initialize', name: 'spy' },
  );
  return spent;
}

async function measureWithDatabase(table: EmbeddedTable): Promise<void> {
  const accounts = createAccountsContext(table);
  const keys = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const user = await makeUser(accounts);
      await updateUser(accounts, user.id, { plan: 'enterprise', limits: CUSTOM_LIMITS_MAX }, NOW);
      return (await makeKey(accounts, user.id)).hash;
    }),
  );
  const spent = spyOn(table);
  const rows = [
    ['against the embedded database', 'decisions', 'calls per request', 'write units per request'],
  ];
  for (const [name, count, concurrency, keyOf] of [
    ['one credential, one at a time', 500, 1, () => 0],
    ['one credential, 32 at once', 4_000, 32, () => 0],
    ['50 credentials, 32 at once', 4_000, 32, (index: number) => index % 50],
  ] as const) {
    const limiter = new CredentialLimiter(
      () => table,
      () => Date.now() * 1_000,
    );
    // Only warm requests are measured, so the instance reads each credential first.
    for (const key of new Set(Array.from({ length: 50 }, (_, index) => keys[keyOf(index)] ?? ''))) {
      await limiter.admit(key);
    }
    Object.assign(spent, { calls: 0, units: 0 });
    let next = 0;
    const startedAt = performance.now();
    const worker = async () => {
      while (next < count) await limiter.admit(keys[keyOf(next++)] ?? '');
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    const elapsedMs = performance.now() - startedAt;
    rows.push([
      name,
      perSecond(count, elapsedMs),
      (spent.calls / count).toFixed(3),
      (spent.units / count).toFixed(3),
    ]);
  }
  table.client.middlewareStack.remove('spy');
  printTable(rows);
}

/** Measures the time that the whole middleware chain adds to an empty handler. The database answers immediately. */
async function measureMiddlewareOverhead(table: EmbeddedTable): Promise<void> {
  const accounts = createAccountsContext(table);
  const { text, hash } = await makeKey(accounts, (await makeUser(accounts)).id);
  const credential = await getCredential(table, hash);
  const { requestsPerMinute: requests_per_minute, burst } = CUSTOM_LIMITS_MAX;
  const known = {
    cache_version: 1,
    version: 1,
    status: 'active',
    role: 'user',
    plan: 'enterprise',
    counts: {},
  };
  const account = { full_at_micros: 0, requests_per_minute, burst, ...known };
  const send = async ({ input }: { input: { Key?: { pk?: string } } }) => ({
    Attributes: account,
    Item: input.Key?.pk?.startsWith('CRED#') === true ? credential : account,
  });
  const instant: Table = { name: 'instant', client: Object.create(table.client, { send: { value: send } }) };
  const step = authenticate(
    createLimiters(() => instant),
    'test',
  );
  const chain = createMiddlewares().map((known) => (known.name === step.name ? step : known));
  const handler = endpoint(routes.profile, () => ({ data: { id: 'usr_1' } }), chain);
  const body = JSON.stringify({ success: true, data: { id: 'usr_1' }, meta: {} });
  const plainHandler = async () => ({ statusCode: 200, headers: {}, body });
  const event = buildApiEvent(routes.profile, { headers: { 'X-API-KEY': text } });
  const context = lambdaContext();
  const { statusCode } = await handler(event, context);
  if (statusCode !== 200) throw new Error(`The chain answered ${statusCode}`);
  const write = process.stdout.write;
  // The measurement includes building the log line, but not writing it.
  process.stdout.write = () => true;
  const sample = async (work: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let round = 0; round < 20_000; round++) {
      const startedAt = performance.now();
      await work();
      times.push(performance.now() - startedAt);
    }
    return median(times.slice(5_000));
  };
  const middlewareChainMs = await sample(() => handler(event, context));
  const plainHandlerMs = await sample(plainHandler);
  process.stdout.write = write;
  printTarget(
    'the whole chain over a bare handler, median',
    (middlewareChainMs - plainHandlerMs) * 1_000,
    150,
    ' µs',
    'most',
  );
}

const table = await startTable();
try {
  measureCredentialParsing();
  await measureWithDatabase(table);
  await measureMiddlewareOverhead(table);
} finally {
  await table.stop();
}
