import { FirstBy } from '../../../../platform/domain/first-by.ts';
import { reused } from '../../../../platform/domain/reused.ts';
import { byTvl, type Candidate, POLICY } from '../policy.ts';
import { leastAt, type Question } from '../question.ts';
import { capOf, isNotWorthMoving, positionCap, sizeRulesBroken } from './eligibility.ts';

/** What a question's candidates come to under the rules. */
export interface Judgement {
  /** The places of those that break no rule, in no order. */
  readonly eligible: Uint32Array;
  /** How many rules each candidate breaks, by its place in the pool: exact up to 1. */
  readonly broken: Uint8Array;
}

/** More rules than there are: of a place that was not asked about. */
const NOT_ASKED = 255;

const roomFor = reused((length) => new Uint32Array(length));

/**
 * Who breaks how many rules. What a place grows by at least and at most mostly says whether it is worth moving to; the
 * others are looked at afterwards.
 *
 * What objects hold is read before the loop, nothing is called in it that is not inlined, and each place is written
 * down and then kept or not: loads that are repeated and branches that nobody can foresee took half of the time.
 */
export function judge<C extends Candidate>(question: Question<C>): Judgement {
  const { pool, places, request, standing, outlook, present, costs } = question;
  const { tvl: tvls, minDeposit } = pool;
  const { leastGrowth, mostGrowth } = outlook;
  const { kinds, gasUsd, entryShare, exitShare } = costs;
  const { amountUsd, maxShare, minTvlUsd, horizonDays } = request;
  const { place: home, growth } = present;
  const broken = new Uint8Array(standing.length).fill(NOT_ASKED);
  // The eligible from its front, the doubtful from its end.
  const found = roomFor(places.length);
  let [count, doubtful] = [0, places.length];
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] ?? 0;
    const tvl = tvls[place] ?? 0;
    const cap = capOf(tvl, maxShare, amountUsd);
    const others =
      (standing[place] ?? 0) + sizeRulesBroken(tvl, minDeposit[place] ?? 0, cap, amountUsd, minTvlUsd);
    const kind = kinds[place] ?? 0;
    const gas = gasUsd[kind] ?? 0;
    const entry = entryShare[kind] ?? 0;
    const exit = exitShare[kind] ?? 0;
    const least = ((leastGrowth[place] ?? 0) - growth) * horizonDays - entry - exit;
    const most = ((mostGrowth[place] ?? 0) - growth) * horizonDays - entry - exit;
    const surely = +(place === home) | pays(least, gas, cap * amountUsd);
    const perhaps = pays(most, gas, cap * amountUsd);
    broken[place] = others + 1 - surely;
    found[count] = place;
    found[doubtful - 1] = place;
    count += +(others === 0) & surely;
    doubtful -= +(others <= 1) & perhaps & (1 - surely);
  }
  for (const place of found.subarray(doubtful, places.length)) {
    const cap = positionCap(tvls[place] ?? 0, request);
    if (isNotWorthMoving(leastAt(question, place), cap, request)) continue;
    broken[place] = (broken[place] ?? 0) - 1;
    if (broken[place] === 0) found[count++] = place;
  }
  return { eligible: found.slice(0, count), broken };
}

/**
 * 1 where a deposit of which a share is gained over the horizon pays for its gas as well, or else 0. Shares that are
 * bounds leave more room than a product may be off from the quotient of gas and share, which takes longer.
 */
function pays(gainedShare: number, gasUsd: number, depositUsd: number): number {
  return +(gainedShare > 0) & +!(gasUsd > depositUsd * gainedShare);
}

/** The places of those that break one rule alone, the highest expectations first, as many as are shown. */
export function nearMissesOf<C extends Candidate>(
  { pool, outlook, meanAt }: Question<C>,
  { broken }: Judgement,
): readonly number[] {
  const { mostMean } = outlook;
  const shown = new FirstBy<number>(
    POLICY.rejectedShown,
    (a, b) => meanAt(b) - meanAt(a) || byTvl(pool.at(a), pool.at(b)),
  );
  for (const place of outlook.byMostMean()) {
    if (broken[place] !== 1) continue;
    if (shown.bar !== undefined && (mostMean[place] ?? Number.NaN) < meanAt(shown.bar)) break;
    shown.add(place);
  }
  return shown.items;
}
