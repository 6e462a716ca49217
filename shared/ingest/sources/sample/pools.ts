import { dayOf } from '../../../platform/domain/days.ts';
import { anchorAt } from './anchors.ts';
import { SAMPLE_CHAINS, type SampleChain } from './market.ts';
import { gaussian, hashText, mix, uniform } from './noise.ts';
import { type Draw, kindOf, type Place, placeMaker } from './places.ts';

/** The fixed properties of a sample pool: its names, and the levels around which its figures move. */
export interface SamplePool {
  readonly id: string;
  readonly stream: number;
  readonly project: string;
  readonly chain: SampleChain;
  readonly tokens: readonly string[];
  readonly meta: string | null;
  readonly stable: boolean;
  readonly ilRisk: boolean;
  /** Whether its APY is what borrowers pay. */
  readonly lends: boolean;
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
/** Pools of what few use are smaller: by the lesser weight of a pool's assets against one that is much used. */
const USE_SCALE = 0.6;
const MUCH_USED = 12;
/** Pools come largest first: the thousandth begins the long tail. */
const TAIL_FROM = 1_000;
const TAIL_EXPONENT = 0.6;
/** The largest pools are all named: what is drawn grows past this by the exponent alone. */
const UNNAMED = { logUsd: Math.log(25e6), exponent: 0.4 } as const;

const chainNamed = (chain: SampleChain) => SAMPLE_CHAINS.find(({ name }) => name === chain);

function logTvlOf({ project, chain, assets }: Place, index: number, draw: Draw): number {
  const scale = CHAIN_SCALE * Math.log((chainNamed(chain)?.tvlBillions ?? 1) / LARGEST_BILLIONS);
  const use = USE_SCALE * Math.log(Math.min(1, ...assets.map(({ weight }) => weight / MUCH_USED)));
  const tail = TAIL_EXPONENT * Math.log1p(index / TAIL_FROM);
  const drawn = Math.log(project.tvlMillions * 1e6) + use + project.tvlSpread * gaussian(draw(2));
  const excess = Math.max(0, drawn - UNNAMED.logUsd);
  return drawn - (1 - UNNAMED.exponent) * excess + scale - tail;
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
/** Large pools differ less in what they pay than small ones: by this exponent of their TVL over that of a smaller one. */
const CALM = { logUsd: Math.log(5e6), exponent: 0.25 } as const;
/**
 * A pair of one coin's forms (ETH with wstETH, WBTC with cbBTC): its fees are few, as its price hardly moves, and what it
 * pays is near what staking pays. Of recorded pairs over 100,000 USD half paid under 1.8%, all but a tenth under 3.3%.
 */
const ONE_COIN = { apy: 1.8, spread: 0.35, unrest: 0.2 } as const;
/** Pools of stablecoins differ by no more in what they pay, as money goes from one to the other. */
const STABLE_SPREAD = 0.45;
/** A pair with a token that few want to hold pays more, and is less steady. */
const TAIL_ASSET = 0.5;
/** How much of what others earn a lender's asset that is no dollar does: what serves as collateral is hardly borrowed. */
const LENT = { quote: 1.25, native: 1, quoted: 0.06, family: 0.05 } as const;

/** The median APY in percent of what a project's pools of some assets pay, and how far it spreads among them and in time. */
function rateOf({ project, assets }: Place) {
  const { apyStable, apyOther, spread, unrest, lends } = project;
  if (assets.every(({ kind }) => kind === 'stable')) {
    return { apy: apyStable, spread: Math.min(STABLE_SPREAD, spread), unrest };
  }
  if (assets.length > 1 && kindOf(assets) === 'alike') return ONE_COIN;
  const lent = lends ? Math.min(...assets.map(({ trades }) => LENT[trades])) : 1;
  return { apy: apyOther * lent, spread, unrest };
}

/** The first day on which there can have been such a pool: its project, its chain and its tokens were all there. */
function launchDayOf({ project, chain, assets }: Place): number {
  const days = [project, chainNamed(chain), ...assets].map((launched) => Date.parse(launched?.since ?? ''));
  return dayOf(Math.max(...days.filter(Number.isFinite)));
}

/** Days that a well-known pool, or one that would be older than it can be, has lived: most of those that it can have. */
const ageOfOldest = (possible: number, draw: Draw) =>
  Math.floor(Math.min(MAX_AGE_DAYS, possible * (0.75 + 0.25 * uniform(draw(12)))));

/**
 * The levels of a pool's figures. A pool that pays more than its peers is smaller, younger, more volatile and in
 * trouble more often, because a high yield without risk would attract deposits until it falls.
 */
function levelsOf(place: Place, logTvl: number, isAnchor: boolean, possibleDays: number, draw: Draw) {
  const { project, assets } = place;
  const { apy, spread, unrest } = rateOf(place);
  const isTail = assets.length > 1 && kindOf(assets) === 'tail';
  const median = Math.log(apy);
  const size = logTvl - Math.log(project.tvlMillions * 1e6);
  const calm = Math.exp(-CALM.exponent * Math.max(0, logTvl - CALM.logUsd));
  const lead = calm * spread * (gaussian(draw(3)) - CROWDING * size) + (isTail ? TAIL_ASSET : 0);
  const advantage = Math.max(0, lead);
  const drawnDays = Math.round(
    MEDIAN_AGE_DAYS *
      Math.exp(AGE_BY_SIZE * (logTvl - Math.log(1e6)) - AGE_BY_LEAD * advantage + 0.7 * gaussian(draw(8))),
  );
  const isOldest = isAnchor || drawnDays > possibleDays;
  return {
    logApy: median + lead,
    unrest: unrest * (1 + UNREST_BY_LEAD * advantage),
    fragility: isAnchor ? 0 : Math.min(0.5, 0.01 * Math.exp((median + lead) / 2) + (isTail ? 0.04 : 0)),
    ageDays: Math.max(2, isOldest ? ageOfOldest(possibleDays, draw) : Math.min(MAX_AGE_DAYS, drawnDays)),
  };
}

/** What a pool earns is the less of rewards the larger it is: from here on by the square root. */
const REWARDED_USD = 5e6;
/** A lender's borrowers pay most of what it pays. */
const REWARD_SCALE = { single: 0.4, pair: 1 } as const;

/** How much of a pool's APY is paid in reward tokens, 0 to 1. */
function rewardShareOf({ project }: Place, logTvl: number, draw: Draw): number {
  if (uniform(draw(6)) >= project.rewarded) return 0;
  const drawn = REWARD_SCALE[project.takes] * (0.15 + 0.8 * uniform(draw(7)));
  return drawn * Math.min(1, Math.sqrt(REWARDED_USD / Math.exp(logTvl)));
}

/** In the form of the upstream's ids: a version 4 UUID. */
function poolId(draw: Draw): string {
  const hex = [20, 21, 22, 23].map((purpose) => draw(purpose).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** The pools of a market, each the same whatever the market's size. */
export function makePools(seed: number, size: number, today: number): SamplePool[] {
  const placeOf = placeMaker();
  return Array.from({ length: size }, (_, index) => {
    const stream = mix(hashText('pool'), mix(seed, index));
    const draw = (purpose: number) => mix(stream, purpose);
    const anchor = anchorAt(index);
    const place = placeOf(draw, anchor);
    const { project, chain, assets, meta } = place;
    const logTvl = anchor === undefined ? logTvlOf(place, index, draw) : Math.log(anchor[3] * 1e6);
    const possibleDays = today - launchDayOf(place);
    const { ageDays, ...levels } = levelsOf(place, logTvl, anchor !== undefined, possibleDays, draw);
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
      rewardShare: rewardShareOf(place, logTvl, draw),
      inceptionDay: today - ageDays,
      ...levels,
    };
  });
}
