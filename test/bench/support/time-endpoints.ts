import type { Handler } from '../../../shared/http/endpoint.ts';
import type { Route } from '../../../shared/platform/contract/route.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { buildApiEvent, lambdaContext, loadHandler } from '../../support/event.ts';
import { median, printTable, printTarget } from './measure.ts';

/**
 * Number of measured rounds. This script runs in its own process, because the service reads each environment variable
 * only once.
 */
const ROUNDS = 9;
const CALLS_PER_ROUND = 20;
const TIME_RATIO_MAX = 5;
const NAME_LENGTH_MAX = 50;
const { BENCH_KEY: key = '', BENCH_SIZE: size = '' } = process.env;

type Query = Readonly<Record<string, string>>;
type QueryBuilder = (number: number) => Query;

/**
 * Returns the largest chains and some of the smaller chains. `number` selects the smaller chains, so that queries
 * differ but cover most of the market.
 */
function chains(number: number): string {
  const smallChains = [
    'solana',
    'polygon',
    'avalanche',
    'gnosis',
    'linea',
    'scroll',
    'sonic',
    'mantle',
    'sui',
    'celo',
  ];
  return [
    'ethereum',
    'base',
    'arbitrum',
    'bsc',
    ...smallChains.filter((_, bit) => ((number >>> bit) & 1) === 0),
  ].join();
}

/**
 * Returns the query of a recommendation that accepts every risk level and TVL. Its horizon is between 30 and 90 days,
 * for which forecasts are published.
 */
const buildRecommendationQuery = (n: number): Query => ({
  amount: String(10_000 + n),
  horizon_days: String(31 + (n % 59)),
  risk_level: 'high',
  min_tvl: '0',
});

/**
 * The measured routes, each with a query that is repeated and a function that builds the query of the call with number
 * `n`.
 */
const MEASURED_REQUESTS: readonly (readonly [id: string, repeated: Query, unrepeated: QueryBuilder])[] = [
  ['strategies.list', {}, () => ({})],
  ['strategies.list', { chain: 'ethereum' }, (n) => ({ min_apy: String(n / 1_000), sort: 'name' })],
  ['strategies.list', { search: 'usdc lending' }, (n) => ({ search: `token${n}` })],
  ['strategies.list', { chain: chains(0) }, (n) => ({ chain: chains(n), sort: 'name' })],
  ['market.performance', {}, (n) => ({ min_tvl: String(n) })],
  [
    'market.performance',
    { sort: 'risk_adjusted_return' },
    (n) => ({ sort: 'volatility', min_tvl: String(n) }),
  ],
  [
    'market.performance',
    { chain: chains(0) },
    (n) => ({ chain: chains(n), sort: 'volatility', page: String(1 + n) }),
  ],
  ['market.recommended', {}, (n) => ({ amount: String(10_000 + n) })],
  ['market.recommended', { asset: 'USDC' }, (n) => ({ asset: 'USDC', amount: String(10_000 + n) })],
  [
    'market.recommended',
    { include_rejected: 'true' },
    (n) => ({ ...buildRecommendationQuery(n), include_rejected: 'true' }),
  ],
  ['market.recommended', { horizon_days: '45' }, (n) => ({ horizon_days: String(31 + (n % 59)) })],
  [
    'market.recommended',
    { page: '50' },
    (n) => ({ ...buildRecommendationQuery(n), page: String(1 + (n % 50)) }),
  ],
  // The caps do not allow the whole amount to be allocated, so each call examines every eligible strategy.
  [
    'market.recommended',
    { amount: '1000000000' },
    (n) => ({ ...buildRecommendationQuery(n), amount: String(1e9 + n), max_protocol_share: '0.05' }),
  ],
  ['market.recommended', { chain: chains(0) }, (n) => ({ ...buildRecommendationQuery(n), chain: chains(n) })],
  [
    'market.recommended',
    { asset: 'USDC,USDT,DAI,ETH' },
    (n) => ({ ...buildRecommendationQuery(n), asset: `USDC,USDT,DAI,ETH,TOKEN${11 + (n % 400)}` }),
  ],
  ['market.apy-comparison', {}, (n) => ({ min_tvl: String(n) })],
  ['market.apy-comparison', { asset: 'USDC' }, (n) => ({ asset: 'USDC', min_tvl: String(n) })],
  ['market.apy-comparison', { chain: chains(0) }, (n) => ({ chain: chains(n), group_by: 'asset' })],
  [
    'market.apy-comparison',
    { underlying: 'USDC,ETH', group_by: 'asset' },
    (n) => ({ underlying: 'USDC,ETH', group_by: 'asset', min_tvl: String(n) }),
  ],
  ['market.trends', {}, (n) => ({ min_tvl: String(n) })],
  ['market.trends', { window: '30d' }, (n) => ({ window: '30d', protocol: `aave-v3,protocol-${n % 200}` })],
  ['market.trends', { chain: chains(0) }, (n) => ({ chain: chains(n) })],
  ['market.tvl', { group_by: 'asset' }, (n) => ({ group_by: 'asset', page: String(1 + (n % 20)) })],
  ['market.prices', {}, (n) => ({ page: String(1 + (n % 20)) })],
  ['market.prices', { sort: 'change_7d' }, (n) => ({ sort: 'change_7d', page: String(1 + (n % 20)) })],
  ['market.chains', {}, (n) => ({ search: `e${n}` })],
  ['market.assets', {}, (n) => ({ search: `token${n}` })],
  ['market.protocols', {}, (n) => ({ search: `protocol-${n}` })],
  ['market.summary', {}, () => ({})],
  ['market.calibration', {}, () => ({})],
];

let callCount = 0;

async function sendQuery(handler: Handler, route: Route, query: Query): Promise<void> {
  callCount += 1;
  // Each request has another address, because public endpoints are limited per address.
  const sourceIp = `198.51.${callCount >>> 8}.${callCount & 255}`;
  const event = buildApiEvent(route, {
    query,
    headers: { 'X-API-KEY': key },
    sourceIp,
    requestId: `bench-${callCount}`,
  });
  const { statusCode, body } = await handler(event, lambdaContext());
  if (statusCode !== 200) throw new Error(`${route.id} answered ${body}`);
}

/** Returns the processor time of one call in microseconds, including garbage collection. */
async function microsOf(calls: number, call: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let made = 0; made < calls; made += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

interface Cost {
  readonly micros: number;
  /** Processor time of the call, divided by the processor time of `strategies.list` without parameters. */
  readonly ratio: number;
}

/**
 * Returns the CPU time of one call, and its ratio to the CPU time of a plain list. Each round measures the plain list
 * before and after the call, so the ratio does not depend on the speed of the machine. Both values are medians over all
 * rounds.
 */
async function costOf(
  sendRequest: () => Promise<void>,
  plainList: () => Promise<void>,
  calls = CALLS_PER_ROUND,
): Promise<Cost> {
  const rounds: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const plain = await microsOf(CALLS_PER_ROUND, plainList);
    const micros = await microsOf(calls, sendRequest);
    rounds.push({ micros, ratio: micros / ((plain + (await microsOf(CALLS_PER_ROUND, plainList))) / 2) });
  }
  return {
    micros: median(rounds.map(({ micros }) => micros)),
    ratio: median(rounds.map(({ ratio }) => ratio)),
  };
}

/** Runs `work` and returns its result. Log lines are built as in production, but not written. */
async function runWithoutOutput<T>(work: () => Promise<T>): Promise<T> {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  try {
    return await work();
  } finally {
    process.stdout.write = write;
  }
}

const load = async (id: string) => {
  const route = ROUTES.find((each) => each.id === id);
  if (route === undefined) throw new Error(`There is no route ${id}`);
  const handler = await loadHandler(id);
  return (query: Query) => sendQuery(handler, route, query);
};
const list = await load('strategies.list');
const requestPlainList = () => list({});

const rows: { readonly name: string; readonly repeated: Cost; readonly unrepeated: Cost }[] = [];
const { BENCH_ONLY: only = '' } = process.env;
for (const [id, repeated, unrepeated] of MEASURED_REQUESTS) {
  if (!id.includes(only)) continue;
  const call = await load(id);
  const measured = await runWithoutOutput(async () => {
    const requests = [() => call(repeated), () => call(unrepeated(callCount))] as const;
    // The first round warms up, because the first query of a snapshot does additional work.
    for (const sendRequest of requests) await costOf(sendRequest, requestPlainList);
    return {
      repeated: await costOf(requests[0], requestPlainList),
      unrepeated: await costOf(requests[1], requestPlainList),
    };
  });
  rows.push({ name: `${id} ${new URLSearchParams(repeated)}`.trim().slice(0, NAME_LENGTH_MAX), ...measured });
}

const shown = ({ micros, ratio }: Cost) => [`${(micros / 1_000).toFixed(2)} ms`, `${ratio.toFixed(1)} x`];
printTable([
  [`processor time at ${Number(size).toLocaleString('en')}`, 'repeated', '/ plain', 'new', '/ plain'],
  ...rows.map(({ name, repeated, unrepeated }) => [name, ...shown(repeated), ...shown(unrepeated)]),
]);
const callExport = await load('strategies.export');
const exports = { new: () => ({ min_tvl: String(callCount) }), repeated: () => ({}) };
for (const [which, query] of Object.entries(exports)) {
  const cost = await runWithoutOutput(() => costOf(() => callExport(query()), requestPlainList, 1));
  console.log(`  strategies.export, all of them, ${which}: ${shown(cost).join(', ')}`);
}
const highestRatioOf = (which: 'repeated' | 'unrepeated') => Math.max(...rows.map((row) => row[which].ratio));
printTarget(
  'the most expensive repeated request',
  highestRatioOf('repeated'),
  TIME_RATIO_MAX,
  ' x a plain list',
  'most',
);
printTarget(
  'the most expensive request with a new query each time',
  highestRatioOf('unrepeated'),
  TIME_RATIO_MAX,
  ' x a plain list',
  'most',
);
