/**
 * How far outcomes fell from their means, counted: in units of the forecast's own step down or up, so that strategies
 * of any rate and spread are counted together. Below zero they fell short.
 */
export type ScoreCounts = Uint32Array;

/** Scores beyond this count as it. */
const SCORE_MAX = 10;
const BINS_PER_UNIT = 20;
export const SCORE_BINS = 2 * SCORE_MAX * BINS_PER_UNIT;

/** Counts one score. */
export function countScore(counts: ScoreCounts, score: number): void {
  const bin = Math.floor((score + SCORE_MAX) * BINS_PER_UNIT);
  const index = Math.min(SCORE_BINS - 1, Math.max(0, bin));
  counts[index] = (counts[index] ?? 0) + 1;
}

/** How many scores were counted. */
export function countOf(counts: ScoreCounts): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The score below which the given part of all lies, to a twentieth and in between in a straight line; NaN of none. */
export function scoreQuantile(counts: ScoreCounts, part: number): number {
  const wanted = countOf(counts) * part;
  let below = 0;
  for (let bin = 0; bin < counts.length; bin += 1) {
    const count = counts[bin] ?? 0;
    if (count > 0 && below + count >= wanted) {
      return (bin + (wanted - below) / count) / BINS_PER_UNIT - SCORE_MAX;
    }
    below += count;
  }
  return Number.NaN;
}
