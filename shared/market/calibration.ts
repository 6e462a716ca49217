import { dateOfDay } from '../platform/domain/days.ts';
import { round } from '../platform/domain/numbers.ts';
import { HORIZON_DAYS } from '../strategies/domain/expectation/table.ts';
import type { AllocationCalibrationRow, CalibrationRow } from './contract/lookups/lookup-responses.ts';
import type { AllocationTally } from './domain/calibration/allocations.ts';
import {
  CALIBRATION_CONSTANTS,
  type Calibration,
  computeIntervalReaches,
  type IntervalTally,
  KIND_HORIZON_PAIRS,
} from './domain/calibration/calibration.ts';
import { countScores } from './domain/calibration/scores.ts';
import { getCurrentCalibration } from './market-data.ts';
import type { ReadContext } from './prices/prices-data.ts';

/**
 * Returns how often published intervals contained the realized APY, by kind of strategy and horizon, and in total.
 * Also returns how often past allocations reached their expected mean and their lower bound.
 */
export async function readMarketCalibration(context: ReadContext) {
  const { value: calibration, asOf } = await getCurrentCalibration(context);
  const { sinceDay } = calibration;
  return {
    data: [...buildHorizonRows(calibration), ...buildKindHorizonRows(calibration)],
    meta: {
      as_of: asOf,
      since: sinceDay === 0 ? null : dateOfDay(sinceDay),
      allocations: calibration.allocationTallies.map(toAllocationRow),
    },
  };
}

function toAllocationRow({
  horizonDays,
  riskLevel,
  plans,
  meanReached,
  lowReached,
}: AllocationTally): AllocationCalibrationRow {
  const fractionOf = (count: number) => (plans === 0 ? null : round(count / plans, 4));
  return {
    horizon_days: horizonDays,
    risk_level: riskLevel,
    allocations: plans,
    mean_reached: fractionOf(meanReached),
    low80_reached: fractionOf(lowReached),
  };
}

function buildKindHorizonRows(calibration: Calibration): CalibrationRow[] {
  const intervalReaches = computeIntervalReaches(calibration);
  return KIND_HORIZON_PAIRS.map(({ kind, horizon }, pairIndex) => ({
    kind,
    horizon_days: horizon,
    ...figuresOfTally(calibration.intervalTallies[pairIndex]),
    reach_down: round(intervalReaches[pairIndex]?.down ?? 0, 4),
    reach_up: round(intervalReaches[pairIndex]?.up ?? 0, 4),
    learned_from: countScores(calibration.scores[pairIndex] ?? new Uint32Array()),
  }));
}

function buildHorizonRows({ intervalTallies, scores }: Calibration): CalibrationRow[] {
  return HORIZON_DAYS.map((horizon) => {
    const matchingPairIndexes = KIND_HORIZON_PAIRS.flatMap((pair, index) =>
      pair.horizon === horizon ? [index] : [],
    );
    const totalCountOf = (result: keyof IntervalTally) =>
      matchingPairIndexes.reduce((sum, pairIndex) => sum + (intervalTallies[pairIndex]?.[result] ?? 0), 0);
    return {
      kind: 'all',
      horizon_days: horizon,
      ...figuresOfTally({
        below: totalCountOf('below'),
        within: totalCountOf('within'),
        above: totalCountOf('above'),
      }),
      reach_down: null,
      reach_up: null,
      learned_from: matchingPairIndexes.reduce(
        (sum, pairIndex) => sum + countScores(scores[pairIndex] ?? new Uint32Array()),
        0,
      ),
    };
  });
}

function figuresOfTally(intervalTally: IntervalTally | undefined) {
  const { below, within, above } = intervalTally ?? { below: 0, within: 0, above: 0 };
  const outcomeCount = below + within + above;
  const fractionOf = (count: number) => (outcomeCount === 0 ? null : round(count / outcomeCount, 4));
  return {
    outcomes: outcomeCount,
    within: fractionOf(within),
    below: fractionOf(below),
    above: fractionOf(above),
    promised: 1 - 2 * CALIBRATION_CONSTANTS.outsideFraction,
  };
}
