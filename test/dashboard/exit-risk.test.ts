import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isExitRiskRaised } from '../../clients/dashboard/src/pages/strategy/exit-risk.ts';
import { assessRisk } from '../../shared/strategies/domain/risk/risk.ts';
import { strategyRecordOf } from '../support/records.ts';

test('a utilisation of 56% raises the exit part of the risk score, even if the TVL is stable', () => {
  const record = strategyRecordOf({ utilisation: 0.56, tvl: 1e10, tvl_volatility_30d: 0 });
  expect(isExitRiskRaised(assessRisk(record).risk)).toBe(true);
});

test('if the utilisation of a strategy is unknown, utilisation never raises the part "exit" of the risk score', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e12 }),
      fc.double({ min: 0, max: 3, noNaN: true }),
      (tvl, volatility) => {
        const record = strategyRecordOf({ utilisation: null, tvl, tvl_volatility_30d: volatility });
        expect(isExitRiskRaised(assessRisk(record).risk)).toBe(false);
      },
    ),
  );
});
