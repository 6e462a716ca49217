import { DAY_MS, dayOf } from '../../platform/domain/days.ts';
import type { MarketSource } from './market-source.ts';
import { SourceError } from './market-source.ts';
import { buildSampleLendingFigures, createSamplePoolHistory, samplePoolRow } from './sample/figures.ts';
import { SAMPLE_CHAINS } from './sample/market.ts';
import { createSamplePools } from './sample/pools.ts';
import {
  buildSamplePriceHistories,
  buildSamplePrices,
  chainTvlOnDay,
  createSampleChainTvlHistory,
} from './sample/prices.ts';

export interface SampleOptions {
  readonly size?: number;
  readonly seed?: number;
  /** Number of days of history before today. */
  readonly historyDays?: number;
  /** The clock, in epoch milliseconds. */
  readonly now: () => number;
}

export const SAMPLE_DEFAULTS = { size: 2_000, seed: 1, historyDays: 400 } as const;

/**
 * Creates a market source that generates its data from a seed, with real names and realistic figures. The same seed,
 * pool and time always give the same figures.
 */
export function createSampleSource(options: SampleOptions): MarketSource & { readonly size: number } {
  const { size, seed, historyDays } = { ...SAMPLE_DEFAULTS, ...options };
  const generatedPools = createSamplePools(seed, size, dayOf(options.now()));
  const poolById = new Map(generatedPools.map((pool) => [pool.id, pool]));
  return {
    name: 'sample',
    size: poolById.size,
    async pools() {
      const fetchedAtMs = options.now();
      return { rows: Array.from(poolById.values(), (pool) => samplePoolRow(pool, fetchedAtMs)), fetchedAtMs };
    },
    async lendingMarkets() {
      const nowMs = options.now();
      return new Map(
        Array.from(poolById.values()).flatMap((pool) => {
          const lendingFigures = buildSampleLendingFigures(pool, nowMs);
          return lendingFigures === undefined ? [] : [[pool.id, lendingFigures] as const];
        }),
      );
    },
    // The protocols of the sample are real, so no audits and hacks are invented for them.
    async protocols() {
      return [];
    },
    async hacks() {
      return [];
    },
    async history(poolId) {
      const pool = poolById.get(poolId);
      if (pool === undefined) throw new SourceError('status', `The sample market has no pool ${poolId}.`);
      return createSamplePoolHistory(pool, dayOf(options.now()), historyDays);
    },
    async prices(coins) {
      return buildSamplePrices(coins, seed, options.now());
    },
    async priceHistories(coins) {
      return buildSamplePriceHistories(coins, seed, dayOf(options.now()));
    },
    async chains() {
      const day = options.now() / DAY_MS;
      return SAMPLE_CHAINS.map(({ name }) => ({ name, tvlUsd: chainTvlOnDay(seed, name, day) }));
    },
    async chainTvlHistory(chainName) {
      return createSampleChainTvlHistory(seed, chainName, dayOf(options.now()), historyDays);
    },
  };
}
