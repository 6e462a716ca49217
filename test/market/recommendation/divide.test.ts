import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divide } from '../../../shared/market/domain/recommendation/division/divide.ts';
import { anyCandidates, anyRequest, candidate, FREE, planned, request, setting } from './support.ts';

test('parts and remainder are whole cents that sum exactly to the amount', () => {
  const amount = fc.integer({ min: 100, max: 10 ** 12 }).map((cents) => cents / 100);
  fc.assert(
    fc.property(anyCandidates, anyRequest, amount, (candidates, wish, amountUsd) => {
      const plan = planned(candidates, { request: { ...wish, amountUsd }, costTable: FREE });
      const { parts, allocatedUsd, unallocatedUsd } = divide(plan.plan, { ...wish, amountUsd });
      const cents = (usd: number) => {
        expect(Math.abs(usd * 100 - Math.round(usd * 100))).toBeLessThan(1e-3);
        return Math.round(usd * 100);
      };
      const sum = parts.reduce((total, part) => total + cents(part.amountUsd), 0);
      expect(sum).toBe(cents(allocatedUsd));
      expect(sum + cents(unallocatedUsd)).toBe(Math.round(amountUsd * 100));
      expect(parts).toHaveLength(plan.ranked.filter(({ units }) => units > 0).length);
    }),
  );
});

test('earnings compound the expected net APY over the horizon', () => {
  const wish = request({ maxShare: 1, maxProtocolShare: 1, maxChainShare: 1, horizonDays: 73 });
  const plan = planned([candidate({ current_apy: 5, tvl: 1e15 })], setting(wish));
  const { parts, earningsUsd } = divide(plan.plan, wish);
  expect(parts[0]?.amountUsd).toBe(10_000);
  expect(parts[0]?.earningsUsd).toBeCloseTo(10_000 * (1.05 ** 0.2 - 1), 6);
  expect(earningsUsd).toBe(98.06);
});
