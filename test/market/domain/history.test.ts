import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createEmptySeries,
  type DailySeries,
  packSeries,
  parseQuarter,
  quarterOf,
  unpackSeries,
} from '../../../shared/market/domain/history/history.ts';
import { ITEMS } from '../../../shared/platform/dynamodb/table.ts';

const DAY_MS = 86_400_000;
const dayOf = (date: string) => Date.parse(date) / DAY_MS;

const anyDay = fc.integer({ min: dayOf('1970-01-01'), max: dayOf('2199-12-31') });
const anyFigure = fc.oneof(fc.constant(Number.NaN), fc.float({ noDefaultInfinity: true, noNaN: true }));
const anySeries: fc.Arbitrary<DailySeries> = fc
  .tuple(anyDay, fc.array(fc.tuple(anyFigure, anyFigure), { minLength: 1, maxLength: 400 }))
  .map(([firstDay, figures]) => ({
    firstDay,
    apy: Float32Array.from(figures, ([apy]) => apy),
    tvl: Float32Array.from(figures, ([, tvl]) => tvl),
  }));

describe('a calendar quarter of the history', () => {
  test.each([
    ['2024-01-01', '2024Q1', 91],
    ['2024-03-31', '2024Q1', 91],
    ['2025-02-10', '2025Q1', 90],
    ['2025-06-30', '2025Q2', 91],
    ['2025-07-01', '2025Q3', 92],
    ['2025-12-31', '2025Q4', 92],
    ['1970-01-01', '1970Q1', 90],
  ])('the day %s is in the quarter %s with %d days', (date, name, days) => {
    const quarter = quarterOf(dayOf(date));
    expect(quarter).toMatchObject({ name, days });
    expect(parseQuarter(name)).toEqual(quarter);
  });

  test('each quarter starts on the day after the end of the previous quarter', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const quarter = quarterOf(day);
        expect(day).toBeGreaterThanOrEqual(quarter.firstDay);
        const next = quarterOf(quarter.firstDay + quarter.days);
        expect(next.firstDay).toBe(quarter.firstDay + quarter.days);
        expect(next.name > quarter.name).toBe(true);
      }),
    );
  });

  test.each(['2024Q5', '2024Q0', '24Q1', '', '2024Q11'])('the quarter name %j is rejected', (name) => {
    expect(() => parseQuarter(name)).toThrow(RangeError);
  });
});

describe('packing a daily series', () => {
  test('a packed daily series is unpacked unchanged', () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 0, max: 100 }), (series, margin) => {
        const quarters = packSeries(series);
        const lastDay = series.firstDay + series.apy.length - 1;
        expect(unpackSeries(quarters, series.firstDay, lastDay)).toEqual(series);
        const wider = unpackSeries(quarters.toReversed(), series.firstDay - margin, lastDay + margin);
        expect(wider.apy.slice(margin, margin + series.apy.length)).toEqual(series.apy);
        for (const value of wider.apy.slice(0, margin)) expect(value).toBeNaN();
        for (const value of wider.tvl.slice(margin + series.apy.length)) expect(value).toBeNaN();
      }),
    );
  });

  test('the packing of a daily series without known values creates no items', () => {
    expect(packSeries(createEmptySeries(dayOf('2025-01-01'), 400))).toEqual([]);
  });
});

test('unpackSeries rejects a history item whose packed days have an invalid number of bytes', () => {
  const [quarter] = packSeries({
    firstDay: dayOf('2025-07-01'),
    apy: Float32Array.of(1),
    tvl: Float32Array.of(2),
  });
  const cut = { quarter: quarter?.quarter ?? '', packedDays: new Uint8Array(7) };
  expect(() => unpackSeries([cut], dayOf('2025-07-01'), dayOf('2025-07-02'))).toThrow(RangeError);
});

test('a history item of the longest quarter is smaller than 1 KB, the size of one write unit', () => {
  const [packed] = packSeries({
    firstDay: dayOf('2025-07-01'),
    apy: new Float32Array(92).fill(1),
    tvl: new Float32Array(92).fill(1),
  });
  const key = ITEMS.strategyHistory.key({ id: `strat_${'f'.repeat(64)}`, quarter: '2025Q3' });
  const names = 'pk'.length + 'sk'.length + 'days'.length;
  expect((packed?.packedDays.length ?? 0) + key.pk.length + key.sk.length + names).toBeLessThan(1_024);
});
