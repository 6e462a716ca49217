import type { HistoryFigures } from '../../../shared/ingest/domain/build-strategy-record.ts';
import type { Observation } from '../../../shared/ingest/domain/normalize.ts';
import type { PublishableObservation } from '../../../shared/ingest/domain/publication.ts';
import type { UpstreamPool } from '../../../shared/ingest/domain/upstream.ts';
import { computeStatisticsByWindow } from '../../../shared/market/domain/window-statistics.ts';
import { trackRecordOf } from '../../../shared/strategies/domain/expectation/track-record.ts';

/** The time of the test market. */
export const MARKET_NOW_MS = Date.parse('2026-03-10T12:00:00.000Z');

/** Returns a pool of the source with default values and the given changes. */
export function poolOf(changes: Partial<Record<keyof UpstreamPool, unknown>> = {}): Record<string, unknown> {
  return {
    pool: 'aa70268e-4b52-42bf-a116-608b370f9501',
    chain: 'Ethereum',
    project: 'aave-v3',
    symbol: 'USDC',
    tvlUsd: 1_344_105_793,
    apy: 2.01787,
    apyBase: 2.01787,
    apyReward: null,
    apyMean30d: 2.3596,
    count: 1_120,
    timestamp: '2026-03-10T11:59:30.000Z',
    poolMeta: null,
    underlyingTokens: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
    stablecoin: true,
    ilRisk: 'no',
    exposure: 'single',
    outlier: false,
    ...changes,
  };
}

/** Returns a normalised reading with default values and the given changes. */
export function observationOf(changes: Partial<Observation> = {}): Observation {
  return {
    id: 'strat_cb2fd5c4949b133c4c7ec095',
    source: 'defillama',
    sourcePoolId: 'aa70268e-4b52-42bf-a116-608b370f9501',
    name: 'Aave V3 USDC on Ethereum',
    description: 'Supplies USDC.',
    chain: 'ethereum',
    asset: 'USDC',
    underlyingAssets: ['USDC'],
    tokenAddresses: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
    protocol: 'aave-v3',
    strategyType: 'lending',
    exposure: 'single',
    ilRisk: false,
    stablecoin: true,
    outlier: false,
    apy: 5,
    apyBase: 5,
    apyReward: null,
    apyMean30d: 4.5,
    tvlUsd: 1_000_000,
    lending: null,
    sourceHistoryDays: 500,
    observedAtMs: MARKET_NOW_MS,
    ...changes,
  };
}

/** Returns a sample reading with the given changes. Its APY is known, so the service can publish the reading. */
export function publishableObservationOf(
  changes: Partial<PublishableObservation> = {},
): PublishableObservation {
  return { ...observationOf(), apy: 5, ...changes };
}

/** The figures of a daily history that ends today: APY in percent, TVL in USD. */
export function figuresOf(apy: ArrayLike<number>, tvl: ArrayLike<number>, days = apy.length): HistoryFigures {
  return {
    statistics: computeStatisticsByWindow({ apy, tvl }),
    days,
    trackRecord: trackRecordOf({ apy, tvl }),
  };
}
