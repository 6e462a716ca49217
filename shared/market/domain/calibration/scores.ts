/**
 * A histogram of forecast results. A score is the distance of the result from the expected mean, in units of the
 * forecast's own step. Strategies of any APY can therefore be counted together. A negative score means a result below
 * the mean.
 */
export type ScoreCounts = Uint32Array;

/** Largest score. A score beyond SCORE_MAX or -SCORE_MAX is counted in the outermost bin. */
const SCORE_MAX = 10;
const BINS_PER_UNIT = 20;
export const SCORE_BINS = 2 * SCORE_MAX * BINS_PER_UNIT;

export function countScore(counts: ScoreCounts, score: number): void {
  const bin = Math.floor((score + SCORE_MAX) * BINS_PER_UNIT);
  const index = Math.min(SCORE_BINS - 1, Math.max(0, bin));
  counts[index] = (counts[index] ?? 0) + 1;
}

export function countScores(counts: ScoreCounts): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Returns the score below which the given fraction of all scores lies. The value is interpolated within a bin of width
 * 1/20. NaN if there are no scores.
 */
export function scoreQuantile(counts: ScoreCounts, part: number): number {
  const targetCount = countScores(counts) * part;
  let countBelow = 0;
  for (let bin = 0; bin < counts.length; bin += 1) {
    const count = counts[bin] ?? 0;
    if (count > 0 && countBelow + count >= targetCount) {
      return (bin + (targetCount - countBelow) / count) / BINS_PER_UNIT - SCORE_MAX;
    }
    countBelow += count;
  }
  return Number.NaN;
}
