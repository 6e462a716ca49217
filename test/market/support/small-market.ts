import { expect, vi } from 'vitest';
import { NO_CALIBRATION } from '../../../shared/market/domain/calibration/calibration.ts';
import type { DocumentedRoute } from '../../../shared/platform/contract/documented-route.ts';
import { dayOf } from '../../../shared/platform/domain/days.ts';
import type { RouteAnswer } from '../../support/answer.ts';
import { startTable } from '../../support/engine/embedded-table.ts';
import { type LoadedHandlers, loadHandlers } from '../../support/handlers.ts';
import { publishMarket, type SampleStrategy } from '../../support/market/published-market.ts';
import { riskOfScore, strategyRecordOf } from '../../support/records.ts';

/** The time of all figures in the market. */
const AS_OF = new Date('2026-01-31T12:00:00.000Z');
const as_of = AS_OF.toISOString();
const days = (count: number, value: (day: number) => number) =>
  Array.from({ length: count }, (_, day) => value(day));

const mean = (values: number[], last: number) =>
  values.slice(-last).reduce((sum, value) => sum + value, 0) / Math.min(last, values.length);

function strategy(
  name: string,
  changes: Partial<SampleStrategy['record']>,
  history: { apy: number[]; tvl: number[] },
): SampleStrategy {
  const record = strategyRecordOf({
    id: `strat_${name}`,
    name,
    as_of,
    current_apy: history.apy.at(-1) ?? 0,
    historical_apy: {
      '7d': mean(history.apy, 7),
      '30d': mean(history.apy, 30),
      '90d': mean(history.apy, 90),
    },
    tvl: history.tvl.at(-1) ?? 0,
    min_deposit: 10,
    apy_volatility_30d: 0.5,
    ...changes,
  });
  return { record, ...history };
}

/** Four USDC strategies, one of them young and one an outlier, a pool of two assets, and an ETH strategy. */
const STRATEGIES = [
  strategy('steady', {}, { apy: days(100, () => 5), tvl: days(100, () => 4_000_000) }),
  strategy(
    'rising',
    { chain: 'base', protocol: 'morpho' },
    { apy: days(100, (day) => 4 + day / 50), tvl: days(100, (day) => 1_000_000 + day * 10_000) },
  ),
  strategy(
    'young',
    { chain: 'arbitrum', protocol: 'compound', history_days: 3 },
    { apy: [30, 30, 30], tvl: [500_000, 500_000, 500_000] },
  ),
  strategy(
    'absurd',
    { outlier: true, risk_level: 'high', risk: riskOfScore(90) },
    { apy: days(100, () => 400), tvl: days(100, () => 200_000) },
  ),
  strategy(
    'pool',
    {
      asset: 'ETH-USDC',
      underlying_assets: ['ETH', 'USDC'],
      exposure: 'multi',
      il_risk: true,
      risk_level: 'medium',
      protocol: 'uniswap-v3',
      strategy_type: 'liquidity_pool',
    },
    { apy: days(100, (day) => 20 - day / 10), tvl: days(100, () => 2_000_000) },
  ),
  strategy(
    'ether',
    { asset: 'ETH', underlying_assets: ['ETH'], protocol: 'lido', chain: 'ethereum' },
    { apy: days(100, () => 3), tvl: days(100, () => 9_000_000) },
  ),
];
const price = (asset: string, value: number) => ({ asset, price: value, confidence: 0.99, asOf: as_of });

/** A market that is small enough to calculate by hand, and its handlers. */
export interface SmallMarket {
  readonly handlers: LoadedHandlers;
  /** Calls a route. Expects the status 200 and the market's time in `meta.as_of`. */
  answer<R extends DocumentedRoute>(route: R, query?: Record<string, string>): Promise<RouteAnswer<R>>;
  stop(): Promise<void>;
}

/** Starts the handlers over a table with the published strategies, prices and TVLs. */
export async function startSmallMarket(): Promise<SmallMarket> {
  const table = await startTable();
  await publishMarket(table, {
    strategies: STRATEGIES,
    vaults: new Set(['strat_rising']),
    prices: [price('USDC', 1), price('ETH', 3_300), price('ARB', 0.5)],
    pricesBefore: [price('ETH', 3_000)],
    chainTvl: [{ chain: 'ethereum', tvl: 60_000_000_000, history: [58_000_000_000, 60_000_000_000] }],
    asOf: AS_OF,
    calibration: {
      ...NO_CALIBRATION,
      sinceDay: dayOf(Date.parse('2026-01-01')),
      intervalTallies: NO_CALIBRATION.intervalTallies.map((none, pairIndex) =>
        pairIndex === 0 ? { below: 1, within: 7, above: 2 } : none,
      ),
    },
  });
  const handlers = await loadHandlers(table);
  return {
    handlers,
    answer: async (route, query = {}) => {
      const answered = await handlers.call(route, query);
      expect(answered).toMatchObject({ status: 200, body: { meta: { as_of } } });
      return answered;
    },
    stop: async () => {
      vi.unstubAllEnvs();
      await table.stop();
    },
  };
}
