import { ROUTES } from '../../../shared/contract/routes.ts';
import { call } from '../../support/event.ts';

/** Run by the benchmark in a process of its own, because a function reads its settings once, when it starts. */
const REQUESTS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['strategies.performance', {}],
  ['strategies.performance', { sort: 'risk_adjusted_return' }],
  ['strategies.performance', { sort: 'mean_apy', asset: 'USDC', per_page: '100' }],
  ['strategies.recommended', {}],
  ['strategies.recommended', { asset: 'USDC', risk_level: 'low' }],
  ['market.prices', {}],
  ['market.trends', {}],
  ['market.trends', { window: '30d', chain: 'ethereum' }],
  ['market.tvl', { group_by: 'asset', per_page: '100' }],
  ['market.apy-comparison', {}],
  ['market.apy-comparison', { asset: 'USDC' }],
];

const { BENCH_KEY: key = '', BENCH_SIZE: size = '', BENCH_ROUNDS: rounds = '30' } = process.env;
for (const [id, query] of REQUESTS) {
  const route = ROUTES.find((each) => each.id === id);
  if (route === undefined) throw new Error(`There is no route ${id}`);
  const { handler } = await import(`../../../functions/${id.replace('.', '/')}.ts`);
  const times: number[] = [];
  for (let round = 0; round <= Number(rounds); round += 1) {
    const startedAt = performance.now();
    const { status } = await call(handler, route, { query, headers: { 'X-API-KEY': key } });
    times.push(performance.now() - startedAt);
    if (status !== 200) throw new Error(`${id} answered ${status}`);
  }
  const [first = 0, ...warm] = times;
  warm.sort((a, b) => a - b);
  const at = (part: number) => (warm[Math.floor((warm.length - 1) * part)] ?? 0).toFixed(1).padStart(9);
  const text = new URLSearchParams(query).toString();
  console.log(
    `${size.padStart(7)}  ${id.padEnd(24)} ${text.padEnd(42)}${first.toFixed(0).padStart(9)}${at(0.5)}${at(0.95)}`,
  );
}
