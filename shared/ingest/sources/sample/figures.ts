import { DAY_MS } from '../../../platform/domain/days.ts';
import { PUBLICATION_RULES } from '../../domain/publication.ts';
import type { LendingFigures, UpstreamPool } from '../../domain/upstream.ts';
import type { PoolHistory } from '../market-source.ts';
import { tokenAddress } from './addresses.ts';
import { addDailyNoise, mix, noiseAt, uniform } from './noise.ts';
import type { SamplePool } from './pools.ts';

const APY_STREAM = 101;
const TVL_STREAM = 102;
const STRESS_STREAM = 103;
const UTILISATION_STREAM = 104;
/** The utilisation of lending markets: the least and the most borrowed ones, and how far one moves. */
const UTILISATION = { least: 0.35, most: 0.94, unrest: 0.04 } as const;
const STRESS_DAYS = 64;
/**
 * Deviation of ln(TVL) over time, by TVL: that of a pool of a million dollars, the exponent by which a larger one moves
 * less, and what even the largest moves.
 */
const TVL_UNREST = { ofMillion: 0.3, exponent: 0.27, least: 0.04 } as const;
/** The smallest TVL of a pool, so that none falls below the publication limit. */
const LEAST_TVL_USD = PUBLICATION_RULES.minTvlUsd * 1.2;
const MAX_SAMPLE_APY = PUBLICATION_RULES.maxApyPercent * 0.9;

function tvlUnrest({ logTvl }: SamplePool): number {
  const { ofMillion, exponent, least } = TVL_UNREST;
  return Math.max(least, ofMillion * Math.exp(-exponent * Math.max(0, logTvl - Math.log(1e6))));
}

/** How hard a time the pool has, 0 to 1: stressed periods come at random and fade in and out over their length. */
function stressAt(pool: SamplePool, day: number): number {
  const at = day / STRESS_DAYS;
  const index = Math.floor(at);
  const stress = (period: number) =>
    uniform(mix(mix(pool.stream, STRESS_STREAM), period)) < pool.fragility ? 1 : 0;
  return stress(index) + (at - index) * (stress(index + 1) - stress(index));
}

/** APY in percent and TVL in USD from the sum of what moves their logarithms. */
function figures(pool: SamplePool, apyNoise: number, tvlNoise: number, stress: number) {
  return {
    apy: Math.min(MAX_SAMPLE_APY, Math.exp(pool.logApy + apyNoise - 1.6 * stress)),
    tvl: LEAST_TVL_USD + Math.exp(pool.logTvl + tvlNoise - 1.2 * stress),
  };
}

function round5(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}

/** The pool as the upstream would list it at this moment. */
export function poolRow(pool: SamplePool, nowMs: number): UpstreamPool {
  const day = nowMs / DAY_MS;
  const { apy, tvl } = figures(
    pool,
    pool.unrest * noiseAt(mix(pool.stream, APY_STREAM), day),
    tvlUnrest(pool) * noiseAt(mix(pool.stream, TVL_STREAM), day),
    stressAt(pool, day),
  );
  const apyReward = pool.rewardShare === 0 ? null : round5(apy * pool.rewardShare);
  return {
    pool: pool.id,
    chain: pool.chain,
    project: pool.project,
    symbol: pool.tokens.join('-'),
    tvlUsd: Math.round(tvl),
    apy: round5(apy),
    apyBase: round5(apy - (apyReward ?? 0)),
    apyReward,
    apyMean30d: round5(apy),
    count: Math.max(1, Math.floor(day) - pool.inceptionDay),
    timestamp: new Date(nowMs).toISOString(),
    poolMeta: pool.meta,
    underlyingTokens: pool.tokens.map((token) => tokenAddress(pool.chain, token)),
    stablecoin: pool.stable,
    ilRisk: pool.ilRisk ? 'yes' : 'no',
    exposure: pool.tokens.length > 1 ? 'multi' : 'single',
    outlier: apy > 200,
  };
}

/**
 * The amounts supplied to and borrowed from the pool at this moment; undefined where nobody borrows. Its TVL can be
 * withdrawn.
 */
export function poolLending(pool: SamplePool, nowMs: number): LendingFigures | undefined {
  if (!pool.lends) return undefined;
  const { least, most, unrest } = UTILISATION;
  const stream = mix(pool.stream, UTILISATION_STREAM);
  const usual = least + (most - least) * Math.sqrt(uniform(stream));
  const utilisation = Math.min(1, Math.max(0, usual + unrest * noiseAt(stream, nowMs / DAY_MS)));
  const { tvlUsd } = poolRow(pool, nowMs);
  const suppliedUsd = tvlUsd / Math.max(0.001, 1 - utilisation);
  return { suppliedUsd, borrowedUsd: suppliedUsd * utilisation };
}

/** The pool's history on whole days before `today`: those of the last `days` on which it existed. */
export function poolHistory(pool: SamplePool, today: number, days: number): PoolHistory {
  const firstDay = Math.max(today - days, Math.min(pool.inceptionDay, today - 1));
  const length = today - firstDay;
  const apyNoise = new Float64Array(length);
  const tvlNoise = new Float64Array(length);
  addDailyNoise(apyNoise, mix(pool.stream, APY_STREAM), firstDay, pool.unrest);
  addDailyNoise(tvlNoise, mix(pool.stream, TVL_STREAM), firstDay, tvlUnrest(pool));
  const apy = new Float32Array(length);
  const tvl = new Float32Array(length);
  for (let offset = 0; offset < length; offset += 1) {
    const stress = pool.fragility === 0 ? 0 : stressAt(pool, firstDay + offset + 0.5);
    const point = figures(pool, apyNoise[offset] ?? 0, tvlNoise[offset] ?? 0, stress);
    apy[offset] = point.apy;
    tvl[offset] = point.tvl;
  }
  return { firstDay, apy, tvl };
}
