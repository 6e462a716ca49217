import * as z from 'zod/mini';
import { RISK_LEVELS } from '../../../strategies/contract/strategy.ts';
import { packSections, unpackSections } from '../../../strategies/domain/catalog/encoding/sections.ts';
import type { IntervalReach } from '../../../strategies/domain/expectation/table.ts';
import { type Calibration, FORMULA_VERSION, KIND_HORIZON_PAIRS, NO_CALIBRATION } from './calibration.ts';
import { SCORE_BIN_COUNT } from './scores.ts';

/** Name of the calibration in the snapshot store. */
export const CALIBRATION_SNAPSHOT_NAME = 'calibration';
/**
 * Version of the layout. Increase it with every change, so that older readers reject the snapshot instead of misreading
 * it.
 */
const FORMAT_VERSION = 2;

const allocationKeyFields = { horizonDays: z.int(), riskLevel: z.enum(RISK_LEVELS) };

const headerSchema = z.strictObject({
  format: z.literal(FORMAT_VERSION),
  formula: z.int(),
  lastDay: z.int().check(z.minimum(0)),
  sinceDay: z.int().check(z.minimum(0)),
  /** Days on which intervals were published. */
  days: z.array(z.int()),
  plans: z.array(
    z.strictObject({
      ...allocationKeyFields,
      day: z.int(),
      mean: z.number(),
      low80: z.number(),
      parts: z.array(z.tuple([z.string(), z.number()])),
    }),
  ),
  planTallies: z.array(
    z.strictObject({ ...allocationKeyFields, plans: z.int(), meanReached: z.int(), lowReached: z.int() }),
  ),
});

export function encodeCalibration(calibration: Calibration): Uint8Array {
  const {
    lastDay,
    sinceDay,
    scores,
    publishedReachesByDay,
    intervalTallies,
    pendingAllocations,
    allocationTallies,
  } = calibration;
  return packSections(
    {
      format: FORMAT_VERSION,
      formula: FORMULA_VERSION,
      lastDay,
      sinceDay,
      days: [...publishedReachesByDay.keys()],
      plans: pendingAllocations,
      planTallies: allocationTallies,
    },
    {
      reaches: Float64Array.from(
        [...publishedReachesByDay.values()].flat().flatMap(({ down, up }) => [down, up]),
      ),
      scores: Uint32Array.from(scores.flatMap((scoreCounts) => [...scoreCounts])),
      tallies: Uint32Array.from(
        intervalTallies.flatMap(({ below, within, above }) => [below, within, above]),
      ),
    },
  );
}

/**
 * Decodes the bytes of `encodeCalibration`. Returns an empty calibration if the bytes were made for another formula
 * version.
 * @throws RangeError or ZodError for bytes in another format
 */
export function decodeCalibration(bytes: Uint8Array): Calibration {
  const unpackedSections = unpackSections(bytes);
  const { formula, lastDay, sinceDay, days, plans, planTallies } = headerSchema.parse(
    unpackedSections.header,
  );
  if (formula !== FORMULA_VERSION) return NO_CALIBRATION;
  const [intervalReaches, storedScoreCounts, tallies] = [
    unpackedSections.f64('reaches'),
    unpackedSections.u32('scores'),
    unpackedSections.u32('tallies'),
  ];
  if (
    intervalReaches.length !== days.length * KIND_HORIZON_PAIRS.length * 2 ||
    storedScoreCounts.length !== KIND_HORIZON_PAIRS.length * SCORE_BIN_COUNT ||
    tallies.length !== KIND_HORIZON_PAIRS.length * 3
  ) {
    throw new RangeError('The calibration is cut short.');
  }
  const intervalReachAt = (index: number): IntervalReach => ({
    down: intervalReaches[2 * index] ?? 0,
    up: intervalReaches[2 * index + 1] ?? 0,
  });
  return {
    lastDay,
    sinceDay,
    pendingAllocations: plans,
    allocationTallies: planTallies,
    scores: KIND_HORIZON_PAIRS.map((_, kindHorizonIndex) =>
      storedScoreCounts.slice(kindHorizonIndex * SCORE_BIN_COUNT, (kindHorizonIndex + 1) * SCORE_BIN_COUNT),
    ),
    publishedReachesByDay: new Map(
      days.map(
        (day, row) =>
          [
            day,
            KIND_HORIZON_PAIRS.map((_, kindHorizonIndex) =>
              intervalReachAt(row * KIND_HORIZON_PAIRS.length + kindHorizonIndex),
            ),
          ] as const,
      ),
    ),
    intervalTallies: KIND_HORIZON_PAIRS.map((_, kindHorizonIndex) => ({
      below: tallies[3 * kindHorizonIndex] ?? 0,
      within: tallies[3 * kindHorizonIndex + 1] ?? 0,
      above: tallies[3 * kindHorizonIndex + 2] ?? 0,
    })),
  };
}
