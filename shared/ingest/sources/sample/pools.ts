import { dayOf } from '../../../platform/domain/days.ts';
import { SAMPLE_CHAINS, type SampleChain } from './market.ts';
import { combineHashes, gaussianFromHash, hashText, uniformFromHash } from './noise.ts';
import { createIdentityPicker, type Draw, type PoolIdentity, pairKindOf } from './pool-identity.ts';
import { wellKnownPoolAt } from './well-known-pools.ts';

/** Fixed properties of a sample pool, including the mean levels of its APY and TVL. */
export interface SamplePool {
  readonly id: string;
  readonly randomSeed: number;
  readonly project: string;
  readonly chain: SampleChain;
  readonly tokens: readonly string[];
  readonly label: string | null;
  readonly isStablecoinPool: boolean;
  readonly hasImpermanentLoss: boolean;
  /** Whether borrowers pay the APY. */
  readonly isLendingMarket: boolean;
  readonly logApy: number;
  readonly logTvl: number;
  /** Standard deviation of ln(APY) over time. */
  readonly volatility: number;
  readonly rewardShare: number;
  /** Probability, 0 to 1, that the pool is under stress in a period of 64 days. */
  readonly stressProbability: number;
  readonly inceptionDay: number;
}

/** A pool's TVL is multiplied by (TVL of its chain / TVL of the largest chain) ^ SMALL_CHAIN_EXPONENT. */
const SMALL_CHAIN_EXPONENT = 0.45;
const LARGEST_CHAIN_TVL_BILLIONS = Math.max(...SAMPLE_CHAINS.map(({ tvlBillions }) => tvlBillions));
/**
 * If the rarest asset of a pool has a weight below COMMON_ASSET_WEIGHT, the pool's TVL is multiplied by
 * (weight / COMMON_ASSET_WEIGHT) ^ RARE_ASSET_EXPONENT.
 */
const RARE_ASSET_EXPONENT = 0.6;
const COMMON_ASSET_WEIGHT = 12;
/** Later pools are smaller: the TVL of a pool is divided by (1 + index / LATER_POOL_SCALE) ^ LATER_POOL_EXPONENT. */
const LATER_POOL_SCALE = 1_000;
const LATER_POOL_EXPONENT = 0.6;
/**
 * Makes large random pools smaller than the well-known pools. The part of ln(TVL) above `logUsd` is multiplied by
 * `exponent`.
 */
const RANDOM_POOL_TVL_LIMIT = { logUsd: Math.log(25e6), exponent: 0.4 } as const;

const findChain = (chain: SampleChain) => SAMPLE_CHAINS.find(({ name }) => name === chain);

function logTvlOf({ project, chain, assets }: PoolIdentity, index: number, draw: Draw): number {
  const logChainFactor =
    SMALL_CHAIN_EXPONENT * Math.log((findChain(chain)?.tvlBillions ?? 1) / LARGEST_CHAIN_TVL_BILLIONS);
  const logRarityFactor =
    RARE_ASSET_EXPONENT * Math.log(Math.min(1, ...assets.map(({ weight }) => weight / COMMON_ASSET_WEIGHT)));
  const logLaterPoolDivisor = LATER_POOL_EXPONENT * Math.log1p(index / LATER_POOL_SCALE);
  const randomLogTvl =
    Math.log(project.tvlMillions * 1e6) + logRarityFactor + project.tvlSpread * gaussianFromHash(draw(2));
  const excessLogTvl = Math.max(0, randomLogTvl - RANDOM_POOL_TVL_LIMIT.logUsd);
  return (
    randomLogTvl - (1 - RANDOM_POOL_TVL_LIMIT.exponent) * excessLogTvl + logChainFactor - logLaterPoolDivisor
  );
}

/** How strongly an APY above the peers' APY increases the volatility of a pool and decreases its age. */
const VOLATILITY_PER_APY_ADVANTAGE = 0.5;
const AGE_DECREASE_PER_APY_ADVANTAGE = 1.1;
/** Median age in days of a pool with a TVL of 1 million USD. */
const MEDIAN_POOL_AGE_DAYS = 260;
/** Increase of ln(age) per unit of ln(TVL). */
const AGE_INCREASE_PER_LOG_TVL = 0.35;
const MAX_POOL_AGE_DAYS = 1_800;
/** Decrease of ln(APY) per unit of ln(TVL). Large pools pay less, because deposits flow to high yields. */
const APY_DECREASE_PER_LOG_TVL = 0.13;
/**
 * If the TVL of a pool is above exp(`logUsd`) USD, the spread of APYs is multiplied by (TVL / exp(`logUsd`)) ^
 * -`exponent`. Large pools therefore have similar APYs.
 */
const LARGE_POOL_SPREAD = { logUsd: Math.log(5e6), exponent: 0.25 } as const;
/**
 * Figures of pools with two forms of one coin, such as ETH and wstETH. Such pools earn few fees, so their APY (in
 * percent) is about the same as for staking.
 */
const SAME_FAMILY_PAIR_FIGURES = { apy: 1.8, spread: 0.35, volatility: 0.2 } as const;
/** Maximum spread of ln(APY) among stablecoin pools. It is small, because money moves easily between these pools. */
const MAX_STABLE_SPREAD = 0.45;
/** Increase of ln(APY) for a pair with a minor token, because few users want to hold such a token. */
const MINOR_TOKEN_BONUS = 0.5;
/**
 * Factors for a lending pool's APY, by the `pairRole` of its asset. Assets that mainly serve as collateral have low
 * factors, because few users borrow them.
 */
const LENDING_APY_FACTOR = { quote: 1.25, native: 1, quoted: 0.06, family: 0.05 } as const;

/**
 * Returns the median APY in percent, its spread among pools, and its volatility over time. Spread and volatility are
 * standard deviations of ln(APY).
 */
function apyFiguresOf({ project, assets }: PoolIdentity) {
  const { apyStable, apyOther, spreadAmongPools, volatilityOverTime, isLendingMarket } = project;
  if (assets.every(({ volatilityClass }) => volatilityClass === 'stable')) {
    return {
      apy: apyStable,
      spread: Math.min(MAX_STABLE_SPREAD, spreadAmongPools),
      volatility: volatilityOverTime,
    };
  }
  if (assets.length > 1 && pairKindOf(assets) === 'alike') return SAME_FAMILY_PAIR_FIGURES;
  const lendingFactor = isLendingMarket
    ? Math.min(...assets.map(({ pairRole }) => LENDING_APY_FACTOR[pairRole]))
    : 1;
  return { apy: apyOther * lendingFactor, spread: spreadAmongPools, volatility: volatilityOverTime };
}

/** Returns the first day on which the project, the chain and all assets of a pool have been launched. */
function launchDayOf({ project, chain, assets }: PoolIdentity): number {
  const launchTimesMs = [project, findChain(chain), ...assets].map((poolComponent) =>
    Date.parse(poolComponent?.since ?? ''),
  );
  return dayOf(Math.max(...launchTimesMs.filter(Number.isFinite)));
}

/**
 * Returns a random age in days for one of the oldest pools: 75 to 100% of `maxAgeDays`, but at most
 * `MAX_POOL_AGE_DAYS`.
 */
const drawOldestPoolAgeDays = (maxAgeDays: number, draw: Draw) =>
  Math.floor(Math.min(MAX_POOL_AGE_DAYS, maxAgeDays * (0.75 + 0.25 * uniformFromHash(draw(12)))));

/**
 * Returns the long-term means of a pool's figures. A pool that pays more than its peers is smaller, younger, more
 * volatile and more often under stress.
 */
function poolFiguresOf(
  poolIdentity: PoolIdentity,
  logTvl: number,
  isWellKnownPool: boolean,
  maxAgeDays: number,
  draw: Draw,
) {
  const { project, assets } = poolIdentity;
  const { apy, spread, volatility } = apyFiguresOf(poolIdentity);
  const hasMinorToken = assets.length > 1 && pairKindOf(assets) === 'minor';
  const logMedianApy = Math.log(apy);
  const relativeLogTvl = logTvl - Math.log(project.tvlMillions * 1e6);
  const largePoolSpreadFactor = Math.exp(
    -LARGE_POOL_SPREAD.exponent * Math.max(0, logTvl - LARGE_POOL_SPREAD.logUsd),
  );
  const logApyOffset =
    largePoolSpreadFactor * spread * (gaussianFromHash(draw(3)) - APY_DECREASE_PER_LOG_TVL * relativeLogTvl) +
    (hasMinorToken ? MINOR_TOKEN_BONUS : 0);
  const positiveLogApyOffset = Math.max(0, logApyOffset);
  const randomAgeDays = Math.round(
    MEDIAN_POOL_AGE_DAYS *
      Math.exp(
        AGE_INCREASE_PER_LOG_TVL * (logTvl - Math.log(1e6)) -
          AGE_DECREASE_PER_APY_ADVANTAGE * positiveLogApyOffset +
          0.7 * gaussianFromHash(draw(8)),
      ),
  );
  const isAmongOldestPools = isWellKnownPool || randomAgeDays > maxAgeDays;
  return {
    logApy: logMedianApy + logApyOffset,
    volatility: volatility * (1 + VOLATILITY_PER_APY_ADVANTAGE * positiveLogApyOffset),
    stressProbability: isWellKnownPool
      ? 0
      : Math.min(0.5, 0.01 * Math.exp((logMedianApy + logApyOffset) / 2) + (hasMinorToken ? 0.04 : 0)),
    ageDays: Math.max(
      2,
      isAmongOldestPools
        ? drawOldestPoolAgeDays(maxAgeDays, draw)
        : Math.min(MAX_POOL_AGE_DAYS, randomAgeDays),
    ),
  };
}

/** Above this TVL in USD, a pool pays a smaller part of its APY in reward tokens. */
const FULL_REWARDS_MAX_TVL_USD = 5e6;
/**
 * Factor for the share of the APY that reward tokens pay, by the shape of the pool. The factor is lower for single
 * assets, because lending pools earn most of their APY from borrowers.
 */
const REWARD_SCALE_BY_POOL_SHAPE = { single: 0.4, pair: 1 } as const;

/** Returns the share of a pool's APY that reward tokens pay, 0 to 1. */
function randomRewardShareOf({ project }: PoolIdentity, logTvl: number, draw: Draw): number {
  if (uniformFromHash(draw(6)) >= project.rewardedPoolFraction) return 0;
  const randomRewardShare =
    REWARD_SCALE_BY_POOL_SHAPE[project.poolShape] * (0.15 + 0.8 * uniformFromHash(draw(7)));
  return randomRewardShare * Math.min(1, Math.sqrt(FULL_REWARDS_MAX_TVL_USD / Math.exp(logTvl)));
}

/** Returns an id in the form of the source's ids: a version 4 UUID. */
function createPoolId(draw: Draw): string {
  const hex = [20, 21, 22, 23].map((drawNumber) => draw(drawNumber).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Generates the pools of a market. The pool at an index does not depend on the size of the market. */
export function createSamplePools(seed: number, size: number, today: number): SamplePool[] {
  const pickIdentity = createIdentityPicker();
  return Array.from({ length: size }, (_, index) => {
    const randomSeed = combineHashes(hashText('pool'), combineHashes(seed, index));
    const draw = (drawNumber: number) => combineHashes(randomSeed, drawNumber);
    const wellKnownPool = wellKnownPoolAt(index);
    const poolIdentity = pickIdentity(draw, wellKnownPool);
    const { project, chain, assets, label } = poolIdentity;
    const logTvl =
      wellKnownPool === undefined ? logTvlOf(poolIdentity, index, draw) : Math.log(wellKnownPool[3] * 1e6);
    const maxAgeDays = today - launchDayOf(poolIdentity);
    const { ageDays, ...figures } = poolFiguresOf(
      poolIdentity,
      logTvl,
      wellKnownPool !== undefined,
      maxAgeDays,
      draw,
    );
    return {
      id: createPoolId(draw),
      randomSeed,
      project: project.project,
      chain,
      tokens: assets.map(({ symbol }) => symbol),
      label,
      isStablecoinPool: assets.every(({ volatilityClass }) => volatilityClass === 'stable'),
      hasImpermanentLoss: pairKindOf(assets) !== 'alike',
      isLendingMarket: project.isLendingMarket,
      logTvl,
      rewardShare: randomRewardShareOf(poolIdentity, logTvl, draw),
      inceptionDay: today - ageDays,
      ...figures,
    };
  });
}
