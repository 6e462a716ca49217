import {
  dilutedGrowth,
  impermanentLoss,
  leastDeposit,
  presentGrowth,
  type Setting,
} from './estimates/estimate.ts';
import type { Outlook } from './estimates/outlook.ts';
import type { Candidate, RecommendationRequest } from './policy.ts';
import type { MovingCosts, Pool } from './pool.ts';

/**
 * A question to some places of a pool. Tens of thousands of candidates are looked at for each new one: so they are
 * judged and ranked by columns of numbers, in loops that make no object of any.
 */
export interface Question<C extends Candidate> {
  readonly pool: Pool<C>;
  readonly places: Uint32Array;
  readonly request: RecommendationRequest;
  readonly outlook: Outlook;
  /** What is expected of a place, in percent. */
  readonly meanAt: (place: number) => number;
  /** How many rules each candidate breaks whatever the amount, by its place in the pool. */
  readonly standing: Uint8Array;
  readonly costs: MovingCosts;
  /** Where the money is, and what one unit of it is expected to earn in a day. */
  readonly present: { readonly place: number; readonly growth: number };
}

/** The place of a present position that there is not. */
const NOWHERE = -1;

/** @param asOfMs the catalog's own time, against which a reading is stale */
export function questionTo<C extends Candidate>(
  pool: Pool<C>,
  places: Uint32Array,
  setting: Setting,
  asOfMs: number,
): Question<C> {
  const { request, from, costTable } = setting;
  const outlook = pool.outlook(request.horizonDays);
  return {
    pool,
    places,
    request,
    outlook,
    meanAt: outlook.figure('mean'),
    standing: pool.standingFor(request, { riskLevel: request.riskLevel, asOfMs }, places),
    costs: pool.costs(from, costTable),
    present: {
      place: from === undefined ? NOWHERE : (pool.placeOf(from.id) ?? NOWHERE),
      growth: presentGrowth(setting),
    },
  };
}

/** The smallest deposit in USD that is worth moving to a place. */
export function leastAt<C extends Candidate>(question: Question<C>, place: number): number {
  const { pool, request, present, costs, meanAt } = question;
  if (place === present.place) return 0;
  const mean = meanAt(place);
  const growth = dilutedGrowth(mean, impermanentLoss(pool.published.exposed[place] === 1, mean));
  return leastDeposit(growth - present.growth, request.horizonDays, costs.at(place));
}
