import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  computeGrowthRatePerMs,
  createFirstIndexSegment,
  createNextSegment,
  GROWTH_INDEX_MAX,
  GROWTH_INDEX_MIN,
  GROWTH_WITHOUT_READING_MAX_MS,
  type GrowthIndexSegment,
  growthIndexAt,
  OBSERVATION_DELAY_MS,
  RAY,
  SEGMENT_RENEWAL_MS,
  selectRecentSegments,
  YEAR_MS,
} from '../../../shared/investments/domain/growth-index.ts';
import { DAY_MS, T0 } from './support/cases.ts';

const apy = fc.double({ min: -120, max: 2_000, noNaN: true });
const gap = fc.integer({ min: 0, max: 90 * DAY_MS });

/** Returns the segments of a series of observations, as the ingestion would create them. */
function grow(
  steps: readonly { apyPercent: number; gapMs: number }[],
  firstApy: number,
): GrowthIndexSegment[] {
  const segments = [createFirstIndexSegment(T0, firstApy)];
  let recordedAtMs = T0;
  for (const step of steps) {
    recordedAtMs += step.gapMs;
    const next = createNextSegment(segments, { recordedAtMs, apyPercent: step.apyPercent });
    if (next !== undefined) segments.push(next);
  }
  return segments;
}

/** Returns the index after a year in which the same APY was observed every day. */
function computeIndexAfterYear(apyPercent: number): bigint {
  const daily = Array.from({ length: 364 }, () => ({ apyPercent, gapMs: DAY_MS }));
  return growthIndexAt(grow(daily, apyPercent), T0 + YEAR_MS);
}

const history = fc.record({
  firstApy: apy,
  steps: fc.array(fc.record({ apyPercent: apy, gapMs: gap }), { maxLength: 12 }),
});

describe('the growth index of a strategy', () => {
  test('the index starts at 1 and grows by exactly the APY within a year', () => {
    expect(growthIndexAt([createFirstIndexSegment(T0, 5)], T0)).toBe(RAY);
    const exact = (RAY * 105n) / 100n;
    expect(exact - computeIndexAfterYear(5)).toBeGreaterThanOrEqual(0n);
    // The index is rounded down once a day, and the tolerance is the sum of these rounding errors.
    expect(exact - computeIndexAfterYear(5)).toBeLessThanOrEqual(800n);
  });

  test('an APY of 0 never changes the index', () => {
    expect(computeGrowthRatePerMs(0)).toBe(0n);
    expect(growthIndexAt([createFirstIndexSegment(T0, 0)], T0 + 50 * YEAR_MS)).toBe(RAY);
  });

  test('the index never decreases while the APY is at least 0', () => {
    const paid = fc.double({ min: 0, max: 5_000, noNaN: true });
    fc.assert(
      fc.property(
        paid,
        fc.array(fc.record({ apyPercent: paid, gapMs: gap }), { maxLength: 8 }),
        fc.array(fc.integer({ min: -DAY_MS, max: 800 * DAY_MS }), { minLength: 2, maxLength: 20 }),
        (firstApy, steps, offsets) => {
          const segments = grow(steps, firstApy);
          const values = [...offsets].sort((a, b) => a - b).map((ms) => growthIndexAt(segments, T0 + ms));
          values.reduce((before, after) => {
            expect(after).toBeGreaterThanOrEqual(before);
            return after;
          });
        },
      ),
    );
  });

  test('a new APY changes the index only after the observation delay has passed', () => {
    fc.assert(
      fc.property(history, apy, gap, gap, ({ firstApy, steps }, apyPercent, later, back) => {
        const before = grow(steps, firstApy);
        const recordedAtMs = Math.max(T0, (before.at(-1)?.fromMs ?? T0) - OBSERVATION_DELAY_MS) + later;
        const next = createNextSegment(before, { recordedAtMs, apyPercent });
        const after = next === undefined ? before : [...before, next];
        for (const atMs of [recordedAtMs + OBSERVATION_DELAY_MS, recordedAtMs, recordedAtMs - back]) {
          expect(growthIndexAt(after, atMs)).toBe(growthIndexAt(before, atMs));
        }
      }),
    );
  });

  test('the index does not depend on how often an unchanged APY is observed', () => {
    const frequentGaps = fc.array(fc.integer({ min: 0, max: 5 * DAY_MS }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(apy, frequentGaps, (apyPercent, gaps) => {
        const steps = gaps.map((gapMs) => ({ apyPercent, gapMs }));
        const segments = grow(steps, apyPercent);
        const renewalPeriodOf = ({ fromMs }: GrowthIndexSegment) =>
          Math.floor((fromMs - T0) / SEGMENT_RENEWAL_MS);
        expect(new Set(segments.map(renewalPeriodOf)).size).toBe(segments.length);
        const elapsedMs = gaps.reduce((sum, gapMs) => sum + gapMs, 0);
        const hourly = Array.from({ length: Math.floor(elapsedMs / 3_600_000) }, () => ({
          apyPercent,
          gapMs: 3_600_000,
        }));
        const [a, b] = [segments, grow(hourly, apyPercent)].map((all) => growthIndexAt(all, T0 + elapsedMs));
        const difference = (a ?? 0n) - (b ?? 0n);
        expect((difference < 0n ? -difference : difference) * 10n ** 15n).toBeLessThanOrEqual(a ?? 0n);
      }),
    );
  });

  test('the index stops growing after seven days without an observation of the strategy', () => {
    const segments = [createFirstIndexSegment(T0, 12)];
    const still = growthIndexAt(segments, T0 + GROWTH_WITHOUT_READING_MAX_MS);
    expect(growthIndexAt(segments, T0 + GROWTH_WITHOUT_READING_MAX_MS - 1)).toBeLessThan(still);
    expect(growthIndexAt(segments, T0 + GROWTH_WITHOUT_READING_MAX_MS + 1)).toBe(still);
    expect(growthIndexAt(segments, T0 + YEAR_MS)).toBe(still);
    const again = createNextSegment(segments, { recordedAtMs: T0 + YEAR_MS, apyPercent: 12 });
    expect(again).toMatchObject({ fromMs: T0 + YEAR_MS + OBSERVATION_DELAY_MS, index: still });
  });

  test('the index never exceeds its maximum', () => {
    const weeks = Array.from({ length: 200 }, () => ({ apyPercent: 1_000_000, gapMs: 7 * DAY_MS }));
    expect(growthIndexAt(grow(weeks, 1_000_000), T0 + 10 * YEAR_MS)).toBe(GROWTH_INDEX_MAX);
  });

  test('the index after two partial periods equals the index after the whole period, except for rounding', () => {
    fc.assert(
      fc.property(
        apy,
        fc.integer({ min: 1, max: GROWTH_WITHOUT_READING_MAX_MS - 1 }),
        (apyPercent, splitMs) => {
          const whole = createFirstIndexSegment(T0, apyPercent);
          const middle = { ...whole, fromMs: T0 + splitMs, index: growthIndexAt([whole], T0 + splitMs) };
          const atMs = T0 + GROWTH_WITHOUT_READING_MAX_MS;
          const difference = growthIndexAt([whole], atMs) - growthIndexAt([whole, middle], atMs);
          expect(difference).toBeGreaterThanOrEqual(0n);
          expect(difference * 10n ** 20n).toBeLessThanOrEqual(growthIndexAt([whole], atMs));
        },
      ),
    );
  });

  test('the index falls at a negative APY, but never below its minimum', () => {
    expect(computeIndexAfterYear(-50)).toBeLessThanOrEqual(RAY / 2n);
    expect(computeIndexAfterYear(-50)).toBeGreaterThan((RAY * 49n) / 100n);
    const weeks = Array.from({ length: 200 }, () => ({ apyPercent: -1_000, gapMs: 7 * DAY_MS }));
    expect(growthIndexAt(grow(weeks, -1_000), T0 + 10 * YEAR_MS)).toBe(GROWTH_INDEX_MIN);
    expect(computeGrowthRatePerMs(-1_000)).toBe(computeGrowthRatePerMs(-99.99));
  });

  test('the recent segments of the growth index give the same present value as all segments', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 400 * DAY_MS }), ({ firstApy, steps }, ms) => {
        const segments = grow(steps, firstApy);
        const recent = selectRecentSegments(segments, T0 + ms);
        for (const atMs of [T0 + ms, T0 + ms + OBSERVATION_DELAY_MS, T0 + ms - OBSERVATION_DELAY_MS]) {
          expect(growthIndexAt(recent, atMs)).toBe(growthIndexAt(segments, atMs));
        }
      }),
    );
  });
});
