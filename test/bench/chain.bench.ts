import * as z from 'zod/mini';
import { buildCredentialText } from '../../shared/access/domain/credential.ts';
import { endpoint, type Handler } from '../../shared/http/endpoint.ts';
import { defineRoute } from '../../shared/platform/contract/route.ts';
import { buildApiEvent, lambdaContext } from '../support/event.ts';
import { median, printTable } from './support/measure.ts';
import { installMemoryTable } from './support/memory-table.ts';

/**
 * Measures the time that the middleware chain adds to a handler, without the time of the database. Each round measures
 * the bare handler, then the whole chain.
 */
const ROUNDS = 31;
const REQUESTS_PER_ROUND = 1_000;
const route = defineRoute({
  id: 'bench.nothing',
  method: 'GET',
  path: '/nothing',
  summary: 'Nothing',
  access: 'strategies:read',
  table: 'none',
  query: z.strictObject({ name: z.optional(z.string()) }),
  status: 200,
  paginated: false,
  errors: [],
});

installMemoryTable();
const write = process.stdout.write.bind(process.stdout);
const reply = (name: string | undefined) => ({ data: { name: name ?? 'nobody' } });
const handlers: Readonly<Record<string, Handler>> = {
  'bare handler': async (event) => ({
    statusCode: 200,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ success: true, ...reply(event.queryStringParameters?.name), meta: {} }),
  }),
  'the whole chain': endpoint(route, ({ query }) => reply(query.name)),
};

async function measureRoundMs(handler: Handler): Promise<number> {
  const headers = { 'X-API-KEY': buildCredentialText('api_key', 'live', new Uint8Array(32).fill(7)) };
  const times: number[] = [];
  for (let request = 0; request < REQUESTS_PER_ROUND; request += 1) {
    const event = buildApiEvent(route, { query: { name: 'someone' }, headers });
    const context = lambdaContext();
    const start = performance.now();
    const { statusCode, body } = await handler(event, context);
    times.push(performance.now() - start);
    if (statusCode !== 200) throw new Error(body);
  }
  return median(times);
}

// Log lines are built as in production, and dropped instead of written.
process.stdout.write = () => true;
const medians = new Map<string, number[]>(Object.keys(handlers).map((name) => [name, []]));
for (let round = -5; round < ROUNDS; round += 1) {
  for (const [name, handler] of Object.entries(handlers)) {
    const time = await measureRoundMs(handler);
    if (round >= 0) medians.get(name)?.push(time);
  }
}
process.stdout.write = write;
const [bare = Number.NaN, whole = Number.NaN] = Array.from(medians.values(), median);
const micros = (ms: number) => `${(ms * 1_000).toFixed(1)} us`;
printTable([
  ['median of one request', 'time', 'over bare'],
  ['bare handler', micros(bare), '1 x'],
  ['the whole chain', micros(whole), `${(whole / bare).toFixed(1)} x`],
  ['the chain alone', micros(whole - bare), ''],
]);
