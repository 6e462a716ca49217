import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  computeForecast,
  expectedApyOf,
  expectedApyOver,
} from '../../../../shared/strategies/domain/expectation/expected-apy.ts';
import { apyOfLog, toLogApy } from '../../../../shared/strategies/domain/expectation/log-apy.ts';
import { buildPublishedExpectedApys } from '../../../../shared/strategies/domain/expectation/published.ts';
import { FORECAST_CONSTANTS, HORIZON_DAYS } from '../../../../shared/strategies/domain/expectation/table.ts';
import {
  NO_TRACK_RECORD,
  trackRecordOf,
} from '../../../../shared/strategies/domain/expectation/track-record.ts';

const rate = fc.double({ min: -90, max: 1_000, noNaN: true });
const series = fc.array(
  fc.oneof({ arbitrary: rate, weight: 9 }, { arbitrary: fc.constant(Number.NaN), weight: 1 }),
  {
    maxLength: 120,
  },
);
const millions = (apy: readonly number[]) => ({ apy, tvl: apy.map(() => 1e6) });

describe('the logarithmic scale for an APY', () => {
  test('an APY is converted to the logarithmic scale and back without a change', () => {
    expect(toLogApy(Math.E - 1)).toBeCloseTo(1, 12);
    expect(toLogApy(0)).toBe(0);
    expect(toLogApy(-(Math.E - 1))).toBeCloseTo(-1, 12);
    fc.assert(
      fc.property(rate, (apy) => {
        expect(apyOfLog(toLogApy(apy))).toBeCloseTo(apy, 6);
      }),
    );
  });
});

describe('the weights of every horizon', () => {
  test.each(HORIZON_DAYS)('the weights of the forecast for the horizon of %s days sum to 1', (horizon) => {
    const { weights } = FORECAST_CONSTANTS.horizons[horizon];
    expect(Object.values<number>(weights).reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 12);
  });
});

describe('the forecast of an APY', () => {
  test('the forecast of a constant APY is that APY with an interval around it', () => {
    const track = trackRecordOf(millions(new Array<number>(90).fill(4)));
    const expected = buildPublishedExpectedApys({
      record: { current_apy: 4, exposure: 'single', stablecoin: true },
      trackRecord: track,
      sourceMean30: null,
    });
    expect(expected['30d'].mean).toBe(4);
    // The distance from the mean to the lower end: the reach (0.95), times the tilt factor, times the minimum spread
    // (0.05).
    const down = 0.95 * (1 + 0.12 * (Math.log(5) - 2)) * 0.05;
    expect(expected['30d'].low80).toBeCloseTo(5 * Math.exp(-down) - 1, 4);
    expect(expected['7d'].high80).toBeLessThan(expected['30d'].high80);
    expect(expected['30d'].high80).toBeLessThan(expected['90d'].high80);
  });

  test('the forecast of an APY that rose from 2% to 4% equals a calculation by hand', () => {
    // ln(1 + APY%) is ln 3 on the first 60 days and ln 5 on the last 30 days. The last day is today.
    const trackRecord = trackRecordOf(
      millions([...new Array<number>(60).fill(2), ...new Array<number>(30).fill(4)]),
    );
    const inputs = { currentApy: 4, trackRecord, sourceMean30: null, isVolatilePool: false };
    const mean90 = (2 * Math.log(3) + Math.log(5)) / 3;
    const { mean, stepUp } = computeForecast(inputs, 30);
    // The APY was constant in the last 30 days, so the mean is the current APY and the weights have no effect.
    expect(mean).toBeCloseTo(Math.log(5), 12);
    const spread90 = Math.sqrt((60 * (mean90 - Math.log(3)) ** 2 + 30 * (Math.log(5) - mean90) ** 2) / 89);
    const spread = Math.sqrt(0.25 * spread90 ** 2 + 0.15 * (Math.log(5) - mean90) ** 2 + 0.05 ** 2);
    expect(stepUp).toBeCloseTo(spread * (1 - 0.12 * (Math.log(5) - 2)), 10);
  });

  test('the forecast of a volatile APY equals a calculation by hand', () => {
    const apy = Array.from({ length: 90 }, (_, day) => (day % 2 === 0 ? 1 : 49));
    const track = trackRecordOf(millions(apy));
    const { mean } = computeForecast(
      { currentApy: 49, trackRecord: track, sourceMean30: null, isVolatilePool: true },
      90,
    );
    const middle = (Math.log(2) + Math.log(50)) / 2;
    const mean7 = (3 * Math.log(2) + 4 * Math.log(50)) / 7;
    const formula = 0.2 * Math.log(50) + 0.25 * mean7 + 0.2 * middle + 0.35 * middle;
    const calm = 0.05 ** 2 / (0.05 ** 2 + Math.min(track.spread30, 2 * track.spread7) ** 2);
    expect(mean).toBeCloseTo(calm * Math.log(50) + (1 - calm) * formula, 10);
  });

  test('the forecast is the current APY if the APY changed in one step and was constant afterwards', () => {
    const stepped = [...new Array<number>(80).fill(8), ...new Array<number>(10).fill(4)];
    const track = trackRecordOf(millions(stepped));
    const of = (spread7: number) =>
      computeForecast(
        { currentApy: 4, trackRecord: { ...track, spread7 }, sourceMean30: null, isVolatilePool: false },
        30,
      ).mean;
    expect(of(track.spread7)).toBeCloseTo(Math.log(5), 12);
    expect(of(Number.NaN)).toBeGreaterThan(Math.log(5) + 0.1);
  });

  test('if the 30-day mean APY of the source is far from all readings, the forecast uses a value nearer to the readings', () => {
    const of = (apy: number[], sourceMean30: number) =>
      computeForecast(
        {
          currentApy: apy.at(-1) ?? 0,
          trackRecord: trackRecordOf(millions(apy)),
          sourceMean30,
          isVolatilePool: false,
        },
        30,
      ).mean;
    expect(of([0.48], 650)).toBe(of([0.48], 0.96));
    expect(of([4, 6], 650)).toBe(of([4, 6], 12));
    expect(of([4, 6], 0.1)).toBe(of([4, 6], 2));
    expect(of([4, 6], 11)).toBeLessThan(of([4, 6], 12));
    expect(of([-4, 2], -50)).toBe(of([-4, 2], -8));
  });

  test('the forecast for a strategy without history is the current APY with a wide interval', () => {
    const of = (isVolatilePool: boolean) =>
      computeForecast({ currentApy: 9, trackRecord: NO_TRACK_RECORD, sourceMean30: null, isVolatilePool }, 7);
    expect(of(false).mean).toBeCloseTo(Math.log(10), 12);
    expect(of(false).stepUp).toBeGreaterThan(0.2);
    expect(of(true).stepUp).toBeGreaterThan(2 * of(false).stepUp);
  });

  test('the forecast for a strategy with little history uses the 30-day mean that the source reports', () => {
    const track = trackRecordOf(millions([9, 3, 9]));
    const of = (sourceMean30: number | null) =>
      computeForecast({ currentApy: 9, trackRecord: track, sourceMean30, isVolatilePool: false }, 30).mean;
    expect(of(2)).toBeLessThan(of(null));
  });

  test.each(HORIZON_DAYS)(
    'on the first day of a strategy, the forecast for %s days also uses the 30-day mean from the source',
    (horizon) => {
      const track = trackRecordOf(millions([44.24]));
      const { weights } = FORECAST_CONSTANTS.horizons[horizon];
      const of = (sourceMean30: number | null) =>
        computeForecast(
          { currentApy: 44.24, trackRecord: track, sourceMean30, isVolatilePool: false },
          horizon,
        );
      // The source mean of 5% is below the lower limit, so the limit replaces it. The limit is half of the only reading
      // (44.24%).
      const [now, source] = [toLogApy(44.24), toLogApy(22.12)];
      const weightedLogApy =
        (weights.current + weights.mean7) * now + (weights.mean30 + weights.mean90) * source;
      // Only one of 14 days is known. The other 13 count with the usual spread of 0.25, so the current APY does not get
      // the full weight.
      const calm = 0.05 ** 2 / (0.05 ** 2 + (13 / 14) * 0.25 ** 2);
      expect(of(5).mean).toBeCloseTo(calm * now + (1 - calm) * weightedLogApy, 12);
      expect(of(null).mean).toBeCloseTo(now, 12);
      const means = [5, 25, 44.24, 60].map((mean) => of(mean).mean);
      expect(means).toEqual(means.toSorted((a, b) => a - b));
      // The forecast expects larger changes if the APY is far from its usual level.
      expect(of(5).stepDown).toBeGreaterThan(of(35).stepDown);
      expect(of(35).stepDown).toBeGreaterThan(of(null).stepDown);
      expect(of(null).stepDown).toBe(of(44.24).stepDown);
    },
  );

  test('the forecast treats an APY as constant only after 14 days without a change', () => {
    const forecastMeanAfterDays = (days: number) => {
      const track = trackRecordOf(millions([9, ...new Array<number>(days - 1).fill(3)]));
      const still = { ...track, spread30: 0 };
      return computeForecast(
        { currentApy: 3, trackRecord: still, sourceMean30: 9, isVolatilePool: false },
        30,
      ).mean;
    };
    const means = [2, 5, 9, 13, 14].map(forecastMeanAfterDays);
    expect(means).toEqual(means.toSorted((a, b) => b - a));
    expect(forecastMeanAfterDays(14)).toBeCloseTo(toLogApy(3), 12);
  });

  test('the forecast is always a finite interval around its mean', () => {
    fc.assert(
      fc.property(series, rate, fc.boolean(), (apy, currentApy, isVolatilePool) => {
        const track = trackRecordOf(millions(apy));
        for (const horizon of HORIZON_DAYS) {
          const made = computeForecast(
            { currentApy, trackRecord: track, sourceMean30: null, isVolatilePool },
            horizon,
          );
          const { mean, low80, high80 } = expectedApyOf(
            made,
            FORECAST_CONSTANTS.horizons[horizon].intervalReach,
          );
          expect(low80).toBeLessThan(mean);
          expect(high80).toBeGreaterThan(mean);
          expect(Number.isFinite(low80) && Number.isFinite(high80)).toBe(true);
        }
      }),
    );
  });
});

describe('the expected APY over any number of days', () => {
  const at = (mean: number) => ({ mean, low80: mean / 2, high80: mean * 2 });
  const published = { '7d': at(10), '30d': at(6), '90d': at(4) };

  test('for a time shorter or longer than all published horizons, the expected APY is the value of the nearest horizon', () => {
    expect(expectedApyOver(1, published)).toEqual(published['7d']);
    expect(expectedApyOver(7, published)).toEqual(published['7d']);
    expect(expectedApyOver(30, published)).toEqual(published['30d']);
    expect(expectedApyOver(365, published)).toEqual(published['90d']);
  });

  test('the expected APY for a time between two horizons is interpolated from the values of these horizons', () => {
    const means = [7, 8, 14, 29, 30, 31, 60, 89, 90].map((days) => expectedApyOver(days, published).mean);
    expect(means).toEqual(means.toSorted((a, b) => b - a));
    // This number of days is halfway between 7 and 30 in ln(days). The mean is therefore halfway between the two means
    // on the logarithmic scale.
    const middle = expectedApyOver(Math.sqrt(7 * 30), published).mean;
    expect(middle).toBeCloseTo(Math.sqrt(11 * 7) - 1, 10);
  });
});

test('days without a known APY do not count in the track record of a strategy', () => {
  fc.assert(
    fc.property(series, (apy) => {
      const track = trackRecordOf(millions(apy));
      expect(track.days90).toBe(apy.slice(-90).filter((value) => !Number.isNaN(value)).length);
      expect(track.days30).toBeLessThanOrEqual(30);
      expect(track.unmovedDays > 0).toBe(apy.some((value) => !Number.isNaN(value)));
    }),
  );
});

test('the track record counts the days since the last noticeable change of the APY', () => {
  expect(trackRecordOf(millions([3, 5, 5, Number.NaN, 5.001])).unmovedDays).toBe(3);
  expect(trackRecordOf(millions([5, 6])).unmovedDays).toBe(1);
});
