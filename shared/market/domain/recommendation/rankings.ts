import { valueAt } from '../../../platform/domain/ranking.ts';
import { capOf } from './eligibility/eligibility.ts';
import type { Judgement } from './eligibility/judge.ts';
import { costsFor, dilutionOf, impermanentLoss, lessAversion, netOf } from './estimates/estimate.ts';
import { type Candidate, POLICY } from './policy.ts';
import type { Question } from './question.ts';

/** Some places and what each is ranked by, in percent, at the most that it may take. */
export interface Rankings {
  readonly places: Uint32Array;
  readonly rankings: Float64Array;
}

/** What places are ranked by. What objects hold is read before the loop, as in {@link judge}. */
export function rankingsOf<C extends Candidate>(question: Question<C>, places: Uint32Array): Rankings {
  const { pool, outlook, costs, present } = question;
  const { amountUsd, maxShare, horizonDays, riskLevel } = question.request;
  const { tvl: tvls } = pool;
  const { exposed } = pool.published;
  const { kinds, gasUsd, entryShare, exitShare } = costs;
  const aversion = POLICY.aversion[riskLevel];
  const home = present.place;
  const means = outlook.figures('mean', places);
  const rankings = outlook.figures('low80', places);
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
  const places: number[] = [];
  const rankings: number[] = [];
  let bar = Number.NEGATIVE_INFINITY;
  let next = 0;
  while (places.length < eligible.length) {
    const batch: number[] = [];
    for (; next < order.length && batch.length < count; next += 1) {
      const place = order[next] ?? 0;
      if (broken[place] !== 0) continue;
      if ((mostMean[place] ?? Number.NaN) < bar) break;
      batch.push(place);
    }
    if (batch.length === 0) break;
    places.push(...batch);
    rankings.push(...rankingsOf(question, new Uint32Array(batch)).rankings);
    if (rankings.length >= count) bar = valueAt(new Float64Array(rankings), count - 1);
  }
  return { places: new Uint32Array(places), rankings: new Float64Array(rankings) };
}
