import type { Handler } from '../../../shared/http/endpoint.ts';
import type { Route } from '../../../shared/platform/contract/route.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { apiEvent, lambdaContext } from '../../support/event.ts';
import { median, printTable, printTarget } from './measure.ts';

/** Run by the benchmark in a process of its own, because a function reads its settings once, when it starts. */
const ROUNDS = 5;
const CALLS = 20;
const AT_MOST = 5;
const { BENCH_KEY: key = '', BENCH_SIZE: size = '' } = process.env;

type Query = Readonly<Record<string, string>>;
type Question = (number: number) => Query;

/** What is asked, and how the number of a call makes a question that nobody has asked before. */
const QUESTIONS: readonly (readonly [id: string, again: Query, fresh: Question])[] = [
  ['strategies.list', {}, () => ({})],
  ['strategies.list', { chain: 'ethereum' }, (n) => ({ min_apy: String(n / 1_000), sort: 'name' })],
  ['strategies.list', { search: 'usdc lending' }, (n) => ({ search: `token${n}` })],
  ['market.performance', {}, (n) => ({ min_tvl: String(n) })],
  [
    'market.performance',
    { sort: 'risk_adjusted_return' },
    (n) => ({ sort: 'volatility', min_tvl: String(n) }),
  ],
  ['market.recommended', {}, (n) => ({ amount: String(10_000 + n) })],
  ['market.recommended', { asset: 'USDC' }, (n) => ({ asset: 'USDC', amount: String(10_000 + n) })],
  [
    'market.recommended',
    { include_rejected: 'true' },
    (n) => ({ include_rejected: 'true', amount: String(10_000 + n), risk_level: 'high', min_tvl: '0' }),
  ],
  ['market.recommended', { horizon_days: '45' }, (n) => ({ horizon_days: String(1 + (n % 365)) })],
  ['market.apy-comparison', {}, (n) => ({ min_tvl: String(n) })],
  ['market.apy-comparison', { asset: 'USDC' }, (n) => ({ asset: 'USDC', min_tvl: String(n) })],
  ['market.trends', {}, (n) => ({ min_tvl: String(n) })],
  ['market.trends', { window: '30d' }, (n) => ({ window: '30d', protocol: `aave-v3,protocol-${n % 200}` })],
  ['market.tvl', { group_by: 'asset' }, (n) => ({ group_by: 'asset', page: String(1 + (n % 20)) })],
  ['market.prices', {}, (n) => ({ page: String(1 + (n % 20)) })],
  ['market.prices', { sort: 'change_7d' }, (n) => ({ sort: 'change_7d', page: String(1 + (n % 20)) })],
  ['market.chains', {}, (n) => ({ search: `e${n}` })],
  ['market.assets', {}, (n) => ({ search: `token${n}` })],
  ['market.protocols', {}, (n) => ({ search: `protocol-${n}` })],
  ['market.summary', {}, () => ({})],
  ['market.calibration', {}, () => ({})],
  // Once more, as everything is quicker in a process that has run for a while: the quicker of the two is the yardstick.
  ['strategies.list', {}, () => ({})],
];

let asked = 0;

async function ask(handler: Handler, route: Route, query: Query): Promise<void> {
  asked += 1;
  // From another address each time, as public endpoints limit by it.
  const sourceIp = `198.51.${asked >>> 8}.${asked & 255}`;
  const event = apiEvent(route, {
    query,
    headers: { 'X-API-KEY': key },
    sourceIp,
    requestId: `bench-${asked}`,
  });
  const { statusCode, body } = await handler(event, lambdaContext());
  if (statusCode !== 200) throw new Error(`${route.id} answered ${body}`);
}

/** Processor time of one call in microseconds, the garbage collector's included: the median of the rounds. */
async function micros(handler: Handler, route: Route, question: Question): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    for (let call = 0; call < CALLS; call += 1) {
      await ask(handler, route, question(asked));
    }
    const { user, system } = process.cpuUsage(before);
    rounds.push((user + system) / CALLS);
  }
  return median(rounds);
}

/** Log lines are made as in production, then thrown away instead of written. */
async function silently<T>(work: () => Promise<T>): Promise<T> {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  try {
    return await work();
  } finally {
    process.stdout.write = write;
  }
}

const rows: { name: string; again: number; fresh: number }[] = [];
for (const [id, again, fresh] of QUESTIONS) {
  const route = ROUTES.find((each) => each.id === id);
  if (route === undefined) throw new Error(`There is no route ${id}`);
  const { handler } = await import(`../../../functions/${id.replace('.', '/')}.ts`);
  const measured = await silently(async () => {
    // Once to warm up: what is made with the first question to a snapshot is not of any later one.
    await micros(handler, route, () => again);
    await micros(handler, route, fresh);
    return { again: await micros(handler, route, () => again), fresh: await micros(handler, route, fresh) };
  });
  rows.push({ name: `${id} ${new URLSearchParams(again)}`.trim(), ...measured });
}

const plain = Math.min(rows.at(0)?.again ?? Number.NaN, rows.at(-1)?.again ?? Number.NaN);
const times = (figure: number) => `${(figure / plain).toFixed(1)} x`;
printTable([
  [`processor time at ${Number(size).toLocaleString('en')}`, 'again', '/ plain', 'new', '/ plain'],
  ...rows.map(({ name, again, fresh }) => [
    name,
    `${(again / 1_000).toFixed(2)} ms`,
    times(again),
    `${(fresh / 1_000).toFixed(2)} ms`,
    times(fresh),
  ]),
]);
const dearest = (figure: 'again' | 'fresh') => Math.max(...rows.map((row) => row[figure])) / plain;
printTarget('the dearest question that comes again', dearest('again'), AT_MOST, ' x a plain list', 'most');
printTarget('the dearest that is new each time', dearest('fresh'), AT_MOST, ' x a plain list', 'most');
