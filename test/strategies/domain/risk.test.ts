import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RiskInputs } from '../../../shared/strategies/domain/risk/inputs.ts';
import { rewardShare, riskLevel, riskOf } from '../../../shared/strategies/domain/risk/risk.ts';
import { RISK_TABLE } from '../../../shared/strategies/domain/risk/table.ts';

const SAFEST: RiskInputs = {
  tvl: 1e9,
  current_apy: 4,
  history_days: 730,
  apy_volatility_30d: 0,
  tvl_volatility_30d: 0,
  tvl_growth_30d: 1,
  unmoved_days: 1,
  peer_apy: 4,
  exposure: 'single',
  il_risk: false,
  apy_base: 4,
  apy_reward: null,
  stablecoin: true,
  outlier: false,
  underlying_assets: ['USDC'],
};
const RISKIEST: RiskInputs = {
  ...SAFEST,
  tvl: 10_000,
  history_days: 0,
  apy_volatility_30d: 50,
  tvl_volatility_30d: 1,
  tvl_growth_30d: 5,
  exposure: 'multi',
  il_risk: true,
  apy_base: 0,
  apy_reward: 90,
  stablecoin: false,
  outlier: true,
};

/** Two assets of several families, of which the source says nothing about impermanent loss. */
const PAIR = {
  exposure: 'multi',
  il_risk: null,
  stablecoin: false,
  underlying_assets: ['WETH', 'USDC'],
} as const satisfies Partial<RiskInputs>;

const choice = fc.constantFrom(true, false, null);
const orNull = (max: number) => fc.option(fc.double({ min: 0, max, noNaN: true }));
const inputs: fc.Arbitrary<RiskInputs> = fc.record({
  tvl: fc.double({ min: 0, max: 1e12, noNaN: true }),
  current_apy: fc.double({ min: -99, max: 1_000, noNaN: true }),
  history_days: fc.integer({ min: 0, max: 5_000 }),
  apy_volatility_30d: orNull(10),
  tvl_volatility_30d: orNull(10),
  tvl_growth_30d: orNull(1_000),
  unmoved_days: fc.nat(400),
  peer_apy: orNull(100),
  exposure: fc.constantFrom('single' as const, 'multi' as const),
  il_risk: choice,
  apy_base: fc.option(fc.double({ min: -99, max: 1_000, noNaN: true })),
  apy_reward: fc.option(fc.double({ min: -99, max: 1_000, noNaN: true })),
  stablecoin: choice,
  outlier: choice,
  underlying_assets: fc.constantFrom(['USDC'], ['WETH', 'WSTETH'], ['WETH', 'USDC'], ['LP']),
});

function pointsOf(changes: Partial<RiskInputs>): Record<string, number> {
  return Object.fromEntries(
    riskOf({ ...SAFEST, ...changes }).factors.map(({ name, points }) => [name, points]),
  );
}
const levelOf = (changes: Partial<RiskInputs>) => {
  const given = { ...SAFEST, ...changes };
  return riskLevel(riskOf(given), given);
};
const floorsOf = (changes: Partial<RiskInputs>) =>
  riskOf({ ...SAFEST, ...changes }).floors.map(({ name, level }) => `${name}: ${level}`);

test('the table gives 100 points in all, from 0 for the safest to 100 for the riskiest', () => {
  expect(Object.values<number>(RISK_TABLE.weights).reduce((sum, weight) => sum + weight)).toBe(100);
  expect(riskOf(SAFEST).score).toBe(0);
  expect(riskOf(RISKIEST).score).toBeCloseTo(100, 1);
});

describe('hand-computed factors', () => {
  test.each<[string, Partial<RiskInputs>, string, number]>([
    ['10 million USD', { tvl: 1e7 }, 'tvl', 0.25 * 5],
    ['halfway from 1 to 10 million USD', { tvl: 10 ** 6.5 }, 'tvl', 0.4 * 5],
    ['60 days', { history_days: 60 }, 'history', 0.55 * 20],
    ['10 years', { history_days: 3_650 }, 'history', 0],
    ['an APY that swings by a tenth', { apy_volatility_30d: 0.1 }, 'apy_volatility', 0.4 * 13],
    ['an APY of unknown swing', { apy_volatility_30d: null }, 'apy_volatility', 0.4 * 13],
    ['a TVL that moves by a tenth a day', { tvl_volatility_30d: 0.1 }, 'tvl_volatility', 0.6 * 35],
    ['a TVL of which nothing is known', { tvl_volatility_30d: null }, 'tvl_volatility', 0.4 * 35],
    ['a TVL five times that of a month ago', { tvl_growth_30d: 5 }, 'tvl_growth', 3],
    ['a TVL that fell', { tvl_growth_30d: 0.2 }, 'tvl_growth', 0],
    ['several assets', { exposure: 'multi' }, 'exposure', 0.4 * 2],
    [
      'several assets, nobody says whether they can lose',
      { exposure: 'multi', il_risk: null },
      'exposure',
      1.4,
    ],
    ['impermanent loss', { exposure: 'multi', il_risk: true }, 'exposure', 2],
    ['a quarter of the APY in rewards', { apy_base: 3, apy_reward: 1 }, 'reward_share', 3.5],
    ['an APY of unknown parts', { apy_base: null, apy_reward: null }, 'reward_share', 5.6],
    ['no stablecoin', { stablecoin: false }, 'stablecoin', 3],
    ['unknown stability', { stablecoin: null }, 'stablecoin', 0.4 * 3],
    ['an outlier', { outlier: true }, 'outlier', 5],
  ])('%s', (_, changes, factor, points) => {
    expect(pointsOf(changes)[factor]).toBeCloseTo(points, 2);
  });
});

describe('the score', () => {
  test('is the sum of its factors’ points, each value x weight, within 0 and 100', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const { score, factors } = riskOf(given);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(factors.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 6);
        for (const { value, weight, points } of factors) expect(points).toBeCloseTo(value * weight, 2);
      }),
    );
  });

  test('never falls when anything gets worse', () => {
    const magnitude = fc.double({ min: 0, max: 1e9, noNaN: true });
    const worse: Record<string, (given: RiskInputs, by: number) => RiskInputs> = {
      'less TVL': (given, by) => ({ ...given, tvl: Math.max(0, given.tvl - by) }),
      'less history': (given, by) => ({ ...given, history_days: Math.max(0, given.history_days - by) }),
      'an APY that moves more': (given, by) => ({
        ...given,
        apy_volatility_30d: (given.apy_volatility_30d ?? 0) + by,
      }),
      'a TVL that moves more': (given, by) => ({
        ...given,
        tvl_volatility_30d: (given.tvl_volatility_30d ?? 0) + by,
      }),
      'more rewards': (given, by) => ({ ...given, apy_reward: (given.apy_reward ?? 0) + by }),
      'impermanent loss': (given) => ({ ...given, il_risk: true }),
      'no stablecoin': (given) => ({ ...given, stablecoin: false }),
      'an outlier': (given) => ({ ...given, outlier: true }),
    };
    fc.assert(
      fc.property(inputs, magnitude, fc.constantFrom(...Object.keys(worse)), (given, by, change) => {
        // An unknown figure is neither better nor worse than a known one.
        const known = {
          ...given,
          apy_volatility_30d: given.apy_volatility_30d ?? 0,
          tvl_volatility_30d: given.tvl_volatility_30d ?? 0,
          apy_base: given.apy_base ?? 0,
        };
        expect(riskOf(worse[change]?.(known, by) ?? known).score).toBeGreaterThanOrEqual(riskOf(known).score);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the level', () => {
  test.each([
    [0, 'low'],
    [35, 'low'],
    [35.001, 'medium'],
    [50, 'medium'],
    [50.001, 'high'],
    [100, 'high'],
  ])('of a score of %s is %s', (score, level) => {
    expect(riskLevel({ score, floors: [] }, { tvl: 99_999_999, exposure: 'single' })).toBe(level);
    expect(riskLevel({ score, floors: [] }, { tvl: 1e9, exposure: 'multi' })).toBe(level);
  });

  test.each([
    [60, 'low'],
    [60.001, 'high'],
  ])('of a score of %s of a single asset over 100 million USD is %s', (score, level) => {
    expect(riskLevel({ score, floors: [] }, { tvl: 1e8, exposure: 'single' })).toBe(level);
  });

  test.each<[string, Partial<RiskInputs>, string[], string]>([
    ['the safest', {}, [], 'low'],
    ['under 30 days', { history_days: 29 }, ['short_history: medium'], 'medium'],
    ['under 1 million USD', { tvl: 999_999 }, ['small_tvl: medium'], 'medium'],
    ['under 100,000 USD', { tvl: 99_999 }, ['tiny_tvl: high'], 'high'],
    ['exposed to impermanent loss', { exposure: 'multi', il_risk: true }, ['impermanent_loss: high'], 'high'],
    ['far above its peers', { current_apy: 15, peer_apy: 4 }, ['above_peers: high'], 'high'],
    ['twice its peers and 5 points', { current_apy: 10.1, peer_apy: 5 }, ['over_peers: medium'], 'medium'],
    ['three times its peers by a few points', { current_apy: 4, peer_apy: 1 }, [], 'low'],
    [
      'stablecoins far above their peers',
      { current_apy: 15, peer_apy: 4, exposure: 'multi' },
      ['above_peers: high'],
      'high',
    ],
    [
      'a pool of others far above its peers',
      { ...PAIR, current_apy: 15, peer_apy: 4, il_risk: false },
      ['over_peers: medium'],
      'medium',
    ],
    [
      'a pool of which nobody says whether it is of stablecoins far above its peers',
      { ...PAIR, current_apy: 15, peer_apy: 4, il_risk: false, stablecoin: null },
      ['above_peers: high'],
      'high',
    ],
    [
      'ether with a staked form of it far above its peers',
      { ...PAIR, underlying_assets: ['WETH', 'WSTETH'], current_apy: 40, peer_apy: 2.66, il_risk: false },
      ['above_peers: high'],
      'high',
    ],
    ['a pair that nobody says cannot lose', PAIR, ['impermanent_loss: high'], 'high'],
    ['a pair that the source says cannot lose', { ...PAIR, il_risk: false }, [], 'low'],
    ['one family of which nobody says so', { ...PAIR, underlying_assets: ['WETH', 'WSTETH'] }, [], 'low'],
    ['a single asset of which nobody says so', { il_risk: null, underlying_assets: ['LINK'] }, [], 'low'],
    ['stuck above its peers', { current_apy: 9, peer_apy: 4, unmoved_days: 5 }, ['stuck_rate: high'], 'high'],
    ['still, as its peers', { current_apy: 5, peer_apy: 4, unmoved_days: 50 }, [], 'low'],
    ['still, its peers unknown', { current_apy: 9, peer_apy: null, unmoved_days: 50 }, [], 'low'],
  ])('%s', (_, changes, floors, level) => {
    expect(floorsOf(changes)).toEqual(floors);
    expect(levelOf(changes)).toBe(level);
  });

  test('a vault of 3 million USD, 18 days old, at 31.01% for weeks where peers pay 2%, is high', () => {
    const frozen = { tvl: 3e6, history_days: 18, current_apy: 31.01, peer_apy: 2, unmoved_days: 18 };
    expect(floorsOf(frozen)).toEqual(['short_history: medium', 'above_peers: high', 'stuck_rate: high']);
    expect(levelOf(frozen)).toBe('high');
  });

  test('is never lower for what nobody says', () => {
    const order = ['low', 'medium', 'high'];
    fc.assert(
      fc.property(inputs, (given) => {
        const pair = { ...given, exposure: 'multi' as const, underlying_assets: ['WETH', 'USDC'] };
        const floorsAt = (il_risk: boolean | null, stablecoin: boolean | null) =>
          Math.max(
            0,
            ...riskOf({ ...pair, il_risk, stablecoin }).floors.map(({ level }) => order.indexOf(level)),
          );
        for (const known of [true, false]) {
          expect(floorsAt(null, known)).toBe(floorsAt(true, known));
          expect(floorsAt(known, null)).toBeGreaterThanOrEqual(floorsAt(known, true));
        }
      }),
    );
  });

  test('says of a pair that may lose whether the source says so', () => {
    const reasons = (il_risk: boolean | null) => riskOf({ ...SAFEST, ...PAIR, il_risk }).floors[0]?.reason;
    expect(reasons(true)).toContain('may lose more');
    expect(reasons(null)).toContain('does not say');
    expect(reasons(null)).toContain('WETH, USDC');
  });

  test('keeps its floors whatever the rest says', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const level = riskLevel(riskOf(given), given);
        if (given.tvl < 100_000) expect(level).toBe('high');
        if (given.tvl < 1_000_000 || given.history_days < 30) expect(level).not.toBe('low');
      }),
    );
  });
});

test.each([
  [3, 1, 0.25],
  [0, 0, 0],
  [null, 5, 1],
  [5, null, 0],
  [-2, 3, 1],
  [4, -1, 0],
  [null, null, null],
])('base %s and reward %s make a reward share of %s', (base, reward, share) => {
  expect(rewardShare(base, reward)).toBe(share);
});
