import { isAbsurdApy, PUBLICATION_RULES } from '../../../shared/ingest/domain/publication.ts';
import type { Recording } from './recording.ts';

/** An APY leaps when it changes by more than this factor, or its sign, and by more than so many percentage points. */
const LEAP = { factor: 5, points: 5 } as const;

/** Spikes of one reading in a recording, and how many of them were published. */
export interface SpikeReport {
  readonly spikes: number;
  readonly published: number;
}

/**
 * Reports the spikes of a recording and how many the guard published. A spike is an APY that leaps up from the previous
 * reading and is back at its old level in the next one. It is found in the recording alone, whatever the guard counts
 * as a leap.
 * @param publishedOf a pool's published APY by reading, NaN where there is none
 */
export function spikeReport(
  { pools }: Recording,
  publishedOf: (pool: string) => Float32Array | undefined,
): SpikeReport {
  let [spikes, published] = [0, 0];
  for (const { row, apy, tvl } of pools) {
    const taken = publishedOf(row.pool);
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
      if (!Number.isNaN(taken?.[day] ?? Number.NaN)) published += 1;
    });
  }
  return { spikes, published };
}

function isSpike(before: number, apy: number, after: number): boolean {
  return apy > before && leaps(before, apy) && leaps(apy, after) && !leaps(before, after);
}

function leaps(one: number, other: number): boolean {
  if (Math.abs(one - other) <= LEAP.points) return false;
  const [small, large] = [Math.min(Math.abs(one), Math.abs(other)), Math.max(Math.abs(one), Math.abs(other))];
  return one < 0 !== other < 0 || large > LEAP.factor * small;
}
