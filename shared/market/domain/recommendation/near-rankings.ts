import { NEAR_SHARE } from '../../../strategies/domain/expectation/near-apy.ts';
import { capOf } from './eligibility.ts';
import { costsFor, dilutionOf, impermanentLoss, lessAversion } from './estimate.ts';
import { NEAR_NET_SHARE, nearNetOf } from './near-net.ts';
import { type Candidate, POLICY } from './policy.ts';
import type { Question } from './question.ts';
import { type Rankings, rankingsOf } from './rankings.ts';

/** How much of what two figures are off by a ranking is off by: dilution, losses and aversion each take a part. */
const FIGURES_IN_RANKING = 4;
/** So few that no long columns are made only to be thrown away: collecting those took longer than filling them. */
const AT_A_TIME = 2_048;

/** Nearly what places are ranked by, in a part of the time, and how far each of it may be off. */
export function nearRankingsOf<C extends Candidate>(
  question: Question<C>,
  places: Uint32Array,
): Rankings & { readonly margin: number } {
  const rankings = new Float64Array(places.length);
  for (let begin = 0; begin < places.length; begin += AT_A_TIME) {
    const some = places.subarray(begin, begin + AT_A_TIME);
    rank(question, some, rankings.subarray(begin, begin + AT_A_TIME));
  }
  const untold: number[] = [];
  for (let index = 0; index < rankings.length; index += 1)
    if (Number.isNaN(rankings[index])) untold.push(index);
  const exact = rankingsOf(
    question,
    Uint32Array.from(untold, (index) => places[index] ?? 0),
  );
  untold.forEach((index, at) => {
    rankings[index] = exact.rankings[at] ?? Number.NaN;
  });
  const largest = question.outlook.largest();
  // A loss by impermanence is a part of the mean, or so small that 100 is more.
  const margin = FIGURES_IN_RANKING * NEAR_SHARE * (1 + largest) + NEAR_NET_SHARE * (100 + 2 * largest);
  return { places, rankings, margin };
}

/** As `rankingsOf` does, by what is nearly expected; NaN where that has to be told exactly. */
function rank<C extends Candidate>(question: Question<C>, places: Uint32Array, rankings: Float64Array): void {
  const { pool, outlook, costs, present } = question;
  const { amountUsd, maxShare, horizonDays, riskLevel } = question.request;
  const { tvl: tvls } = pool;
  const { exposed } = pool.published;
  const { kinds, gasUsd, entryShare, exitShare } = costs;
  const aversion = POLICY.aversion[riskLevel];
  const home = present.place;
  const means = outlook.nearFigures('mean', places);
  const lows = outlook.nearFigures('low80', places);
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] ?? 0;
    const mean = means[index] ?? 0;
    const tvl = tvls[place] ?? 0;
    const kind = kinds[place] ?? 0;
    const deposit = capOf(tvl, maxShare, amountUsd) * amountUsd;
    const kept = mean - dilutionOf(mean, tvl, deposit) - impermanentLoss(exposed[place] === 1, mean);
    const costsUsd = costsFor(deposit, gasUsd[kind] ?? 0, entryShare[kind] ?? 0, exitShare[kind] ?? 0);
    const net = nearNetOf(kept, place === home ? 0 : costsUsd, deposit, horizonDays);
    rankings[index] = lessAversion(net, mean, lows[index] ?? 0, aversion);
  }
}
