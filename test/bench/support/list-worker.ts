import { parentPort, workerData } from 'node:worker_threads';
import { buildCredentialText } from '../../../shared/access/domain/credential.ts';
import { buildApiEvent, lambdaContext } from '../../support/event.ts';
import { createRandomGenerator } from '../../support/random.ts';
import { randomRecords } from '../../support/records.ts';
import { median } from './measure.ts';
import { installMemoryTable } from './memory-table.ts';

/** The task from the main thread: a number of requests of one scenario. */
export interface Round {
  readonly scenario: Scenario;
  readonly requests: number;
}

export interface RoundResult {
  /** Median time of one request, in milliseconds. */
  readonly medianMs: number;
  readonly reads: number;
}

const { size }: { size: number } = workerData;
const table = installMemoryTable();
// Loaded after the table exists, because a function reads its environment and creates its client when it starts.
const { listStrategiesRoute: listRoute } = await import('../../../shared/strategies/contract/list.ts');
const { CATALOG_SNAPSHOT_NAME, encodeCatalog } = await import(
  '../../../shared/strategies/domain/catalog/encoding/encode.ts'
);
const { defaultTable } = await import('../../../shared/platform/dynamodb/client.ts');
const { publishSnapshot } = await import('../../../shared/platform/dynamodb/snapshots/publish-snapshot.ts');
const { handler } = await import('../../../functions/strategies/list.ts');

const random = createRandomGenerator(size);
const one = (choices: readonly string[]) => choices[Math.floor(random() * choices.length)] ?? '';
const chain = () => one(['ethereum', 'base', 'arbitrum', 'bsc', 'solana', 'polygon', 'optimism']);
const asset = () => one(['USDC', 'ETH', 'USDT', 'WBTC', 'DAI', 'WSTETH']);
const number = (from: number, to: number) => (from + random() * (to - from)).toFixed(3);
/** Returns a random page number. `from` and `to` are its limits as fractions (0 to 1) of the number of pages. */
const page = (from: number, to: number) =>
  String(Math.max(1, Math.floor((from + random() * (to - from)) * (size / 10))));

/** Scenarios whose queries differ at each request, so that no answer comes from a cache. */
const SCENARIOS = {
  'plain list': () => ({}),
  'selective filter': () => ({ chain: chain(), asset: asset(), min_apy: number(0, 20) }),
  'deep page': () => ({ page: page(0.8, 1) }),
  'broad filter, sorted by APY': () => ({
    risk_level: one(['low', 'medium']),
    min_apy: number(0, 2),
    sort: 'current_apy',
  }),
  'deep page of a broad filter': () => ({ min_apy: number(0, 2), page: page(0.4, 0.55) }),
  'last page of 100': () => ({ per_page: '100', page: String(size / 100) }),
} as const satisfies Record<string, () => Record<string, string>>;
export type Scenario = keyof typeof SCENARIOS;

async function run({ scenario, requests }: Round): Promise<RoundResult> {
  const headers = { 'X-API-KEY': buildCredentialText('api_key', 'live', new Uint8Array(32).fill(7)) };
  const times: number[] = [];
  const before = table.reads();
  for (let request = 0; request < requests; request += 1) {
    const event = buildApiEvent(listRoute, { query: SCENARIOS[scenario](), headers });
    const context = lambdaContext();
    const start = performance.now();
    const { statusCode, body } = await handler(event, context);
    times.push(performance.now() - start);
    if (statusCode !== 200) throw new Error(`${scenario} answered ${body}`);
  }
  return { medianMs: median(times), reads: table.reads() - before };
}

// Log lines are built as in production, and dropped instead of written.
process.stdout.write = () => true;
const now = new Date();
const payload = encodeCatalog([...randomRecords(size)]);
await publishSnapshot(defaultTable(), CATALOG_SNAPSHOT_NAME, payload, { asOf: now, now });
parentPort?.on('message', async (round: Round) => parentPort?.postMessage(await run(round)));
parentPort?.postMessage('ready');
