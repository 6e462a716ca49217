import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judge } from '../../../shared/market/domain/recommendation/eligibility/judge.ts';
import { Pool } from '../../../shared/market/domain/recommendation/pool.ts';
import { questionTo } from '../../../shared/market/domain/recommendation/question.ts';
import { bestOf, type Rankings, rankingsOf } from '../../../shared/market/domain/recommendation/rankings.ts';
import { rankedBetween } from '../../../shared/platform/domain/ranking.ts';
import { AS_OF_MS, anyCandidates, anySetting } from './support.ts';

const anyQuestion = fc
  .tuple(anyCandidates, anySetting)
  .map(([candidates, wish]) =>
    questionTo(new Pool(candidates), Uint32Array.from(candidates.keys()), wish, AS_OF_MS),
  );

test('what is left out of a ranking is never among the first that were asked for', () => {
  fc.assert(
    fc.property(anyQuestion, fc.integer({ min: 1, max: 6 }), (question, count) => {
      const judgement = judge(question);
      const first = ({ places, rankings }: Rankings) => {
        const tie = (a: number, b: number) => (places[a] ?? 0) - (places[b] ?? 0);
        return rankedBetween(rankings, 0, count, tie).map((index) => places[index]);
      };
      expect(first(bestOf(question, judgement, count))).toEqual(
        first(rankingsOf(question, judgement.eligible)),
      );
    }),
    { numRuns: 300 },
  );
});
