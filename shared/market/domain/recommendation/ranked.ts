import { rankedBetween, standingBetween } from '../../../platform/domain/ranking.ts';
import type { Judgement } from './judge.ts';
import { nearRankingsOf } from './near-rankings.ts';
import { byTvl, type Candidate, POLICY } from './policy.ts';
import { leastAt, type Question } from './question.ts';
import { bestOf, type Rankings, rankingsOf } from './rankings.ts';

/** A candidate that may be recommended. */
export interface Ranked<C extends Candidate> {
  readonly candidate: C;
  readonly ranking: number;
  /** The smallest deposit in USD that is worth moving there. */
  readonly least: number;
}

/** The candidates in the order of their rankings, of which only what is asked for is sorted, or told apart exactly. */
export function rankedBy<C extends Candidate>(question: Question<C>, judgement: Judgement) {
  const { pool } = question;
  const { eligible } = judgement;
  const select = ({ places, rankings }: Rankings, from: number, to: number): Ranked<C>[] => {
    const at = (index: number) => pool.at(places[index] ?? -1);
    return rankedBetween(rankings, from, to, (a, b) => byTvl(at(a), at(b))).map((index) => ({
      candidate: at(index),
      ranking: rankings[index] ?? Number.NaN,
      least: leastAt(question, places[index] ?? -1),
    }));
  };
  // Those that the amount is divided among hold the first pages as well.
  const best = select(bestOf(question, judgement, POLICY.poolSize), 0, POLICY.poolSize);
  let near: ReturnType<typeof nearRankingsOf> | undefined;
  const between = (from: number, to: number) => {
    if (to <= POLICY.poolSize) return best.slice(from, to);
    near ??= nearRankingsOf(question, eligible);
    const { indexes, above } = standingBetween(near.rankings, from, to, near.margin);
    const places = Uint32Array.from(indexes, (index) => eligible[index] ?? -1);
    return select(rankingsOf(question, places), from - above, to - above);
  };
  return { count: eligible.length, best, between };
}
