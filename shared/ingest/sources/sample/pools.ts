import { dayOf } from '../../../platform/domain/days.ts';
import { anchorAt } from './anchors.ts';
import { SAMPLE_CHAINS, type SampleChain } from './market.ts';
import { gaussianFromHash, hashText, mix, uniformFromHash } from './noise.ts';
import { createIdentityPicker, type Draw, kindOf, type PoolIdentity } from './pool-identity.ts';

/** Fixed properties of a sample pool: its names, and the mean levels of its figures. */
export interface SamplePool {
  readonly id: string;
  readonly stream: number;
  readonly project: string;
  readonly chain: SampleChain;
  readonly tokens: readonly string[];
  readonly meta: string | null;
  readonly stable: boolean;
  readonly ilRisk: boolean;
  /** Whether borrowers pay the APY. */
  readonly lends: boolean;
  readonly logApy: number;
  readonly logTvl: number;
  /** Standard deviation of ln(APY) over time. */
  readonly volatility: number;
  readonly rewardShare: number;
  /** Probability, 0 to 1, that the pool is under stress in a period of 64 days. */
  readonly fragility: number;
  readonly inceptionDay: number;
}

/** A pool's TVL is multiplied by (TVL of its chain / TVL of the largest chain) ^ SMALL_CHAIN_EXPONENT. */
const SMALL_CHAIN_EXPONENT = 0.45;
const LARGEST_BILLIONS = Math.max(...SAMPLE_CHAINS.map(({ tvlBillions }) => tvlBillions));
/**
 * If the rarest asset of a pool has a weight below COMMON_ASSET_WEIGHT, the pool's TVL is multiplied by
 * (weight / COMMON_ASSET_WEIGHT) ^ RARE_ASSET_EXPONENT.
 */
const RARE_ASSET_EXPONENT = 0.6;
const COMMON_ASSET_WEIGHT = 12;
/** Later pools are smaller: the TVL of a pool is divided by (1 + index / TAIL_FROM) ^ TAIL_EXPONENT. */
const TAIL_FROM = 1_000;
const TAIL_EXPONENT = 0.6;
/**
 * Random pools must be smaller than the well-known pools. Therefore the part of ln(TVL) above `logUsd` is
 * multiplied by `exponent`.
 */
const RANDOM_POOL_LIMIT = { logUsd: Math.log(25e6), exponent: 0.4 } as const;

const findChain = (chain: SampleChain) => SAMPLE_CHAINS.find(({ name }) => name === chain);

function logTvlOf({ project, chain, assets }: PoolIdentity, index: number, draw: Draw): number {
  const scale = SMALL_CHAIN_EXPONENT * Math.log((findChain(chain)?.tvlBillions ?? 1) / LARGEST_BILLIONS);
  const use =
    RARE_ASSET_EXPONENT * Math.log(Math.min(1, ...assets.map(({ weight }) => weight / COMMON_ASSET_WEIGHT)));
  const tail = TAIL_EXPONENT * Math.log1p(index / TAIL_FROM);
  const drawnLogTvl =
    Math.log(project.tvlMillions * 1e6) + use + project.tvlSpread * gaussianFromHash(draw(2));
  const excessLogTvl = Math.max(0, drawnLogTvl - RANDOM_POOL_LIMIT.logUsd);
  return drawnLogTvl - (1 - RANDOM_POOL_LIMIT.exponent) * excessLogTvl + scale - tail;
}

/**
 * For a pool whose APY is higher than the APY of its peers: how strongly the difference in APY increases its
 * volatility and decreases its age.
 */
const VOLATILITY_BY_LEAD = 0.5;
const AGE_BY_LEAD = 1.1;
/** Median age in days of a pool of 1 million USD, the exponent with which age grows with TVL, and the maximum age. */
const MEDIAN_AGE_DAYS = 260;
const AGE_BY_SIZE = 0.35;
const MAX_AGE_DAYS = 1_800;
/** Decrease of ln(APY) per unit of ln(TVL). Large pools pay less, because deposits flow to high yields. */
const APY_DECREASE_BY_SIZE = 0.13;
/**
 * If a pool is larger than `logUsd` (ln of the TVL in USD), the spread of APYs among such pools decreases with this
 * exponent.
 */
const LARGE_POOL_SPREAD = { logUsd: Math.log(5e6), exponent: 0.25 } as const;
/**
 * APY in percent, spread and volatility of pairs of one coin's forms, such as ETH and wstETH. These pairs earn few fees
 * and pay about the same as staking. Among recorded pairs above 100,000 USD, 50% paid below 1.8% and 90% below 3.3%.
 */
const ONE_COIN_LEVELS = { apy: 1.8, spread: 0.35, volatility: 0.2 } as const;
/** Maximum spread of APYs among stablecoin pools. It is small, because money moves easily between these pools. */
const STABLE_SPREAD = 0.45;
/** Increase of ln(APY) for a pair with a minor token, because few users want to hold such a token. */
const MINOR_TOKEN_BONUS = 0.5;
/**
 * The APY of a lending pool is multiplied by this factor, by the role of its asset. Assets that mainly serve as
 * collateral are rarely borrowed.
 */
const LENDING_APY_FACTOR = { quote: 1.25, native: 1, quoted: 0.06, family: 0.05 } as const;

/**
 * Returns the median APY in percent of a project's pools with the given assets, its spread among pools, and its
 * volatility over time.
 */
function rateOf({ project, assets }: PoolIdentity) {
  const { apyStable, apyOther, spread, volatility, lends } = project;
  if (assets.every(({ kind }) => kind === 'stable')) {
    return { apy: apyStable, spread: Math.min(STABLE_SPREAD, spread), volatility };
  }
  if (assets.length > 1 && kindOf(assets) === 'alike') return ONE_COIN_LEVELS;
  const lendingFactor = lends ? Math.min(...assets.map(({ trades }) => LENDING_APY_FACTOR[trades])) : 1;
  return { apy: apyOther * lendingFactor, spread, volatility };
}

/**
 * Returns the first day on which the pool can exist. On that day, the project, the chain and all assets have been
 * launched.
 */
function launchDayOf({ project, chain, assets }: PoolIdentity): number {
  const days = [project, findChain(chain), ...assets].map((launched) => Date.parse(launched?.since ?? ''));
  return dayOf(Math.max(...days.filter(Number.isFinite)));
}

/**
 * Returns the age in days of a well-known pool, or of the oldest random pools. It is 75% to 100% of the possible age.
 */
const ageOfOldest = (possible: number, draw: Draw) =>
  Math.floor(Math.min(MAX_AGE_DAYS, possible * (0.75 + 0.25 * uniformFromHash(draw(12)))));

/**
 * Returns the mean levels of a pool's figures. A pool that pays more than its peers is smaller, younger, more
 * volatile and more often under stress. Otherwise, deposits would flow into the pool until its yield falls.
 */
function levelsOf(identity: PoolIdentity, logTvl: number, isAnchor: boolean, maxAgeDays: number, draw: Draw) {
  const { project, assets } = identity;
  const { apy, spread, volatility } = rateOf(identity);
  const isTail = assets.length > 1 && kindOf(assets) === 'tail';
  const median = Math.log(apy);
  const size = logTvl - Math.log(project.tvlMillions * 1e6);
  const calm = Math.exp(-LARGE_POOL_SPREAD.exponent * Math.max(0, logTvl - LARGE_POOL_SPREAD.logUsd));
  const logApyAdvantage =
    calm * spread * (gaussianFromHash(draw(3)) - APY_DECREASE_BY_SIZE * size) +
    (isTail ? MINOR_TOKEN_BONUS : 0);
  const advantage = Math.max(0, logApyAdvantage);
  const randomAgeDays = Math.round(
    MEDIAN_AGE_DAYS *
      Math.exp(
        AGE_BY_SIZE * (logTvl - Math.log(1e6)) - AGE_BY_LEAD * advantage + 0.7 * gaussianFromHash(draw(8)),
      ),
  );
  const isOldest = isAnchor || randomAgeDays > maxAgeDays;
  return {
    logApy: median + logApyAdvantage,
    volatility: volatility * (1 + VOLATILITY_BY_LEAD * advantage),
    fragility: isAnchor
      ? 0
      : Math.min(0.5, 0.01 * Math.exp((median + logApyAdvantage) / 2) + (isTail ? 0.04 : 0)),
    ageDays: Math.max(2, isOldest ? ageOfOldest(maxAgeDays, draw) : Math.min(MAX_AGE_DAYS, randomAgeDays)),
  };
}

/** If a pool's TVL in USD is above this, the share of rewards decreases with the square root of the TVL. */
const REWARDED_USD = 5e6;
/**
 * The share of rewards is multiplied by this factor. It is lower for single assets, because lending pools earn most
 * of their APY from borrowers.
 */
const REWARD_SCALE = { single: 0.4, pair: 1 } as const;

/** Returns the share of a pool's APY that reward tokens pay, 0 to 1. */
function rewardShareOf({ project }: PoolIdentity, logTvl: number, draw: Draw): number {
  if (uniformFromHash(draw(6)) >= project.rewarded) return 0;
  const randomRewardShare = REWARD_SCALE[project.takes] * (0.15 + 0.8 * uniformFromHash(draw(7)));
  return randomRewardShare * Math.min(1, Math.sqrt(REWARDED_USD / Math.exp(logTvl)));
}

/** Returns an id in the form of the source's ids: a version 4 UUID. */
function poolId(draw: Draw): string {
  const hex = [20, 21, 22, 23].map((drawNumber) => draw(drawNumber).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Generates the pools of a market. A pool is the same in every market that contains it, whatever the size. */
export function createSamplePools(seed: number, size: number, today: number): SamplePool[] {
  const pickIdentity = createIdentityPicker();
  return Array.from({ length: size }, (_, index) => {
    const stream = mix(hashText('pool'), mix(seed, index));
    const draw = (drawNumber: number) => mix(stream, drawNumber);
    const anchor = anchorAt(index);
    const identity = pickIdentity(draw, anchor);
    const { project, chain, assets, meta } = identity;
    const logTvl = anchor === undefined ? logTvlOf(identity, index, draw) : Math.log(anchor[3] * 1e6);
    const maxAgeDays = today - launchDayOf(identity);
    const { ageDays, ...levels } = levelsOf(identity, logTvl, anchor !== undefined, maxAgeDays, draw);
    return {
      id: poolId(draw),
      stream,
      project: project.project,
      chain,
      tokens: assets.map(({ symbol }) => symbol),
      meta,
      stable: assets.every(({ kind }) => kind === 'stable'),
      ilRisk: kindOf(assets) !== 'alike',
      lends: project.lends,
      logTvl,
      rewardShare: rewardShareOf(identity, logTvl, draw),
      inceptionDay: today - ageDays,
      ...levels,
    };
  });
}
