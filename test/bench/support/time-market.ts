import { ROUTES } from '../../../shared/service/routes.ts';
import { call, loadHandler } from '../../support/event.ts';

/**
 * Requests to measure: the route id, the query, and the name of a query parameter. This parameter changes in every
 * round, so that no answer comes from a cache. The worker runs in its own process, because a function reads its
 * environment only once.
 */
const REQUESTS: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  ['market.performance', {}, 'min_tvl'],
  ['market.performance', { sort: 'risk_adjusted_return' }, 'min_tvl'],
  ['market.performance', { sort: 'mean_apy', asset: 'USDC', per_page: '100' }, 'min_tvl'],
  ['market.recommended', {}, 'horizon_days'],
  ['market.recommended', { asset: 'USDC', risk_level: 'low' }, 'horizon_days'],
  ['market.prices', {}, 'page'],
  ['market.trends', {}, 'min_tvl'],
  ['market.trends', { window: '30d', chain: 'ethereum' }, 'min_tvl'],
  ['market.tvl', { group_by: 'asset', per_page: '100' }, 'page'],
  ['market.apy-comparison', {}, 'min_tvl'],
  ['market.apy-comparison', { asset: 'USDC' }, 'min_tvl'],
];

const { BENCH_KEY: key = '', BENCH_SIZE: size = '', BENCH_ROUNDS: rounds = '30' } = process.env;

type Handler = Parameters<typeof call>[0];
type Route = Parameters<typeof call>[1];

async function timed(handler: Handler, route: Route, query: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const { status } = await call(handler, route, { query, headers: { 'X-API-KEY': key } });
  if (status !== 200) throw new Error(`${route.id} answered ${status}`);
  return performance.now() - startedAt;
}

function quantile(times: readonly number[], part: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1).padStart(9);
}

for (const [id, query, varied] of REQUESTS) {
  const route = ROUTES.find((each) => each.id === id);
  if (route === undefined) throw new Error(`There is no route ${id}`);
  const handler = await loadHandler(id);
  const first = await timed(handler, route, { ...query });
  const fresh: number[] = [];
  const again: number[] = [];
  for (let round = 1; round <= Number(rounds); round += 1) {
    fresh.push(await timed(handler, route, { ...query, [varied]: String(round) }));
    again.push(await timed(handler, route, { ...query }));
  }
  const text = new URLSearchParams(query).toString();
  console.log(
    `${size.padStart(7)}  ${id.padEnd(24)} ${text.padEnd(42)}${first.toFixed(0).padStart(9)}` +
      `${quantile(fresh, 0.5)}${quantile(fresh, 0.95)}${quantile(again, 0.5)}`,
  );
}
