import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eligibleOf, questionTo, rankingsOf } from '../../../shared/market/domain/recommendation/judge.ts';
import { Pool } from '../../../shared/market/domain/recommendation/pool.ts';
import { rankedBetween } from '../../../shared/platform/domain/ranking.ts';
import { AS_OF_MS, anyCandidates, anySetting } from './support.ts';

test('what is left out of a ranking is never among the first that were asked for', () => {
  fc.assert(
    fc.property(anyCandidates, anySetting, fc.integer({ min: 1, max: 6 }), (candidates, wish, count) => {
      const places = Uint32Array.from(candidates.keys());
      const question = questionTo(new Pool(candidates), places, wish, AS_OF_MS);
      const eligible = eligibleOf(question);
      const first = (among: number) => {
        const found = rankingsOf(question, eligible, among);
        const tie = (a: number, b: number) => (found.places[a] ?? 0) - (found.places[b] ?? 0);
        return rankedBetween(found.rankings, 0, count, tie).map((index) => found.places[index]);
      };
      expect(rankingsOf(question, eligible, eligible.length).places).toEqual(eligible);
      expect(first(count)).toEqual(first(eligible.length));
    }),
    { numRuns: 300 },
  );
});
