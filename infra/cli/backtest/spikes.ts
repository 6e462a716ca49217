import { isAbsurdApy, PUBLICATION_RULES } from '../../../shared/ingest/domain/publication.ts';
import type { Recording } from './recording.ts';

/**
 * A change of the APY is large if it exceeds `points` percentage points. In addition, one APY must be more than
 * `factor` times the other, or their signs must differ.
 */
const LARGE_APY_CHANGE = { factor: 5, points: 5 } as const;

/** Number of spikes in a recording, and how many of them were published. A spike lasts one reading. */
export interface SpikeReport {
  readonly spikes: number;
  readonly published: number;
}

/**
 * Counts the spikes in a recording, and how many of them were published. A spike is an APY that rises by a large change
 * and returns to the old level in the next reading.
 *
 * @param findPublishedApys returns the published APYs of a pool, one per reading; NaN if no APY was published
 */
export function countSpikes(
  { pools }: Recording,
  findPublishedApys: (pool: string) => Float32Array | undefined,
): SpikeReport {
  let [spikeCount, publishedSpikeCount] = [0, 0];
  for (const { row, apy, tvl } of pools) {
    const publishedApys = findPublishedApys(row.pool);
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
      spikeCount += 1;
      if (!Number.isNaN(publishedApys?.[day] ?? Number.NaN)) publishedSpikeCount += 1;
    });
  }
  return { spikes: spikeCount, published: publishedSpikeCount };
}

function isSpike(previousApy: number, apy: number, nextApy: number): boolean {
  return (
    apy > previousApy &&
    isLargeApyChange(previousApy, apy) &&
    isLargeApyChange(apy, nextApy) &&
    !isLargeApyChange(previousApy, nextApy)
  );
}

function isLargeApyChange(firstApy: number, secondApy: number): boolean {
  if (Math.abs(firstApy - secondApy) <= LARGE_APY_CHANGE.points) return false;
  const [smallerApy, largerApy] = [
    Math.min(Math.abs(firstApy), Math.abs(secondApy)),
    Math.max(Math.abs(firstApy), Math.abs(secondApy)),
  ];
  return firstApy < 0 !== secondApy < 0 || largerApy > LARGE_APY_CHANGE.factor * smallerApy;
}
