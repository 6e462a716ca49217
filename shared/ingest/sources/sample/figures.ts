import { DAY_MS } from '../../../platform/domain/days.ts';
import { PUBLICATION_RULES } from '../../domain/publication.ts';
import type { LendingFigures, UpstreamPool } from '../../domain/upstream.ts';
import type { PoolHistory } from '../market-source.ts';
import { tokenAddressOf } from './addresses.ts';
import { addDailyNoise, combineHashes, noiseAt, uniformFromHash } from './noise.ts';
import type { SamplePool } from './pools.ts';

const APY_NOISE_ID = 101;
const TVL_NOISE_ID = 102;
const STRESS_NOISE_ID = 103;
const UTILISATION_NOISE_ID = 104;
/**
 * Utilisation of lending markets, 0 to 1. The mean of a market is between `lowestLevel` and `highestLevel`.
 * `volatility`: standard deviation over time.
 */
const UTILISATION_MODEL = { lowestLevel: 0.35, highestLevel: 0.94, volatility: 0.04 } as const;
const STRESS_PERIOD_DAYS = 64;
/** Standard deviation of ln(TVL) over time. It decreases with the TVL for pools above 1 million USD. */
const TVL_VOLATILITY_MODEL = { atOneMillionUsd: 0.3, exponent: 0.27, minimum: 0.04 } as const;
/** Minimum TVL of a pool in USD. It is above the publication limit, so that every pool is published. */
const MIN_TVL_USD = PUBLICATION_RULES.minTvlUsd * 1.2;
const MAX_SAMPLE_APY = PUBLICATION_RULES.maxApyPercent * 0.9;

function tvlVolatilityOf({ logTvl }: SamplePool): number {
  const { atOneMillionUsd, exponent, minimum } = TVL_VOLATILITY_MODEL;
  return Math.max(minimum, atOneMillionUsd * Math.exp(-exponent * Math.max(0, logTvl - Math.log(1e6))));
}

/**
 * Returns the stress of a pool on a day, 0 to 1. Stress occurs in random periods of 64 days and lowers the pool's APY
 * and TVL.
 */
function stressAt(pool: SamplePool, day: number): number {
  const position = day / STRESS_PERIOD_DAYS;
  const periodNumber = Math.floor(position);
  const stressOfPeriod = (periodIndex: number) =>
    uniformFromHash(combineHashes(combineHashes(pool.randomSeed, STRESS_NOISE_ID), periodIndex)) <
    pool.stressProbability
      ? 1
      : 0;
  return (
    stressOfPeriod(periodNumber) +
    (position - periodNumber) * (stressOfPeriod(periodNumber + 1) - stressOfPeriod(periodNumber))
  );
}

/** Returns the APY in percent and the TVL in USD. */
function computeSampleFigures(pool: SamplePool, apyNoise: number, tvlNoise: number, marketStress: number) {
  return {
    apy: Math.min(MAX_SAMPLE_APY, Math.exp(pool.logApy + apyNoise - 1.6 * marketStress)),
    tvl: MIN_TVL_USD + Math.exp(pool.logTvl + tvlNoise - 1.2 * marketStress),
  };
}

function roundTo5Decimals(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}

/** Returns the pool as the source would list it at `nowMs`. */
export function samplePoolRow(pool: SamplePool, nowMs: number): UpstreamPool {
  const day = nowMs / DAY_MS;
  const { apy, tvl } = computeSampleFigures(
    pool,
    pool.volatility * noiseAt(combineHashes(pool.randomSeed, APY_NOISE_ID), day),
    tvlVolatilityOf(pool) * noiseAt(combineHashes(pool.randomSeed, TVL_NOISE_ID), day),
    stressAt(pool, day),
  );
  const apyReward = pool.rewardShare === 0 ? null : roundTo5Decimals(apy * pool.rewardShare);
  return {
    pool: pool.id,
    chain: pool.chain,
    project: pool.project,
    symbol: pool.tokens.join('-'),
    tvlUsd: Math.round(tvl),
    apy: roundTo5Decimals(apy),
    apyBase: roundTo5Decimals(apy - (apyReward ?? 0)),
    apyReward,
    apyMean30d: roundTo5Decimals(apy),
    count: Math.max(1, Math.floor(day) - pool.inceptionDay),
    timestamp: new Date(nowMs).toISOString(),
    poolMeta: pool.label,
    underlyingTokens: pool.tokens.map((tokenSymbol) => tokenAddressOf(pool.chain, tokenSymbol)),
    stablecoin: pool.isStablecoinPool,
    ilRisk: pool.hasImpermanentLoss ? 'yes' : 'no',
    exposure: pool.tokens.length > 1 ? 'multi' : 'single',
    outlier: apy > 200,
  };
}

/**
 * Returns supply and debt of a lending pool at `nowMs`, in USD; undefined if nobody borrows. The pool's TVL is the
 * amount that can be withdrawn, which is supply minus debt.
 */
export function buildSampleLendingFigures(pool: SamplePool, nowMs: number): LendingFigures | undefined {
  if (!pool.isLendingMarket) return undefined;
  const { lowestLevel, highestLevel, volatility } = UTILISATION_MODEL;
  const noiseSeed = combineHashes(pool.randomSeed, UTILISATION_NOISE_ID);
  const meanUtilisation = lowestLevel + (highestLevel - lowestLevel) * Math.sqrt(uniformFromHash(noiseSeed));
  const utilisation = Math.min(
    1,
    Math.max(0, meanUtilisation + volatility * noiseAt(noiseSeed, nowMs / DAY_MS)),
  );
  const { tvlUsd } = samplePoolRow(pool, nowMs);
  const suppliedUsd = tvlUsd / Math.max(0.001, 1 - utilisation);
  return { suppliedUsd, borrowedUsd: suppliedUsd * utilisation };
}

/** Returns at most `days` whole days of the pool's history before `today`. */
export function createSamplePoolHistory(pool: SamplePool, today: number, days: number): PoolHistory {
  const firstDay = Math.max(today - days, Math.min(pool.inceptionDay, today - 1));
  const dayCount = today - firstDay;
  const apyNoise = new Float64Array(dayCount);
  const tvlNoise = new Float64Array(dayCount);
  addDailyNoise(apyNoise, combineHashes(pool.randomSeed, APY_NOISE_ID), firstDay, pool.volatility);
  addDailyNoise(tvlNoise, combineHashes(pool.randomSeed, TVL_NOISE_ID), firstDay, tvlVolatilityOf(pool));
  const apy = new Float32Array(dayCount);
  const tvl = new Float32Array(dayCount);
  for (let offset = 0; offset < dayCount; offset += 1) {
    const marketStress = pool.stressProbability === 0 ? 0 : stressAt(pool, firstDay + offset + 0.5);
    const dayFigures = computeSampleFigures(pool, apyNoise[offset] ?? 0, tvlNoise[offset] ?? 0, marketStress);
    apy[offset] = dayFigures.apy;
    tvl[offset] = dayFigures.tvl;
  }
  return { firstDay, apy, tvl };
}
