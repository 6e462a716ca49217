import { DAY_MS, dayOf } from '../../platform/domain/days.ts';
import { coinOf } from '../domain/coins.ts';
import { PUBLICATION_RULES } from '../domain/publish.ts';
import type { UpstreamPool } from '../domain/upstream.ts';
import type { ChainTvlHistory, CoinPrice, MarketSource, PoolHistory, PriceHistory } from './market-source.ts';
import { SourceError } from './market-source.ts';
import { SAMPLE_ANCHORS, SAMPLE_ASSETS, SAMPLE_CHAINS, SAMPLE_PROJECTS } from './sample-names.ts';
import { addDailyNoise, gaussian, hashText, mix, noiseAt, uniform } from './sample-noise.ts';

export interface SampleOptions {
  /** Number of pools. */
  readonly size?: number;
  readonly seed?: number;
  /** Days of history before today. */
  readonly historyDays?: number;
  /** The clock, in milliseconds since 1970-01-01. */
  readonly now: () => number;
}

export const SAMPLE_DEFAULTS = { size: 2_000, seed: 1, historyDays: 400 } as const;

/** What is fixed of a sample pool: its names, and the levels about which its figures move. */
interface SamplePool {
  readonly id: string;
  readonly stream: number;
  readonly project: (typeof SAMPLE_PROJECTS)[number];
  readonly chain: string;
  readonly tokens: readonly string[];
  readonly meta: string | null;
  readonly stable: boolean;
  readonly ilRisk: boolean;
  readonly logApy: number;
  readonly logTvl: number;
  readonly rewardShare: number;
  /** Chance that a given 64 days are hard times for the pool. */
  readonly fragility: number;
  readonly inceptionDay: number;
}

const STRESS_DAYS = 64;
const MAX_SAMPLE_APY = PUBLICATION_RULES.maxApyPercent * 0.9;
const MIN_SAMPLE_TVL_USD = PUBLICATION_RULES.minTvlUsd * 1.2;

/**
 * A market made from a seed: a stand-in for the upstream with real names and realistic figures, of any size. A figure
 * depends on the seed, the pool and the time alone, so a market goes on where it left off when it is asked again
 * the next day.
 */
export function createSampleSource(options: SampleOptions): MarketSource & { readonly size: number } {
  const { size, seed, historyDays } = { ...SAMPLE_DEFAULTS, ...options };
  const anchorDay = dayOf(options.now());
  const pools = new Map<string, SamplePool>();
  for (let index = 0; index < size; index += 1) {
    const pool = makePool(seed, index, anchorDay);
    pools.set(pool.id, pool);
  }
  return {
    name: 'sample',
    size: pools.size,
    async pools() {
      const fetchedAtMs = options.now();
      return { rows: Array.from(pools.values(), (pool) => poolRow(pool, fetchedAtMs)), fetchedAtMs };
    },
    async history(poolId) {
      const pool = pools.get(poolId);
      if (pool === undefined) throw new SourceError('status', `The sample market has no pool ${poolId}.`);
      return poolHistory(pool, dayOf(options.now()), historyDays);
    },
    async prices(coins) {
      return samplePrices(coins, seed, options.now());
    },
    async priceHistories(coins) {
      return samplePriceHistories(coins, seed, dayOf(options.now()));
    },
    async chains() {
      const day = options.now() / DAY_MS;
      return SAMPLE_CHAINS.map(({ name }) => ({ name, tvlUsd: chainTvl(seed, name, day) }));
    },
    async chainTvlHistory(chainName) {
      return chainHistory(seed, chainName, dayOf(options.now()), historyDays);
    },
  };
}

/** Picks by weight with a number from 0 up to 1. */
function pick<T extends { readonly weight: number }>(choices: readonly T[], at: number): T {
  let rest = at * choices.reduce((sum, choice) => sum + choice.weight, 0);
  for (const choice of choices) {
    rest -= choice.weight;
    if (rest < 0) return choice;
  }
  throw new RangeError('There is nothing to pick from.');
}

function makePool(seed: number, index: number, anchorDay: number): SamplePool {
  const stream = mix(hashText('pool'), mix(seed, index));
  const draw = (purpose: number) => mix(stream, purpose);
  const anchor = SAMPLE_ANCHORS[index];
  const project =
    SAMPLE_PROJECTS.find((candidate) => candidate.project === anchor?.[0]) ??
    pick(SAMPLE_PROJECTS, uniform(draw(1)));
  const tokens = anchor?.[2].split('-') ?? pickTokens(project.takes, draw);
  const kinds = tokens.map((token) => SAMPLE_ASSETS.find(({ symbol }) => symbol === token)?.kind ?? 'tail');
  const stable = kinds.every((kind) => kind === 'stable');
  const logTvl = anchor === undefined ? Math.log(900_000) + 1.9 * gaussian(draw(2)) : Math.log(anchor[3]);
  const tail = kinds.includes('tail') ? 0.6 : 0;
  // Big pools pay less: capital goes where the yield is until it no longer is.
  const crowding = -0.15 * project.spread * (logTvl - Math.log(900_000));
  const median = stable ? project.apyStable : project.apyOther;
  const logApy = Math.log(Math.max(median, 0.05)) + project.spread * gaussian(draw(3)) + tail + crowding;
  return {
    id: poolId(draw),
    stream,
    project,
    chain: anchor?.[1] ?? project.chain ?? pick(SAMPLE_CHAINS, uniform(draw(4))).name,
    tokens,
    meta: tokens.length > 1 && anchor === undefined ? (FEE_TIERS[draw(5) % FEE_TIERS.length] ?? null) : null,
    stable,
    ilRisk: tokens.length > 1 && !stable,
    logApy,
    logTvl,
    rewardShare: uniform(draw(6)) < project.rewarded ? 0.15 + 0.8 * uniform(draw(7)) : 0,
    fragility: anchor === undefined ? Math.min(0.5, 0.012 * Math.exp(logApy / 2) + tail * 0.04) : 0,
    inceptionDay:
      anchorDay - (anchor === undefined ? Math.round(Math.exp(5.5 + 1.2 * gaussian(draw(8)))) : 1_000),
  };
}

const FEE_TIERS = ['0.01%', '0.05%', '0.3%', '1%', null] as const;

function pickTokens(
  takes: (typeof SAMPLE_PROJECTS)[number]['takes'],
  draw: (purpose: number) => number,
): string[] {
  const kinds = { any: undefined, pair: undefined, stable: 'stable', major: 'major', eth: 'major' } as const;
  const wanted = kinds[takes];
  if (takes === 'eth') return ['ETH'];
  const choices = SAMPLE_ASSETS.filter((asset) => wanted === undefined || asset.kind === wanted);
  const first = pick(choices, uniform(draw(9)));
  if (takes !== 'pair') return [first.symbol];
  // Half of the pairs are of like kind, where prices move together.
  const alike = uniform(draw(10)) < 0.5;
  const others = SAMPLE_ASSETS.filter((asset) => asset !== first && (!alike || asset.kind === first.kind));
  return [first.symbol, pick(others, uniform(draw(11))).symbol];
}

/** In the form of the upstream's ids: a version 4 UUID. */
function poolId(draw: (purpose: number) => number): string {
  const hex = [20, 21, 22, 23].map((purpose) => draw(purpose).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const APY_STREAM = 101;
const TVL_STREAM = 102;
const STRESS_STREAM = 103;

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
    tvl: Math.max(MIN_SAMPLE_TVL_USD, Math.exp(pool.logTvl + tvlNoise - 1.2 * stress)),
  };
}

const TVL_UNREST = 0.35;

function poolRow(pool: SamplePool, nowMs: number): UpstreamPool {
  const day = nowMs / DAY_MS;
  const { apy, tvl } = figures(
    pool,
    pool.project.unrest * noiseAt(mix(pool.stream, APY_STREAM), day),
    TVL_UNREST * noiseAt(mix(pool.stream, TVL_STREAM), day),
    stressAt(pool, day),
  );
  const apyReward = pool.rewardShare === 0 ? null : round5(apy * pool.rewardShare);
  return {
    pool: pool.id,
    chain: pool.chain,
    project: pool.project.project,
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

function round5(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}

/** A made-up address, always the same for a token on a chain. */
function tokenAddress(chain: string, token: string): string {
  const start = hashText(`${chain} ${token}`);
  return `0x${[0, 1, 2, 3, 4].map((part) => mix(start, part).toString(16).padStart(8, '0')).join('')}`;
}

/** The whole days before `today`, as many as the pool has lived of the last `days`. */
function poolHistory(pool: SamplePool, today: number, days: number): PoolHistory {
  const firstDay = Math.max(today - days, Math.min(pool.inceptionDay, today - 1));
  const length = today - firstDay;
  const apyNoise = new Float64Array(length);
  const tvlNoise = new Float64Array(length);
  addDailyNoise(apyNoise, mix(pool.stream, APY_STREAM), firstDay, pool.project.unrest);
  addDailyNoise(tvlNoise, mix(pool.stream, TVL_STREAM), firstDay, TVL_UNREST);
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

const ASSET_BY_COIN = new Map(SAMPLE_ASSETS.map((asset) => [coinOf(asset.symbol), asset]));
const PRICE_UNREST = { stable: 0.0006, major: 0.12, tail: 0.3 } as const;
const PRICE_HISTORY_DAYS = 31;

function priceUsd(asset: (typeof SAMPLE_ASSETS)[number], seed: number, day: number): number {
  const moved = PRICE_UNREST[asset.kind] * noiseAt(mix(seed, hashText(asset.symbol)), day);
  return Number((asset.priceUsd * Math.exp(moved)).toPrecision(8));
}

function samplePrices(coins: readonly string[], seed: number, nowMs: number): CoinPrice[] {
  return coins.flatMap((coin) => {
    const asset = ASSET_BY_COIN.get(coin);
    if (asset === undefined) return [];
    const price = priceUsd(asset, seed, nowMs / DAY_MS);
    return [{ coin, symbol: asset.symbol, priceUsd: price, confidence: 0.99, observedAtMs: nowMs }];
  });
}

function samplePriceHistories(
  coins: readonly string[],
  seed: number,
  today: number,
): Map<string, PriceHistory> {
  const firstDay = today - PRICE_HISTORY_DAYS + 1;
  return new Map(
    coins.flatMap((coin) => {
      const asset = ASSET_BY_COIN.get(coin);
      if (asset === undefined) return [];
      const price = Float32Array.from({ length: PRICE_HISTORY_DAYS }, (_, index) =>
        priceUsd(asset, seed, firstDay + index + 0.5),
      );
      return [[coin, { firstDay, price }] as const];
    }),
  );
}

function chainTvl(seed: number, name: string, day: number): number {
  const chain = SAMPLE_CHAINS.find((candidate) => candidate.name === name);
  const moved = Math.exp(0.2 * noiseAt(mix(seed, hashText(name)), day));
  return Math.round((chain?.tvlBillions ?? 0) * 1e9 * moved);
}

function chainHistory(seed: number, name: string, today: number, days: number): ChainTvlHistory {
  const tvl = Float32Array.from({ length: days }, (_, offset) =>
    chainTvl(seed, name, today - days + offset + 0.5),
  );
  return { firstDay: today - days, tvl };
}
