import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UNITS } from '../../../shared/market/domain/recommendation/allocate.ts';
import { isEligible, positionCap } from '../../../shared/market/domain/recommendation/eligibility.ts';
import { explainer, whyUnallocated } from '../../../shared/market/domain/recommendation/explain.ts';
import { recommend } from '../../../shared/market/domain/recommendation/recommend.ts';
import { AS_OF_MS, anyCandidates, anyRequest, candidate, request, STALE_MS } from './support.ts';

const spread = ['ethereum', 'base', 'arbitrum', 'optimism'].flatMap((chain, at) =>
  ['aave-v3', 'morpho', 'compound'].map((protocol, index) =>
    candidate({ id: `strat_${at}${index}`, chain, protocol, current_apy: 4 + at + index }),
  ),
);
const codes = (reasons: readonly { code: string }[]) => reasons.map(({ code }) => code);

describe('the plan', () => {
  test('places the whole amount with the best strategies under the caps', () => {
    const plan = recommend(spread, request(), AS_OF_MS);
    expect(plan.allocatedUnits).toBe(UNITS);
    expect(plan.considered).toBe(12);
    expect(plan.ranked).toHaveLength(12);
    const taken = plan.ranked.filter(({ units }) => units > 0);
    expect(taken).toHaveLength(4);
    expect(taken[0]?.candidate.id).toBe('strat_32');
    const net = taken.reduce((total, { units, expected }) => total + (units / UNITS) * expected.net, 0);
    expect(plan.expectedNetApy).toBeCloseTo(net, 10);
  });

  test('too few candidates leave a part unallocated rather than pass a cap', () => {
    const plan = recommend(spread.slice(0, 1), request(), AS_OF_MS);
    expect(plan.allocatedUnits).toBe(4_000);
    expect(recommend([], request(), AS_OF_MS)).toMatchObject({ ranked: [], allocatedUnits: 0 });
    expect(recommend([], request(), AS_OF_MS).expectedNetApy).toBeNaN();
  });

  test('a large amount spreads by what each TVL bears', () => {
    const plan = recommend(spread, request({ amountUsd: 50_000_000 }), AS_OF_MS);
    for (const { units } of plan.ranked) expect(units).toBeLessThanOrEqual(1_000);
    expect(plan.allocatedUnits).toBe(UNITS);
  });

  test('the best-looking ones that are left out are named with every reason', () => {
    const traps = [
      candidate({ id: 'strat_t1', current_apy: 900, outlier: true, risk_level: 'high' }),
      candidate({ id: 'strat_t2', current_apy: 80, tvl: 12_000, history_days: 5 }),
      candidate({ id: 'strat_t4', current_apy: 60, observedAtMs: STALE_MS }),
      candidate({ id: 'strat_t5', current_apy: 50, min_deposit: 5_000 }),
      candidate({ id: 'strat_t6', current_apy: 40, underlying_assets: ['USDC', 'ETH'] }),
      candidate({ id: 'strat_t7', current_apy: 30, volatility_30d: 100 }),
      candidate({ id: 'strat_t8', current_apy: 25, status: 'paused' }),
    ];
    const { rejected, ranked } = recommend([...spread, ...traps], request({ asset: 'USDC' }), AS_OF_MS);
    expect(ranked).toHaveLength(12);
    expect(rejected.map(({ candidate: { id }, reasons }) => [id, ...codes(reasons)])).toEqual([
      ['strat_t1', 'risk_above_limit', 'outlier'],
      ['strat_t2', 'short_history'],
      ['strat_t4', 'stale'],
      ['strat_t5', 'below_minimum_deposit'],
      ['strat_t6', 'several_assets'],
      ['strat_t7', 'no_expected_yield'],
      ['strat_t8', 'paused'],
    ]);
  });

  test('at most ten rejected ones are named, the highest APY first', () => {
    const traps = Array.from({ length: 15 }, (_, index) =>
      candidate({ id: `strat_${index}`, current_apy: index, outlier: true }),
    );
    const { rejected } = recommend(traps, request(), AS_OF_MS);
    expect(rejected.map((each) => each.candidate.current_apy)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5]);
  });
});

describe('reasons', () => {
  test('a position says what it is expected to pay, its risk, its part of the TVL and what caps it', () => {
    const narrow = request({ maxShare: 1, maxProtocolShare: 0.5, maxChainShare: 1 });
    const plan = recommend(
      [
        candidate({ id: 'strat_a', current_apy: 17, il_risk: true }),
        candidate({ id: 'strat_b', current_apy: 8, protocol: 'morpho', tvl: 60_000 }),
      ],
      narrow,
      AS_OF_MS,
    );
    const explain = explainer(plan, narrow);
    expect(plan.ranked.map((each) => codes(explain(each)))).toEqual([
      ['expected_yield', 'risk', 'liquidity', 'protocol_cap'],
      ['expected_yield', 'risk', 'liquidity', 'tvl_cap'],
    ]);
    expect(explain(plan.ranked[0] ?? expect.fail())[0]?.message).toBe(
      'Expected to pay 9.00% net over 90 days: 17.00% less 8.00 points for impermanent loss. It pays 17.00% now.',
    );
  });

  test('one without a part says what kept it out, and so does an amount without a place', () => {
    const leftOut = (overrides: Parameters<typeof request>[0]) => {
      const wish = request(overrides);
      const plan = recommend(spread, wish, AS_OF_MS);
      const explain = explainer(plan, wish);
      const left = plan.ranked.filter(({ units }) => units === 0).flatMap((each) => codes(explain(each)));
      return [new Set(left), whyUnallocated(plan)?.code] as const;
    };
    expect(leftOut({})).toEqual([new Set(['outranked']), undefined]);
    expect(leftOut({ maxProtocolShare: 0.3 })).toEqual([new Set(['protocol_cap']), 'caps_reached']);
    expect(leftOut({ maxChainShare: 0.2 })).toEqual([new Set(['chain_cap']), 'caps_reached']);
    expect(whyUnallocated(recommend([], request(), AS_OF_MS))?.code).toBe('no_candidates');
    const risky = candidate({ risk_level: 'high' });
    expect(whyUnallocated(recommend([risky], request(), AS_OF_MS))?.code).toBe('none_eligible');
  });
});

describe('properties', () => {
  test('no cap is passed, nothing ineligible is recommended, and every candidate is accounted for', () => {
    fc.assert(
      fc.property(anyCandidates, anyRequest, (candidates, wish) => {
        const plan = recommend(candidates, wish, AS_OF_MS);
        const share = (of: (each: (typeof plan.ranked)[number]) => boolean) =>
          plan.ranked.filter(of).reduce((total, { units }) => total + units, 0) / UNITS;
        for (const { candidate: each, units, riskAdjusted } of plan.ranked) {
          expect(isEligible(each, wish, AS_OF_MS)).toBe(true);
          expect(riskAdjusted).toBeGreaterThan(0);
          expect(units / UNITS).toBeLessThanOrEqual(positionCap(each, wish) + 1e-9);
          expect(share(({ candidate: { protocol } }) => protocol === each.protocol)).toBeLessThanOrEqual(
            wish.maxProtocolShare + 1e-9,
          );
          expect(share(({ candidate: { chain } }) => chain === each.chain)).toBeLessThanOrEqual(
            wish.maxChainShare + 1e-9,
          );
          if (units > 0)
            expect((units / UNITS) * wish.amountUsd).toBeGreaterThanOrEqual(each.min_deposit - 1e-6);
        }
        expect(plan.allocatedUnits).toBeLessThanOrEqual(UNITS);
        expect(plan.rejected.length).toBe(Math.min(10, candidates.length - plan.ranked.length));
        expect(plan.rejected.every(({ reasons }) => reasons.length > 0)).toBe(true);
        const explain = explainer(plan, wish);
        expect(plan.ranked.every((each) => explain(each).length > 0)).toBe(true);
      }),
    );
  });

  test('the order of the candidates does not matter', () => {
    fc.assert(
      fc.property(
        anyCandidates.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        anyRequest,
        ([list, shuffled], wish) => {
          expect(recommend(shuffled, wish, AS_OF_MS)).toEqual(recommend(list, wish, AS_OF_MS));
        },
      ),
    );
  });

  test('those with a part come first, then the others, each by risk-adjusted APY', () => {
    fc.assert(
      fc.property(anyCandidates, anyRequest, (candidates, wish) => {
        const { ranked } = recommend(candidates, wish, AS_OF_MS);
        for (let index = 1; index < ranked.length; index += 1) {
          const [before, after] = [ranked[index - 1], ranked[index]];
          if (before === undefined || after === undefined) continue;
          if (before.units === 0) expect(after.units).toBe(0);
          if (before.units > 0 === after.units > 0) {
            expect(before.riskAdjusted).toBeGreaterThanOrEqual(after.riskAdjusted);
          }
        }
      }),
    );
  });
});
