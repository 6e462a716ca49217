import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judge } from '../../../shared/market/domain/recommendation/judge.ts';
import { Pool } from '../../../shared/market/domain/recommendation/pool.ts';
import { questionTo } from '../../../shared/market/domain/recommendation/question.ts';
import { bestOf, type Rankings, rankingsOf } from '../../../shared/market/domain/recommendation/rankings.ts';
import { rankedBetween } from '../../../shared/platform/domain/ranking.ts';
import { AS_OF_MS, anyCandidates, anySetting } from './support.ts';

test('what is left out of a ranking is never among the first that were asked for', () => {
  fc.assert(
    fc.property(anyCandidates, anySetting, fc.integer({ min: 1, max: 6 }), (candidates, wish, count) => {
      const places = Uint32Array.from(candidates.keys());
      const question = questionTo(new Pool(candidates), places, wish, AS_OF_MS);
      const judgement = judge(question);
      const first = (found: Rankings) => {
        const tie = (a: number, b: number) => (found.places[a] ?? 0) - (found.places[b] ?? 0);
        return rankedBetween(found.rankings, 0, count, tie).map((index) => found.places[index]);
      };
      expect(first(bestOf(question, judgement, count))).toEqual(
        first(rankingsOf(question, judgement.eligible)),
      );
    }),
    { numRuns: 300 },
  );
});
