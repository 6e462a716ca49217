import { FirstBy } from '../../../platform/domain/first-by.ts';
import { valueAt } from '../../../platform/domain/ranking.ts';
import type { PositionCosts } from './costs.ts';
import { isNotWorthMoving, positionCap, sizeRulesBroken } from './eligibility.ts';
import {
  dilutedGrowth,
  impermanentLoss,
  leastDeposit,
  NO_COSTS,
  presentGrowth,
  rankingApy,
  type Setting,
  yieldOf,
} from './estimate.ts';
import type { Outlook } from './outlook.ts';
import { byTvl, type Candidate, POLICY, type RecommendationRequest } from './policy.ts';
import type { Pool } from './pool.ts';

/**
 * A question to some places of a pool. Tens of thousands of candidates are looked at for each new one: so they are
 * judged by numbers, in loops that make no object of any and read nothing that a closure holds.
 */
export interface Question<C extends Candidate> {
  readonly pool: Pool<C>;
  readonly places: Uint32Array;
  readonly request: RecommendationRequest;
  readonly outlook: Outlook;
  /** What is expected of a place, in percent. */
  readonly meanAt: (place: number) => number;
  readonly low80At: (place: number) => number;
  /** How many rules each candidate breaks whatever the amount, by its place in the pool. */
  readonly standing: Uint8Array;
  readonly costsAt: (place: number) => PositionCosts;
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
    low80At: outlook.figure('low80'),
    standing: pool.standing({ riskLevel: request.riskLevel, asOfMs }),
    costsAt: pool.costs(from, costTable),
    present: {
      place: from === undefined ? NOWHERE : (pool.placeOf(from.id) ?? NOWHERE),
      growth: presentGrowth(setting),
    },
  };
}

/** The places of those that break no rule. */
export function eligibleOf<C extends Candidate>(question: Question<C>): Uint32Array {
  const { pool, places, request, standing } = question;
  const { tvl: tvls, minDeposit } = pool;
  const { assets } = request;
  const eligible = new Uint32Array(places.length);
  let count = 0;
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] ?? 0;
    if ((standing[place] ?? 0) > 0) continue;
    if (assets !== undefined && pool.assetRulesBroken(place, request) > 0) continue;
    const tvl = tvls[place] ?? 0;
    const cap = positionCap(tvl, request);
    if (sizeRulesBroken(tvl, minDeposit[place] ?? 0, cap, request) > 0) continue;
    if (isWorthMoving(question, place, cap)) eligible[count++] = place;
  }
  return eligible.subarray(0, count);
}

/** Whether moving there pays for itself at some deposit: what it grows by at least or at most mostly says it. */
function isWorthMoving<C extends Candidate>(question: Question<C>, place: number, cap: number): boolean {
  const { request, outlook, present, costsAt } = question;
  if (place === present.place) return true;
  const { leastGrowth, mostGrowth } = outlook;
  const costs = costsAt(place);
  const surely = leastDeposit((leastGrowth[place] ?? 0) - present.growth, request.horizonDays, costs);
  if (!isNotWorthMoving(surely, cap, request)) return true;
  const perhaps = leastDeposit((mostGrowth[place] ?? 0) - present.growth, request.horizonDays, costs);
  if (isNotWorthMoving(perhaps, cap, request)) return false;
  return !isNotWorthMoving(leastAt(question, place), cap, request);
}

/**
 * What the eligible are ranked by, in percent, at the most that they may take: of all that may stand among the first
 * `count` of them, in no order. What cannot come up to as many others even without costs is left out.
 */
export function rankingsOf<C extends Candidate>(
  question: Question<C>,
  eligible: Uint32Array,
  count: number,
): { readonly places: Uint32Array; readonly rankings: Float64Array } {
  const { pool, request, outlook, costsAt, present, meanAt, low80At } = question;
  const { exposed } = pool.published;
  const { mostMean } = outlook;
  const places = new Uint32Array(eligible.length);
  const rankings = new Float64Array(eligible.length);
  let bar = Number.NEGATIVE_INFINITY;
  let ranked = 0;
  let raiseAt = 2 * count;
  for (let index = 0; index < eligible.length; index += 1) {
    const place = eligible[index] ?? 0;
    const isExposed = exposed[place] === 1;
    const most = mostMean[place] ?? Number.NaN;
    if (most - impermanentLoss(isExposed, most) < bar) continue;
    const tvl = pool.tvl[place] ?? 0;
    const costs = place === present.place ? NO_COSTS : costsAt(place);
    const mean = meanAt(place);
    const yielding = { mean, tvl, impermanentLoss: impermanentLoss(isExposed, mean), costs };
    const { net } = yieldOf(yielding, positionCap(tvl, request) * request.amountUsd, request.horizonDays);
    places[ranked] = place;
    rankings[ranked] = rankingApy(net, { mean, low80: low80At(place) }, request);
    ranked += 1;
    if (ranked !== raiseAt) continue;
    bar = valueAt(rankings.slice(0, ranked), count - 1);
    raiseAt *= 2;
  }
  return { places: places.subarray(0, ranked), rankings: rankings.subarray(0, ranked) };
}

/** The places of those that break one rule alone, the highest expectations first, as many as are shown. */
export function nearMissesOf<C extends Candidate>(question: Question<C>): readonly number[] {
  const { pool, places, request, outlook, standing, meanAt } = question;
  const { tvl: tvls, minDeposit } = pool;
  const { mostMean } = outlook;
  const shown = new FirstBy<number>(
    POLICY.rejectedShown,
    (a, b) => question.meanAt(b) - question.meanAt(a) || byTvl(question.pool.at(a), question.pool.at(b)),
  );
  let lowest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] ?? 0;
    // Asked first, as it leaves out nearly all of them.
    if ((mostMean[place] ?? Number.NaN) < lowest) continue;
    const tvl = tvls[place] ?? 0;
    const cap = positionCap(tvl, request);
    const known =
      (standing[place] ?? 0) +
      pool.assetRulesBroken(place, request) +
      sizeRulesBroken(tvl, minDeposit[place] ?? 0, cap, request);
    if (known > 1) continue;
    if (known + +!isWorthMoving(question, place, cap) !== 1) continue;
    shown.add(place);
    if (shown.bar !== undefined) lowest = meanAt(shown.bar);
  }
  return shown.items;
}

/** The smallest deposit in USD that is worth moving to a place. */
export function leastAt<C extends Candidate>(question: Question<C>, place: number): number {
  const { pool, request, present, costsAt, meanAt } = question;
  if (place === present.place) return 0;
  const mean = meanAt(place);
  const growth = dilutedGrowth(mean, impermanentLoss(pool.published.exposed[place] === 1, mean));
  return leastDeposit(growth - present.growth, request.horizonDays, costsAt(place));
}
