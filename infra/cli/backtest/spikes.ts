import { isAbsurdApy, PUBLICATION_RULES } from '../../../shared/ingest/domain/publication.ts';
import type { Recording } from './recording.ts';

/**
 * The APY leaps when it changes by more than `points` percentage points. It must also change by more than `factor`
 * times, or change its sign.
 */
const LEAP = { factor: 5, points: 5 } as const;

/** Number of spikes in a recording that last a single reading, and how many of them were published. */
export interface SpikeReport {
  readonly spikes: number;
  readonly published: number;
}

/**
 * Counts the spikes of a recording and the published spikes. A spike is an APY that leaps up and returns to the old
 * level in the next reading.
 *
 * @param findPublishedApys returns the published APY of a pool by reading; NaN for a reading without published APY
 */
export function countSpikes(
  { pools }: Recording,
  findPublishedApys: (pool: string) => Float32Array | undefined,
): SpikeReport {
  let [spikes, publishedCount] = [0, 0];
  for (const { row, apy, tvl } of pools) {
    const publishedApy = findPublishedApys(row.pool);
    const readings = apy.flatMap((value, day) =>
      value === null ||
      isAbsurdApy(value) ||
      (tvl !== undefined && (tvl[day] ?? 0) < PUBLICATION_RULES.minTvlUsd)
        ? []
        : [{ value, day }],
    );
    readings.forEach(({ value, day }, index) => {
      const [previousApy, nextApy] = [readings[index - 1]?.value, readings[index + 1]?.value];
      if (previousApy === undefined || nextApy === undefined || !isSpike(previousApy, value, nextApy)) return;
      spikes += 1;
      if (!Number.isNaN(publishedApy?.[day] ?? Number.NaN)) publishedCount += 1;
    });
  }
  return { spikes, published: publishedCount };
}

function isSpike(previousApy: number, apy: number, nextApy: number): boolean {
  return (
    apy > previousApy && isLeap(previousApy, apy) && isLeap(apy, nextApy) && !isLeap(previousApy, nextApy)
  );
}

function isLeap(firstApy: number, secondApy: number): boolean {
  if (Math.abs(firstApy - secondApy) <= LEAP.points) return false;
  const [smaller, larger] = [
    Math.min(Math.abs(firstApy), Math.abs(secondApy)),
    Math.max(Math.abs(firstApy), Math.abs(secondApy)),
  ];
  return firstApy < 0 !== secondApy < 0 || larger > LEAP.factor * smaller;
}
