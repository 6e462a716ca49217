import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  RISK_TABLE,
  type RiskInputs,
  rewardShare,
  riskLevel,
  riskOf,
} from '../../../shared/strategies/domain/risk.ts';

const SAFEST: RiskInputs = {
  tvl: 1e9,
  history_days: 730,
  volatility_30d: 0,
  exposure: 'single',
  il_risk: false,
  apy_base: 4,
  apy_reward: null,
  stablecoin: true,
  outlier: false,
};
const RISKIEST: RiskInputs = {
  tvl: 10_000,
  history_days: 0,
  volatility_30d: 50,
  exposure: 'multi',
  il_risk: true,
  apy_base: 0,
  apy_reward: 90,
  stablecoin: false,
  outlier: true,
};

const inputs: fc.Arbitrary<RiskInputs> = fc.record({
  tvl: fc.double({ min: 0, max: 1e12, noNaN: true }),
  history_days: fc.integer({ min: 0, max: 5_000 }),
  volatility_30d: fc.option(fc.double({ min: 0, max: 1e5, noNaN: true })),
  exposure: fc.constantFrom('single' as const, 'multi' as const),
  il_risk: fc.boolean(),
  apy_base: fc.option(fc.double({ min: -99, max: 1_000, noNaN: true })),
  apy_reward: fc.option(fc.double({ min: -99, max: 1_000, noNaN: true })),
  stablecoin: fc.boolean(),
  outlier: fc.boolean(),
});

function pointsOf(changes: Partial<RiskInputs>): Record<string, number> {
  return Object.fromEntries(
    riskOf({ ...SAFEST, ...changes }).factors.map(({ name, points }) => [name, points]),
  );
}

describe('the table', () => {
  test('gives 100 points in all, from 0 for the safest to 100 for the riskiest', () => {
    expect(Object.values<number>(RISK_TABLE.weights).reduce((sum, weight) => sum + weight)).toBe(100);
    expect(riskOf(SAFEST).score).toBe(0);
    expect(riskOf(RISKIEST).score).toBe(100);
  });
});

describe('hand-computed cases', () => {
  // ln-free by choice: TVLs are powers of ten or halfway between them on the logarithmic scale.
  test.each<[string, Partial<RiskInputs>, string, number]>([
    ['10 million USD', { tvl: 1e7 }, 'tvl', 0.25 * 30],
    ['halfway from 1 to 10 million USD', { tvl: 10 ** 6.5 }, 'tvl', 0.4 * 30],
    ['100 USD', { tvl: 100 }, 'tvl', 30],
    ['60 days', { history_days: 60 }, 'history', 0.55 * 15],
    ['10 years', { history_days: 3_650 }, 'history', 0],
    ['1 point of volatility', { volatility_30d: 1 }, 'volatility', 0.1 * 20],
    ['unknown volatility', { volatility_30d: null }, 'volatility', 0.5 * 20],
    ['several assets', { exposure: 'multi' }, 'exposure', 0.4 * 15],
    ['impermanent loss', { exposure: 'multi', il_risk: true }, 'exposure', 15],
    ['a quarter of the APY in rewards', { apy_base: 3, apy_reward: 1 }, 'reward_share', 0.25 * 8],
    ['APY of unknown parts', { apy_base: null, apy_reward: null }, 'reward_share', 0.5 * 8],
    ['no stablecoin', { stablecoin: false }, 'stablecoin', 7],
    ['an outlier', { outlier: true }, 'outlier', 5],
  ])('%s', (_, changes, factor, points) => {
    expect(pointsOf(changes)[factor]).toBeCloseTo(points, 2);
    expect(riskOf({ ...SAFEST, ...changes }).score).toBeCloseTo(points, 2);
  });

  test('a volatile pool of two tokens: 12 + 6 + 8 + 15 + 4 + 7 + 0 = 52, high', () => {
    const risk = riskOf({
      tvl: 10 ** 6.5,
      history_days: 90,
      volatility_30d: 5,
      exposure: 'multi',
      il_risk: true,
      apy_base: 10,
      apy_reward: 10,
      stablecoin: false,
      outlier: false,
    });
    expect(risk.factors.map(({ points }) => points)).toEqual([12, 6, 8, 15, 4, 7, 0]);
    expect(risk.score).toBe(52);
    expect(riskLevel(risk.score)).toBe('high');
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
        for (const { value, weight, points } of factors) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
          expect(points).toBeCloseTo(value * weight, 2);
        }
      }),
    );
  });

  test('never falls when anything gets worse', () => {
    const magnitude = fc.double({ min: 0, max: 1e9, noNaN: true });
    const worse: Record<string, (given: RiskInputs, by: number) => RiskInputs> = {
      'less TVL': (given, by) => ({ ...given, tvl: Math.max(0, given.tvl - by) }),
      'less history': (given, by) => ({ ...given, history_days: Math.max(0, given.history_days - by) }),
      'more volatility': (given, by) => ({ ...given, volatility_30d: (given.volatility_30d ?? 0) + by }),
      'more rewards': (given, by) => ({ ...given, apy_reward: (given.apy_reward ?? 0) + by }),
      'several assets': (given) => ({ ...given, exposure: 'multi' }),
      'impermanent loss': (given) => ({ ...given, il_risk: true }),
      'no stablecoin': (given) => ({ ...given, stablecoin: false }),
      'an outlier': (given) => ({ ...given, outlier: true }),
    };
    fc.assert(
      fc.property(inputs, magnitude, fc.constantFrom(...Object.keys(worse)), (given, by, change) => {
        // An unknown figure is neither better nor worse than a known one.
        const known = { ...given, volatility_30d: given.volatility_30d ?? 0, apy_base: given.apy_base ?? 0 };
        expect(riskOf(worse[change]?.(known, by) ?? known).score).toBeGreaterThanOrEqual(riskOf(known).score);
      }),
      { numRuns: 500 },
    );
  });

  test('does not jump: a thousandth more TVL moves it by less than a tenth of a point', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const more = { ...given, tvl: given.tvl * 1.001 };
        expect(Math.abs(riskOf(more).score - riskOf(given).score)).toBeLessThan(0.1);
      }),
    );
  });
});

test.each([
  [0, 'low'],
  [25, 'low'],
  [25.01, 'medium'],
  [50, 'medium'],
  [50.01, 'high'],
  [100, 'high'],
])('a score of %s is %s', (score, level) => {
  expect(riskLevel(score)).toBe(level);
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
