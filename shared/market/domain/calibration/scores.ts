/**
 * A histogram of forecast scores. A score is the realized mean minus the expected mean. A negative difference is
 * divided by the forecast's `stepDown`, a positive difference by its `stepUp`.
 */
export type ScoreCounts = Uint32Array;

/** Scores below -SCORE_MAX are counted in the first bin, and scores above SCORE_MAX in the last bin. */
const SCORE_MAX = 10;
const BINS_PER_SCORE_UNIT = 20;
export const SCORE_BIN_COUNT = 2 * SCORE_MAX * BINS_PER_SCORE_UNIT;

export function addToScoreCounts(scoreCounts: ScoreCounts, forecastScore: number): void {
  const bin = Math.floor((forecastScore + SCORE_MAX) * BINS_PER_SCORE_UNIT);
  const index = Math.min(SCORE_BIN_COUNT - 1, Math.max(0, bin));
  scoreCounts[index] = (scoreCounts[index] ?? 0) + 1;
}

export function countScores(scoreCounts: ScoreCounts): number {
  return scoreCounts.reduce((sum, count) => sum + count, 0);
}

/** Returns the score below which the given fraction of all scores lies. NaN if there are no scores. */
export function computeScoreQuantile(scoreCounts: ScoreCounts, fraction: number): number {
  const targetCount = countScores(scoreCounts) * fraction;
  let lowerScoreCount = 0;
  for (let bin = 0; bin < scoreCounts.length; bin += 1) {
    const count = scoreCounts[bin] ?? 0;
    if (count > 0 && lowerScoreCount + count >= targetCount) {
      return (bin + (targetCount - lowerScoreCount) / count) / BINS_PER_SCORE_UNIT - SCORE_MAX;
    }
    lowerScoreCount += count;
  }
  return Number.NaN;
}
