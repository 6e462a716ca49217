import { SAMPLE_ANCHORS, SAMPLE_CHAINS, type SampleAsset, type SampleChain } from './market.ts';
import type { SampleProject } from './models.ts';
import { gaussian, hashText, mix, uniform } from './noise.ts';
import { type Draw, type Place, placeMaker } from './places.ts';

/** What is fixed of a sample pool: its names, and the levels about which its figures move. */
export interface SamplePool {
  readonly id: string;
  readonly stream: number;
  readonly project: string;
  readonly chain: SampleChain;
  readonly tokens: readonly string[];
  readonly meta: string | null;
  readonly stable: boolean;
  readonly ilRisk: boolean;
  readonly logApy: number;
  readonly logTvl: number;
  /** Deviation of ln(APY) over time. */
  readonly unrest: number;
  readonly rewardShare: number;
  /** Chance that a given 64 days are hard times for the pool. */
  readonly fragility: number;
  readonly inceptionDay: number;
}

/** Chains with less in them have smaller pools; the exponent is that of a market where many pools share a chain. */
const CHAIN_SCALE = 0.45;
const LARGEST_BILLIONS = Math.max(...SAMPLE_CHAINS.map(({ tvlBillions }) => tvlBillions));
/** Pools come largest first: the thousandth begins the long tail. */
const TAIL_FROM = 1_000;
const TAIL_EXPONENT = 0.6;

function logTvlOf({ project, chain }: Place, index: number, draw: Draw): number {
  const { tvlBillions } = SAMPLE_CHAINS.find(({ name }) => name === chain) ?? { tvlBillions: 1 };
  const scale = CHAIN_SCALE * Math.log(tvlBillions / LARGEST_BILLIONS);
  const tail = TAIL_EXPONENT * Math.log1p(index / TAIL_FROM);
  return Math.log(project.tvlMillions * 1e6) + scale + project.tvlSpread * gaussian(draw(2)) - tail;
}

/** How much of a lead in APY shows as unrest, and how much of it as youth. */
const UNREST_BY_LEAD = 0.5;
const AGE_BY_LEAD = 1.1;
/** Days that a pool of a million dollars has lived, at the median, and how that grows with its TVL. */
const MEDIAN_AGE_DAYS = 260;
const AGE_BY_SIZE = 0.35;
const MAX_AGE_DAYS = 1_800;
/** ln(APY) per ln(TVL): big pools pay less, as capital goes where the yield is until it no longer is. */
const CROWDING = 0.13;
/**
 * A pair of one coin's forms (ETH with wstETH, WBTC with cbBTC): its fees are few, as its price hardly moves, and what it
 * pays is near what staking pays. Of recorded pairs over 100,000 USD half paid under 1.8%, all but a tenth under 3.3%.
 */
const ONE_COIN = { apy: 1.8, spread: 0.35, unrest: 0.2 } as const;
/** A pair with a token that few want to hold pays more, and is less steady. */
const TAIL_ASSET = 0.5;

const isOneFamily = (assets: readonly SampleAsset[]) =>
  new Set(assets.map(({ family }) => family)).size === 1;

/** The median APY in percent of what a project's pools of some assets pay, and how far it spreads among them and in time. */
function rateOf({ apyStable, apyOther, spread, unrest }: SampleProject, assets: readonly SampleAsset[]) {
  if (assets.every(({ kind }) => kind === 'stable')) return { apy: apyStable, spread, unrest };
  return assets.length > 1 && isOneFamily(assets) ? ONE_COIN : { apy: apyOther, spread, unrest };
}

/**
 * The levels of a pool's figures. What pays more than its like is smaller, younger, less steady and in trouble more
 * often: nobody leaves a high yield alone that carries no risk.
 */
function levelsOf(place: Place, logTvl: number, isAnchor: boolean, draw: Draw) {
  const { project, assets } = place;
  const { apy, spread, unrest } = rateOf(project, assets);
  const isTail = assets.length > 1 && assets.some(({ kind }) => kind === 'tail');
  const median = Math.log(apy);
  const size = logTvl - Math.log(project.tvlMillions * 1e6);
  const lead = spread * (gaussian(draw(3)) - CROWDING * size) + (isTail ? TAIL_ASSET : 0);
  const advantage = Math.max(0, lead);
  const ageDays = Math.exp(
    Math.log(MEDIAN_AGE_DAYS) +
      AGE_BY_SIZE * (logTvl - Math.log(1e6)) -
      AGE_BY_LEAD * advantage +
      0.7 * gaussian(draw(8)),
  );
  return {
    logApy: median + lead,
    unrest: unrest * (1 + UNREST_BY_LEAD * advantage),
    fragility: isAnchor ? 0 : Math.min(0.5, 0.01 * Math.exp((median + lead) / 2) + (isTail ? 0.04 : 0)),
    ageDays: isAnchor ? 1_000 : Math.max(2, Math.min(MAX_AGE_DAYS, Math.round(ageDays))),
  };
}

/** In the form of the upstream's ids: a version 4 UUID. */
function poolId(draw: Draw): string {
  const hex = [20, 21, 22, 23].map((purpose) => draw(purpose).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** The pools of a market: its anchors, then others, each the same whatever the market's size. */
export function makePools(seed: number, size: number, anchorDay: number): SamplePool[] {
  const placeOf = placeMaker();
  return Array.from({ length: size }, (_, index) => {
    const stream = mix(hashText('pool'), mix(seed, index));
    const draw = (purpose: number) => mix(stream, purpose);
    const anchor = SAMPLE_ANCHORS[index];
    const place = placeOf(draw, anchor);
    const { project, chain, assets, meta } = place;
    const logTvl = anchor === undefined ? logTvlOf(place, index, draw) : Math.log(anchor[3]);
    const { ageDays, ...levels } = levelsOf(place, logTvl, anchor !== undefined, draw);
    return {
      id: poolId(draw),
      stream,
      project: project.project,
      chain,
      tokens: assets.map(({ symbol }) => symbol),
      meta,
      stable: assets.every(({ kind }) => kind === 'stable'),
      ilRisk: !isOneFamily(assets),
      logTvl,
      rewardShare: uniform(draw(6)) < project.rewarded ? 0.15 + 0.8 * uniform(draw(7)) : 0,
      inceptionDay: anchorDay - ageDays,
      ...levels,
    };
  });
}
