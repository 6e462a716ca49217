import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  expectedApy,
  outlookOf,
  riskAdjustedApy,
  scoreOf,
} from '../../../shared/market/domain/recommendation/expected-apy.ts';
import { anyCandidates, candidate } from './support.ts';

const outlook = (horizonDays: number, riskLevel: 'low' | 'medium' | 'high' = 'medium') =>
  outlookOf({ horizonDays, riskLevel });
const history = (week: number, quarter: number) => ({ '7d': week, '30d': quarter, '90d': quarter });

describe('hand-computed cases', () => {
  test('a steady base yield is expected as it is', () => {
    const expected = expectedApy(candidate({ current_apy: 5 }), 0, outlook(90));
    expect(expected).toEqual({
      gross: 5,
      rewardHaircut: 0,
      dilution: 0,
      impermanentLoss: 0,
      volatilityPenalty: 0,
      net: 5,
    });
  });

  test('an excess over the 90-day mean fades over 21 days', () => {
    const spiking = candidate({ current_apy: 25, historical_apy: history(20, 5) });
    // Recent 20, of which 15 is excess: on average over 90 days (21/90)(1 - e^(-90/21)) of it is left.
    const kept = (21 / 90) * (1 - Math.exp(-90 / 21));
    expect(expectedApy(spiking, 0, outlook(90)).gross).toBeCloseTo(5 + 15 * kept, 10);
  });

  test('a fall is believed at once', () => {
    const fallen = candidate({ current_apy: 2, historical_apy: history(10, 12) });
    expect(expectedApy(fallen, 0, outlook(90)).gross).toBe(2);
  });

  test('rewards keep 70% of a programme that halves in 180 days', () => {
    const rewarded = candidate({ current_apy: 10, apy_base: 4, apy_reward: 6 });
    const rate = Math.LN2 / 180;
    const kept = 0.7 * ((1 - Math.exp(-rate * 180)) / (rate * 180));
    const expected = expectedApy(rewarded, 0, outlook(180));
    expect(expected.rewardHaircut).toBeCloseTo(6 * (1 - kept), 10);
    expect(expected.net).toBeCloseTo(4 + 6 * kept, 10);
  });

  test('an APY whose parts are not known counts as half reward', () => {
    const unknown = candidate({ current_apy: 10, apy_base: null, apy_reward: null });
    const known = candidate({ current_apy: 10, apy_base: 5, apy_reward: 5 });
    expect(expectedApy(unknown, 0, outlook(30))).toEqual(expectedApy(known, 0, outlook(30)));
  });

  test('a deposit as large as the TVL halves the yield', () => {
    const small = candidate({ current_apy: 8, tvl: 50_000 });
    expect(expectedApy(small, 50_000, outlook(30))).toMatchObject({ dilution: 4, net: 4 });
  });

  test('a pair exposed to impermanent loss gives up 8 points a year', () => {
    const pair = candidate({ current_apy: 20, il_risk: true });
    expect(expectedApy(pair, 0, outlook(30))).toMatchObject({ gross: 20, impermanentLoss: 8, net: 12 });
  });

  test('the volatility weighs by the risk accepted, and less over a long horizon', () => {
    const moving = candidate({ volatility_30d: 4 });
    expect(expectedApy(moving, 0, outlook(30, 'low')).volatilityPenalty).toBe(4);
    expect(expectedApy(moving, 0, outlook(30, 'high')).volatilityPenalty).toBe(1);
    expect(expectedApy(moving, 0, outlook(168, 'medium')).volatilityPenalty).toBeCloseTo(1, 10);
  });

  test('the risk score takes its part of a gain, never of a loss', () => {
    expect(riskAdjustedApy(10, 40, 'low')).toBe(6);
    expect(riskAdjustedApy(10, 40, 'medium')).toBe(8);
    expect(riskAdjustedApy(-3, 40, 'low')).toBe(-3);
    expect([scoreOf(-1), scoreOf(0), scoreOf(10)]).toEqual([0, 0, 50]);
  });
});

describe('properties', () => {
  const one = anyCandidates.filter((list) => list.length > 0).map((list) => list[0] ?? candidate());
  const horizon = fc.integer({ min: 1, max: 365 });
  const amount = fc.double({ min: 0, max: 1e9, noNaN: true });

  test('the parts add up, none of them is a gain, and the APY reported now is never exceeded', () => {
    fc.assert(
      fc.property(one, horizon, amount, (strategy, days, usd) => {
        const expected = expectedApy(strategy, usd, outlook(days));
        const { gross, net, ...deductions } = expected;
        const deducted = Object.values(deductions).reduce((sum, points) => sum + points, 0);
        expect(net).toBeCloseTo(gross - deducted, 6);
        expect(Math.min(...Object.values(deductions))).toBeGreaterThanOrEqual(0);
        expect(net).toBeLessThanOrEqual(strategy.current_apy + 1e-9);
      }),
    );
  });

  test('a larger deposit never pays a higher APY', () => {
    fc.assert(
      fc.property(one, horizon, amount, amount, (strategy, days, a, b) => {
        const less = expectedApy(strategy, Math.min(a, b), outlook(days)).net;
        expect(expectedApy(strategy, Math.max(a, b), outlook(days)).net).toBeLessThanOrEqual(less + 1e-9);
      }),
    );
  });

  test('more volatility never helps, and accepting more risk never lowers the expectation', () => {
    fc.assert(
      fc.property(one, horizon, (strategy, days) => {
        const calm = { ...strategy, volatility_30d: 1 };
        const wild = { ...strategy, volatility_30d: 2 };
        expect(expectedApy(wild, 0, outlook(days)).net).toBeLessThan(expectedApy(calm, 0, outlook(days)).net);
        const net = (level: 'low' | 'medium' | 'high') => expectedApy(wild, 0, outlook(days, level)).net;
        expect(net('low')).toBeLessThan(net('medium'));
        expect(net('medium')).toBeLessThan(net('high'));
      }),
    );
  });
});
