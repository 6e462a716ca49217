import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  computeIntervalReaches,
  createIntervalReachLookup,
  KIND_HORIZON_PAIRS,
  kindHorizonIndexOf,
  NO_CALIBRATION,
} from '../../../../shared/market/domain/calibration/calibration.ts';
import {
  type CalibratedStrategy,
  CalibrationUpdate,
} from '../../../../shared/market/domain/calibration/calibration-update.ts';
import {
  computeForecastOutcome,
  computeRealizedApy,
} from '../../../../shared/market/domain/calibration/outcomes.ts';
import {
  addToScoreCounts,
  computeScoreQuantile,
  countScores,
  SCORE_BIN_COUNT,
} from '../../../../shared/market/domain/calibration/scores.ts';
import {
  decodeCalibration,
  encodeCalibration,
} from '../../../../shared/market/domain/calibration/snapshot.ts';
import { FORECAST_CONSTANTS } from '../../../../shared/strategies/domain/expectation/table.ts';
import { createRandomGenerator } from '../../../support/random.ts';

const FIRST_DAY = 20_000;

/** Returns a strategy with a history of `days` days. `apyOn` returns the APY of a day, where 0 is the first day. */
function subject(index: number, days: number, apyOn: (day: number) => number): CalibratedStrategy {
  return {
    id: `strat_${index}`,
    exposure: 'single',
    stablecoin: true,
    series: {
      firstDay: FIRST_DAY,
      apy: Float32Array.from({ length: days }, (_, day) => apyOn(day)),
      tvl: new Float32Array(days).fill(1e6),
    },
    listedSinceDay: FIRST_DAY,
  };
}

test('if the reading of a day is held, the calibration counts the day once, after the reading is confirmed', () => {
  const known = subject(1, 60, () => 5);
  const countScoresAfterDays = (days: readonly (number | undefined)[]) => {
    let learned = NO_CALIBRATION;
    days.forEach((confirmedDay, index) => {
      const update = new CalibrationUpdate(learned, FIRST_DAY + 40 + index);
      if (confirmedDay !== -1) update.addStrategy({ ...known, confirmedDay });
      learned = update.finish();
    });
    return learned.scores.reduce((sum, counts) => sum + countScores(counts), 0);
  };
  const week = new Array<undefined>(14).fill(undefined);
  for (let missed = 1; missed < 13; missed += 1) {
    // On the day `missed`, the strategy is skipped, because its reading is not confirmed yet. The reading is confirmed
    // one day later.
    const held = week.map((_, at) =>
      at === missed ? -1 : at === missed + 1 ? FIRST_DAY + 40 + missed : undefined,
    );
    expect(countScoresAfterDays(held)).toBe(countScoresAfterDays(week));
  }
});

describe('scores of past estimates of the expected APY', () => {
  test('quantiles computed from the score counts per bin differ from the exact quantiles by at most 0.05', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: 1, maxLength: 60 }),
        fc.constantFrom(0.1, 0.5, 0.9),
        (scores, part) => {
          const counts = new Uint32Array(SCORE_BIN_COUNT);
          for (const score of scores) addToScoreCounts(counts, score);
          const sorted = scores.toSorted((a, b) => a - b);
          const exact = sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
          expect(countScores(counts)).toBe(scores.length);
          expect(Math.abs(computeScoreQuantile(counts, part) - exact)).toBeLessThanOrEqual(0.05 + 1e-9);
        },
      ),
    );
    expect(computeScoreQuantile(new Uint32Array(SCORE_BIN_COUNT), 0.5)).toBeNaN();
  });
});

describe('the outcome of an estimate of the expected APY', () => {
  test('if the APY is known on at least four fifths of the days, the outcome is the mean of these APYs', () => {
    expect(computeRealizedApy([9, 1, 2, 3, 4, 5, 6, 7], 0, 7)).toBe(4);
    expect(computeRealizedApy([9, 1, Number.NaN, 3, 4, 5, 6, 7], 0, 7)).toBeCloseTo(26 / 6, 10);
    expect(computeRealizedApy([9, 1, Number.NaN, Number.NaN, 4, 5, 6, 7], 0, 7)).toBeNaN();
    expect(computeRealizedApy([9, 1, 2], 0, 7)).toBeNaN();
  });

  test('data from after the end of the horizon does not change the outcome', () => {
    const { series } = subject(1, 60, (day) => (day < 40 ? 4 : 5));
    const later = { ...series, apy: series.apy.map((value, day) => (day > 46 ? 900 : value)) };
    const outcome = computeForecastOutcome(series, 39, 7, false);
    expect(computeForecastOutcome(later, 39, 7, false)).toEqual(outcome);
    expect(outcome?.score).toBeGreaterThan(0);
    expect(outcome?.knownDays30).toBe(30);
    expect(computeForecastOutcome(series, 55, 7, false)).toBeUndefined();
  });
});

describe('the reach of an 80% interval (the distance from the mean to each end)', () => {
  test('if no outcomes of past estimates exist, the reach has its fixed initial value', () => {
    const reach = createIntervalReachLookup(computeIntervalReaches(NO_CALIBRATION));
    expect(reach('pool', 30)).toEqual(FORECAST_CONSTANTS.horizons[30].intervalReach);
  });

  test('if 2,000 outcomes alone would give a reach of 0.5, the reach is halfway between its initial value and 0.5', () => {
    const scores = NO_CALIBRATION.scores.map((counts) => counts.slice());
    const pairIndex = kindHorizonIndexOf('stablecoin', 7);
    // From these outcomes alone, the reach would be 0.5 in both directions.
    for (let index = 0; index < 2_000; index += 1) {
      addToScoreCounts(scores[pairIndex] ?? expect.fail(), 0.5 * (index % 2 === 0 ? 1 : -1));
    }
    const { down, up } = computeIntervalReaches({ scores })[pairIndex] ?? expect.fail();
    expect(down).toBeCloseTo((0.5 + 0.8) / 2, 1);
    expect(up).toBeCloseTo((0.5 + 0.9) / 2, 1);
  });

  test('for any outcomes of past estimates, the reach stays between 0.4 and 2.5 times its initial value', () => {
    const one = fc.array(fc.double({ min: -99, max: 99, noNaN: true }), { maxLength: 30 });
    fc.assert(
      fc.property(one, fc.nat(5_000), (given, times) => {
        const scores = NO_CALIBRATION.scores.map((counts) => counts.slice());
        for (const counts of scores) {
          for (const score of given) addToScoreCounts(counts, score);
          counts.forEach((count, bin) => {
            counts[bin] = count * times;
          });
        }
        computeIntervalReaches({ scores }).forEach(({ down, up }, pairIndex) => {
          const fixed =
            FORECAST_CONSTANTS.horizons[KIND_HORIZON_PAIRS[pairIndex]?.horizon ?? 7].intervalReach;
          expect(down).toBeGreaterThanOrEqual(0.4 * fixed.down - 1e-9);
          expect(up).toBeLessThanOrEqual(2.5 * fixed.up + 1e-9);
        });
      }),
    );
  });
});

describe('the daily update of the calibration', () => {
  /**
   * Returns the calibration after `days` daily updates. Each day, ln(1 + APY%) of each strategy changes by at most
   * 0.05.
   */
  function simulateCalibration(days: number, strategies: number) {
    const random = createRandomGenerator(3);
    const paths = Array.from({ length: strategies }, () => {
      let log = 1.6;
      return Array.from({ length: 60 + days }, () => {
        log += 0.1 * (random() - 0.5);
        return Math.expm1(log);
      });
    });
    let calibration = NO_CALIBRATION;
    for (let day = 0; day < days; day += 1) {
      const update = new CalibrationUpdate(calibration, FIRST_DAY + 59 + day);
      for (const [index, path] of paths.entries())
        update.addStrategy(subject(index, 60 + day, (at) => path[at] ?? 0));
      calibration = update.finish();
    }
    return calibration;
  }
  const learned = simulateCalibration(40, 40);
  const pairIndex = kindHorizonIndexOf('stablecoin', 7);

  test('the update counts one outcome per week and strategy', () => {
    // The first update counts a whole week, so it counts one outcome for each of the 40 strategies. The next 39 daily
    // updates together count 39 / 7 outcomes for each strategy.
    expect(countScores(learned.scores[pairIndex] ?? expect.fail())).toBeGreaterThanOrEqual(
      40 + (39 * 40) / 7 - 40,
    );
    expect(countScores(learned.scores[pairIndex] ?? expect.fail())).toBeLessThanOrEqual(
      40 + (39 * 40) / 7 + 40,
    );
    expect(countScores(learned.scores[kindHorizonIndexOf('pool', 7)] ?? expect.fail())).toBe(0);
  });

  test('more than 60% of the later outcomes are inside the APY interval that was published for them', () => {
    const { below, within, above } = learned.intervalTallies[pairIndex] ?? expect.fail();
    const due = below + within + above;
    expect(due).toBeLessThan(countScores(learned.scores[pairIndex] ?? expect.fail()));
    expect(due).toBeGreaterThan(150);
    expect(within / due).toBeGreaterThan(0.6);
    expect(learned.sinceDay).toBe(FIRST_DAY + 59);
  });

  test('the update counts an APY interval only if its strategy was already listed on the day of the estimate', () => {
    const update = new CalibrationUpdate(learned, learned.lastDay + 7);
    const late = subject(1, 110, () => 5);
    update.addStrategy({ ...late, listedSinceDay: learned.lastDay + 7 });
    const after = update.finish();
    expect(after.intervalTallies).toEqual(learned.intervalTallies);
    expect(after.scores).not.toEqual(learned.scores);
  });

  test('a second update of the calibration on the same day changes nothing', () => {
    const again = new CalibrationUpdate(learned, learned.lastDay);
    again.addStrategy(subject(1, 99, () => 5));
    expect(again.finish().scores).toEqual(learned.scores);
  });

  test('a calibration is unchanged after it is encoded and decoded', () => {
    const bytes = encodeCalibration(learned);
    expect(decodeCalibration(bytes)).toEqual(learned);
    expect(() => decodeCalibration(bytes.slice(0, -8))).toThrow(RangeError);
  });
});
