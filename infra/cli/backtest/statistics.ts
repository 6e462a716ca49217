/** Returns the mean; NaN for an empty list. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the quantile for a fraction (0 to 1), with linear interpolation; NaN for an empty list. */
export function quantile(values: readonly number[], fraction: number): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  const position = (sortedValues.length - 1) * fraction;
  const lowerValue = sortedValues[Math.floor(position)] ?? Number.NaN;
  return (
    lowerValue +
    (position - Math.floor(position)) * ((sortedValues[Math.ceil(position)] ?? lowerValue) - lowerValue)
  );
}

/** Returns the rank of each value, from 1 for the smallest value. Equal values get their mean rank. */
function computeRanks(values: readonly number[]): Float64Array {
  const sortedIndexes = Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = new Float64Array(values.length);
  for (let start = 0; start < sortedIndexes.length; ) {
    let end = start;
    while (
      end + 1 < sortedIndexes.length &&
      values[sortedIndexes[end + 1] ?? 0] === values[sortedIndexes[start] ?? 0]
    )
      end += 1;
    for (let at = start; at <= end; at += 1) ranks[sortedIndexes[at] ?? 0] = (start + end) / 2 + 1;
    start = end + 1;
  }
  return ranks;
}

/** Spearman's rank correlation; NaN when one of the lists is constant. */
export function computeRankCorrelation(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [computeRanks(a), computeRanks(b)];
  const meanRank = (a.length + 1) / 2;
  let [xy, xx, yy] = [0, 0, 0];
  x.forEach((rank, index) => {
    const yDeviation = (y[index] ?? 0) - meanRank;
    xy += (rank - meanRank) * yDeviation;
    xx += (rank - meanRank) ** 2;
    yy += yDeviation ** 2;
  });
  return xx === 0 || yy === 0 ? Number.NaN : xy / Math.sqrt(xx * yy);
}

/**
 * Area under the ROC curve (Mann-Whitney): the probability that a case with the event has a higher score than a
 * case without the event. 0.5 means chance. NaN when no case, or every case, has the event.
 */
export function auc(scores: readonly number[], outcomes: readonly boolean[]): number {
  const scoreRanks = computeRanks(scores);
  const eventCount = outcomes.filter(Boolean).length;
  const nonEventCount = outcomes.length - eventCount;
  const sum = outcomes.reduce((total, is, index) => total + (is ? (scoreRanks[index] ?? 0) : 0), 0);
  return eventCount === 0 || nonEventCount === 0
    ? Number.NaN
    : (sum - (eventCount * (eventCount + 1)) / 2) / (eventCount * nonEventCount);
}

/**
 * Winkler (interval) score of an 80% interval: the width of the interval, plus ten times the distance of the
 * outcome from the interval.
 */
export function computeWinklerScore(low: number, high: number, actualValue: number): number {
  return high - low + 10 * Math.max(0, low - actualValue) + 10 * Math.max(0, actualValue - high);
}
