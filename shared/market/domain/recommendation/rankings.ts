import { valueAt } from '../../../platform/domain/ranking.ts';
import { NEAR_SHARE } from '../../../strategies/domain/expectation/near-apy.ts';
import { capOf } from './eligibility.ts';
import { costsFor, dilutionOf, impermanentLoss, lessAversion, netOf } from './estimate.ts';
import type { Judgement } from './judge.ts';
import { type Candidate, POLICY } from './policy.ts';
import type { Question } from './question.ts';

/** Some places and what each is ranked by, in percent, at the most that it may take. */
export interface Rankings {
  readonly places: Uint32Array;
  readonly rankings: Float64Array;
}

/** What places are ranked by. */
export function rankingsOf<C extends Candidate>(question: Question<C>, places: Uint32Array): Rankings {
  const { outlook } = question;
  return rankedOn(question, places, outlook.figures('mean', places), outlook.figures('low80', places));
}

/** How much of what two figures are off by a ranking is off by: dilution, losses and aversion each take a part. */
const FIGURES_IN_RANKING = 4;

/** Nearly what places are ranked by, in a part of the time, and how far each of it may be off. */
export function nearRankingsOf<C extends Candidate>(
  question: Question<C>,
  places: Uint32Array,
): Rankings & { readonly margin: number } {
  const { outlook } = question;
  const means = outlook.nearFigures('mean', places);
  return {
    ...rankedOn(question, places, means, outlook.nearFigures('low80', places)),
    margin: FIGURES_IN_RANKING * NEAR_SHARE * (1 + outlook.largest()),
  };
}

/**
 * What places are ranked by at what is expected of them, which becomes the rankings. What objects hold is read before
 * the loop, as in {@link judge}.
 */
function rankedOn<C extends Candidate>(
  question: Question<C>,
  places: Uint32Array,
  means: Float64Array,
  rankings: Float64Array,
): Rankings {
  const { pool, costs, present } = question;
  const { amountUsd, maxShare, horizonDays, riskLevel } = question.request;
  const { tvl: tvls } = pool;
  const { exposed } = pool.published;
  const { kinds, gasUsd, entryShare, exitShare } = costs;
  const aversion = POLICY.aversion[riskLevel];
  const home = present.place;
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] ?? 0;
    const mean = means[index] ?? 0;
    const tvl = tvls[place] ?? 0;
    const kind = kinds[place] ?? 0;
    const deposit = capOf(tvl, maxShare, amountUsd) * amountUsd;
    const kept = mean - dilutionOf(mean, tvl, deposit) - impermanentLoss(exposed[place] === 1, mean);
    const costsUsd = costsFor(deposit, gasUsd[kind] ?? 0, entryShare[kind] ?? 0, exitShare[kind] ?? 0);
    const net = netOf(kept, place === home ? 0 : costsUsd, deposit, horizonDays);
    rankings[index] = lessAversion(net, mean, rankings[index] ?? 0, aversion);
  }
  return { places, rankings };
}

/**
 * The rankings of all eligible that may stand among the first `count`, and of some others: from the highest mean down,
 * so many at a time, until what is left cannot come up to the last of them even without costs.
 */
export function bestOf<C extends Candidate>(
  question: Question<C>,
  { eligible, broken }: Judgement,
  count: number,
): Rankings {
  if (eligible.length <= 2 * count) return rankingsOf(question, eligible);
  const { mostMean } = question.outlook;
  const order = question.outlook.byMostMean();
  const places = new Uint32Array(eligible.length);
  const rankings = new Float64Array(eligible.length);
  let ranked = 0;
  let bar = Number.NEGATIVE_INFINITY;
  let next = 0;
  while (ranked < eligible.length) {
    const begin = ranked;
    for (; next < order.length && ranked < begin + count; next += 1) {
      const place = order[next] ?? 0;
      if (broken[place] !== 0) continue;
      if ((mostMean[place] ?? Number.NaN) < bar) break;
      places[ranked++] = place;
    }
    if (ranked === begin) break;
    rankings.set(rankingsOf(question, places.subarray(begin, ranked)).rankings, begin);
    if (ranked >= count) bar = valueAt(rankings.slice(0, ranked), count - 1);
  }
  return { places: places.subarray(0, ranked), rankings: rankings.subarray(0, ranked) };
}
