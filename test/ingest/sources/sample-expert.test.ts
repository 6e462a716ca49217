import { beforeAll, describe, expect, test } from 'vitest';
import { KNOWN_TOKENS } from '../../../shared/chain/domain/tokens.ts';
import { type UpstreamPool, upstreamPoolSchema } from '../../../shared/ingest/domain/upstream.ts';
import type { PoolHistory } from '../../../shared/ingest/sources/market-source.ts';
import { SAMPLE_ASSETS } from '../../../shared/ingest/sources/sample/market.ts';
import { createSampleSource } from '../../../shared/ingest/sources/sample.ts';
import { toChecksummedIfValid } from '../../../shared/platform/domain/ethereum.ts';
import { MARKET_NOW_MS } from '../../support/market/pools.ts';

const DAY_MS = 86_400_000;
const HISTORY_DAYS = 91;
const LARGE_TVL_USD = 100e6;

let pools: readonly UpstreamPool[];
let histories: ReadonlyMap<string, PoolHistory>;
beforeAll(async () => {
  const source = createSampleSource({ historyDays: HISTORY_DAYS, now: () => MARKET_NOW_MS });
  pools = (await source.pools()).rows.map((row) => upstreamPoolSchema.parse(row));
  histories = new Map(
    await Promise.all(pools.map(async ({ pool }) => [pool, await source.history(pool)] as const)),
  );
});

const tokensOf = ({ symbol }: UpstreamPool) => symbol.split('-');
const of = (project: string) => pools.filter((pool) => pool.project === project);
const nameOf = ({ project, symbol, chain, poolMeta }: UpstreamPool) =>
  `${project} ${symbol} ${poolMeta ?? ''} on ${chain}`;
const named = (found: readonly UpstreamPool[]) => found.map(nameOf);
const large = () => pools.filter(({ tvlUsd }) => tvlUsd > LARGE_TVL_USD);
const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/**
 * Returns the total current TVL of pools, divided by their total TVL `days` days ago. Pools that did not exist then are
 * left out.
 */
function growth(found: readonly UpstreamPool[], days: number): number {
  const known = found.flatMap(({ pool }) => {
    const tvl = histories.get(pool)?.tvl ?? new Float32Array();
    const [before, now] = [tvl.at(-1 - days), tvl.at(-1)];
    return before === undefined || now === undefined ? [] : [{ before, now }];
  });
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return sum(known.map(({ now }) => now)) / sum(known.map(({ before }) => before));
}

describe('the sample market, compared with facts about real markets', () => {
  test('no sample pool pairs a coin with the wrapped form of the same coin', () => {
    const COINS = ['ETH', 'BNB', 'AVAX', 'POL'];
    expect(
      named(
        pools.filter((pool) => tokensOf(pool).length > 1 && tokensOf(pool).some((t) => COINS.includes(t))),
      ),
    ).toEqual([]);
    const sorted = pools.map((pool) =>
      [pool.project, pool.chain, pool.poolMeta, ...tokensOf(pool).toSorted()].join(' '),
    );
    expect(new Set(sorted).size).toBe(pools.length);
  });

  test('every sample pair contains USDC, USDT, WETH or the coin of its chain, or consists of two forms of one coin', () => {
    const QUOTE_TOKENS = ['USDC', 'USDT', 'WETH', 'SOL', 'WBNB', 'WAVAX'];
    const family = (token: string) => SAMPLE_ASSETS.find(({ symbol }) => symbol === token)?.family;
    const odd = pools.filter((pool) => {
      const tokens = tokensOf(pool);
      return new Set(tokens.map(family)).size > 1 && !tokens.some((token) => QUOTE_TOKENS.includes(token));
    });
    expect(named(odd)).toEqual([]);
  });

  test('sample pairs have a fee tier only on protocols with fee tiers', () => {
    const TIERED_PROTOCOLS = ['uniswap-v3', 'pancakeswap-amm-v3', 'aerodrome-slipstream'];
    const tiered = pools.filter(({ poolMeta }) => poolMeta?.includes('%'));
    expect(new Set(tiered.map(({ project }) => project))).toEqual(new Set(TIERED_PROTOCOLS));
    expect(tiered).toHaveLength(TIERED_PROTOCOLS.flatMap(of).length);
    expect(named(tiered.filter(({ poolMeta, ilRisk }) => poolMeta === '0.01%' && ilRisk === 'yes'))).toEqual(
      [],
    );
  });

  test.each([
    [
      'aave-v3',
      /^(USD[CTSE]|DAI|GHO|CRVUSD|FRAX|WETH|WSTETH|WEETH|RETH|CBETH|WBTC|CBBTC|BTCB|LINK|AAVE|UNI|CRV|LDO|ARB|OP|WPOL|WAVAX|WBNB|CAKE)$/,
    ],
    ['sparklend', /^(DAI|USD[CST]|WETH|WSTETH|WEETH|RETH|WBTC|CBBTC)$/],
    ['compound-v3', /^(USD[CTSE]|WETH)$/],
    ['fluid-lending', /^(USD[CT]|GHO|WETH|WSTETH)$/],
    ['morpho-blue', /^(USD[CTSE]|DAI|WETH|WSTETH|WBTC|CBBTC)$/],
  ])('sample pools of %s have only assets that the real protocol lists', (project, listed) => {
    expect(of(project).length).toBeGreaterThan(10);
    expect(named(of(project).filter(({ symbol }) => !listed.test(symbol)))).toEqual([]);
  });

  test('in the sample market, only staking pools have the symbol ETH', () => {
    const stakingProjects = pools.filter(({ symbol }) => symbol === 'ETH').map(({ project }) => project);
    expect(stakingProjects.toSorted()).toEqual(['ether.fi-stake', 'lido', 'renzo', 'rocket-pool']);
  });

  test('in the sample market, large pools belong only to projects that also have large pools in reality', () => {
    const LARGE_PROJECT_PATTERN =
      /^(lido|rocket-pool|ether.fi-stake|renzo|jito-|marinade-|benqi-staked|aave|compound|sparklend|spark-|morpho|euler|fluid|kamino|uniswap|curve|ethena|ondo|pendle)/;
    expect(large().length).toBeGreaterThan(40);
    expect(named(large().filter(({ project }) => !LARGE_PROJECT_PATTERN.test(project)))).toEqual([]);
  });

  test('in large lending pools of the sample market, rewards are at most a tenth of the APY', () => {
    const lenders = large().filter(({ project }) =>
      /^(aave|compound|spark|morpho|euler|fluid)/.test(project),
    );
    expect(
      named(lenders.filter(({ apy, apyReward }) => (apyReward ?? 0) > 0.1 * (apy ?? Number.NaN))),
    ).toEqual([]);
    expect(named(large().filter(({ project, apyReward }) => project === 'aave-v3' && apyReward))).toEqual([]);
  });

  test('the median weekly TVL change of large sample pools is below 4%', () => {
    const moves = (days: number) => large().map((pool) => Math.abs(Math.log(growth([pool], days))));
    expect(middle(moves(7))).toBeLessThan(0.04);
    expect(Math.max(...moves(7))).toBeLessThan(0.2);
    const lido = of('lido');
    expect(Math.abs(growth(lido, 7) - 1)).toBeLessThan(0.05);
    expect(Math.abs(growth(lido, 90) - 1)).toBeLessThan(0.2);
    for (const days of [7, 30]) expect(Math.abs(growth(pools, days) - 1)).toBeLessThan(0.05);
  });

  test.each([
    ['morpho-blue', '2024-01-10'],
    ['euler-v2', '2024-09-04'],
    ['balancer-v3', '2024-12-11'],
    ['silo-v2', '2025-01-20'],
    ['USDS', '2024-09-18'],
    ['USDE', '2023-11-01'],
    ['CBBTC', '2024-09-12'],
    ['Base', '2023-07-13'],
    ['Sonic', '2024-12-18'],
    ['Berachain', '2025-02-06'],
  ])('sample pools with %s have no history before %s, the date of the real launch', (what, day) => {
    const its = pools.filter((pool) => [pool.project, pool.chain, ...tokensOf(pool)].includes(what));
    expect(its.length).toBeGreaterThan(0);
    const before = (Date.parse(day) - MARKET_NOW_MS) / DAY_MS;
    expect(named(its.filter(({ count }) => -(count ?? Number.NaN) < Math.floor(before)))).toEqual([]);
  });

  test('each sample token has exactly one address per chain', () => {
    const addresses = new Map<string, string>();
    for (const pool of pools) {
      tokensOf(pool).forEach((token, index) => {
        const address = pool.underlyingTokens?.[index] ?? '';
        const place = `${pool.chain.toLowerCase()} ${token}`;
        expect(addresses.get(place) ?? address, place).toBe(address);
        addresses.set(place, address);
      });
    }
    expect(new Set([...addresses].map(([place, address]) => `${place.split(' ')[0]} ${address}`)).size).toBe(
      addresses.size,
    );
    for (const [chain, tokens] of Object.entries(KNOWN_TOKENS)) {
      for (const { asset, address } of tokens) {
        const found = addresses.get(`${chain} ${asset}`);
        if (found !== undefined) expect(found, `${chain} ${asset}`).toBe(address);
      }
    }
    const ethereum = [...addresses].filter(([place]) => !place.startsWith('solana'));
    expect(ethereum.filter(([, address]) => toChecksummedIfValid(address) === undefined)).toEqual([]);
    const real = [...addresses].filter(
      ([place, address]) => place.startsWith('solana') || /[A-F]/.test(address),
    );
    expect(real.length).toBeGreaterThan(90);
    for (const [place, address] of addresses) {
      if (place.startsWith('solana')) expect(address, place).toMatch(/^[1-9A-HJ-NP-Za-km-z]{43,44}$/);
    }
  });
});
