import { rankedBetween } from '../../../platform/domain/ranking.ts';
import type { Judgement } from './eligibility/judge.ts';
import { byTvl, type Candidate, POLICY } from './policy.ts';
import { leastAt, type Question } from './question.ts';
import { bestOf } from './rankings.ts';

/** A candidate that may be recommended. */
export interface Ranked<C extends Candidate> {
  readonly candidate: C;
  readonly ranking: number;
  /** The smallest deposit in USD that is worth moving there. */
  readonly least: number;
}

/**
 * The first of the candidates in the order of their rankings, as many as the amount may be divided among: only those are
 * told apart and sorted.
 */
export function rankedBy<C extends Candidate>(question: Question<C>, judgement: Judgement) {
  const { pool } = question;
  const { eligible } = judgement;
  const { places, rankings } = bestOf(question, judgement, POLICY.poolSize);
  const at = (index: number) => pool.at(places[index] ?? -1);
  const best = rankedBetween(rankings, 0, POLICY.poolSize, (a, b) => byTvl(at(a), at(b))).map(
    (index): Ranked<C> => ({
      candidate: at(index),
      ranking: rankings[index] ?? Number.NaN,
      least: leastAt(question, places[index] ?? -1),
    }),
  );
  return { count: eligible.length, best };
}
