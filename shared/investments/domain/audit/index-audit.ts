import { computeGrowthRatePerMs, type GrowthIndexSegment, growthIndexAt, RAY } from '../growth-index.ts';
import { type Difference, listDifferences } from './compare.ts';

/**
 * Checks the growth rate and the start value of each segment. The first segment must start at 1.0, and each later
 * segment at the end value of the previous one.
 */
export function auditGrowthIndex(strategyId: string, segments: readonly GrowthIndexSegment[]): Difference[] {
  return segments.flatMap((segment, i) => {
    const earlierSegments = segments.slice(0, i);
    const location = `${strategyId} index ${i + 1}`;
    const rate = listDifferences(location, 'rate', computeGrowthRatePerMs(segment.apyPercent), segment.rate);
    if (earlierSegments.length === 0)
      return [...rate, ...listDifferences(location, 'value', RAY, segment.index)];
    const isAfterPreviousSegment = segment.fromMs > (earlierSegments.at(-1)?.fromMs ?? 0);
    return [
      ...rate,
      ...listDifferences(
        location,
        'the segment begins after the previous segment',
        true,
        isAfterPreviousSegment,
      ),
      ...listDifferences(location, 'value', growthIndexAt(earlierSegments, segment.fromMs), segment.index),
    ];
  });
}
