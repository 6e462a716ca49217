import { isAbsurdApy, PUBLICATION_RULES } from '../../../shared/ingest/domain/publication.ts';
import type { Recording } from './recording.ts';

/**
 * Minimum change of a leap: more than `points` percentage points, and either more than `factor` or a change
 * of sign.
 */
const LEAP = { factor: 5, points: 5 } as const;

/** Spikes of a single reading in a recording, and how many of them were published. */
export interface SpikeReport {
  readonly spikes: number;
  readonly published: number;
}

/**
 * Counts the spikes of a recording and how many of them the guard published. A spike is an APY that leaps up
 * from the previous reading and returns to the old level in the next one. It is found in the recording alone,
 * independent of the guard's rules.
 *
 * @param publishedOf returns a pool's published APY by reading, NaN where there is none
 */
export function countSpikes(
  { pools }: Recording,
  publishedOf: (pool: string) => Float32Array | undefined,
): SpikeReport {
  let [spikes, published] = [0, 0];
  for (const { row, apy, tvl } of pools) {
    const publishedApy = publishedOf(row.pool);
    const readings = apy.flatMap((value, day) =>
      value === null ||
      isAbsurdApy(value) ||
      (tvl !== undefined && (tvl[day] ?? 0) < PUBLICATION_RULES.minTvlUsd)
        ? []
        : [{ value, day }],
    );
    readings.forEach(({ value, day }, index) => {
      const [before, after] = [readings[index - 1]?.value, readings[index + 1]?.value];
      if (before === undefined || after === undefined || !isSpike(before, value, after)) return;
      spikes += 1;
      if (!Number.isNaN(publishedApy?.[day] ?? Number.NaN)) published += 1;
    });
  }
  return { spikes, published };
}

function isSpike(before: number, apy: number, after: number): boolean {
  return apy > before && isLeap(before, apy) && isLeap(apy, after) && !isLeap(before, after);
}

function isLeap(one: number, other: number): boolean {
  if (Math.abs(one - other) <= LEAP.points) return false;
  const [small, large] = [Math.min(Math.abs(one), Math.abs(other)), Math.max(Math.abs(one), Math.abs(other))];
  return one < 0 !== other < 0 || large > LEAP.factor * small;
}
