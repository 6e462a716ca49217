import { rankedBetween } from '../../../platform/domain/ranking.ts';
import { eligibleOf, leastAt, type Question, rankingsOf } from './judge.ts';
import { byTvl, type Candidate, POLICY } from './policy.ts';

/** A candidate that may be recommended. */
export interface Ranked<C extends Candidate> {
  readonly candidate: C;
  readonly ranking: number;
  /** The smallest deposit in USD that is worth moving there. */
  readonly least: number;
}

/** The candidates in the order of their rankings, of which only what is asked for is sorted. */
export function rankedBy<C extends Candidate>(question: Question<C>) {
  const { pool } = question;
  const eligible = eligibleOf(question);
  const select = (
    { places, rankings }: ReturnType<typeof rankingsOf>,
    from: number,
    to: number,
  ): Ranked<C>[] => {
    const at = (index: number) => pool.at(places[index] ?? -1);
    return rankedBetween(rankings, from, to, (a, b) => byTvl(at(a), at(b))).map((index) => ({
      candidate: at(index),
      ranking: rankings[index] ?? Number.NaN,
      least: leastAt(question, places[index] ?? -1),
    }));
  };
  // Those that the amount is divided among hold the first pages as well.
  const best = select(rankingsOf(question, eligible, POLICY.poolSize), 0, POLICY.poolSize);
  let all: ReturnType<typeof rankingsOf> | undefined;
  const between = (from: number, to: number) => {
    if (to <= POLICY.poolSize) return best.slice(from, to);
    all ??= rankingsOf(question, eligible, eligible.length);
    return select(all, from, to);
  };
  return { count: eligible.length, best, between };
}
