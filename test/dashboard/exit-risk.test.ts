import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isExitRaised } from '../../clients/dashboard/src/pages/strategy/exit-risk.ts';
import { riskOf } from '../../shared/strategies/domain/risk/risk.ts';
import { strategyRecordOf } from '../support/records.ts';

test('the exit part of the risk score of a strategy with a stable TVL counts as raised at a utilisation of 56%', () => {
  const record = strategyRecordOf({ utilisation: 0.56, tvl: 1e10, tvl_volatility_30d: 0 });
  expect(isExitRaised(riskOf(record).risk)).toBe(true);
});

test('the exit part of the risk score of a strategy without a known utilisation never counts as raised, whatever its TVL is', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e12 }),
      fc.double({ min: 0, max: 3, noNaN: true }),
      (tvl, volatility) => {
        const record = strategyRecordOf({ utilisation: null, tvl, tvl_volatility_30d: volatility });
        expect(isExitRaised(riskOf(record).risk)).toBe(false);
      },
    ),
  );
});
