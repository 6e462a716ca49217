import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UNITS } from '../../../shared/market/domain/recommendation/division/allocate.ts';
import {
  positionCap,
  rejectionReasons,
} from '../../../shared/market/domain/recommendation/eligibility/eligibility.ts';
import { explainer, whyUnallocated } from '../../../shared/market/domain/recommendation/explain.ts';
import { type Candidate, POLICY } from '../../../shared/market/domain/recommendation/policy.ts';
import { plainPlan } from './model.ts';
import { AS_OF_MS, anyCandidates, anySetting, candidate, planned, STALE_MS, setting } from './support.ts';

const spread = ['ethereum', 'base', 'arbitrum', 'optimism'].flatMap((chain, at) =>
  ['aave-v3', 'morpho', 'compound'].map((protocol, index) =>
    candidate({ id: `strat_${at}${index}`, chain, protocol, current_apy: 4 + at + index }),
  ),
);
const codes = (reasons: readonly { code: string }[]) => reasons.map(({ code }) => code);

describe('the plan', () => {
  test('places the whole amount with the best strategies under the caps', () => {
    const plan = planned(spread, setting());
    expect(plan.allocatedUnits).toBe(UNITS);
    expect(plan.considered).toBe(12);
    expect(plan.ranked).toHaveLength(12);
    const taken = plan.ranked.filter(({ units }) => units > 0);
    expect(taken).toHaveLength(3);
    expect(taken[0]?.candidate.id).toBe('strat_32');
    const net = taken.reduce((total, { units, estimate }) => total + (units / UNITS) * estimate.net, 0);
    expect(plan.expectedNetApy).toBeCloseTo(net, 10);
  });

  test('too few candidates leave a part unallocated rather than pass a cap', () => {
    const plan = planned(spread.slice(0, 1), setting());
    expect(plan.allocatedUnits).toBe(4_000);
    expect(planned([], setting())).toMatchObject({ ranked: [], allocatedUnits: 0 });
    expect(planned([], setting()).expectedNetApy).toBeNaN();
  });

  test('a large amount spreads by what each TVL bears', () => {
    const plan = planned(spread, setting({ amountUsd: 10_000_000 }));
    for (const { units } of plan.ranked) expect(units).toBeLessThanOrEqual(1_000);
    expect(plan.allocatedUnits).toBe(UNITS);
  });

  test('near misses are named with the one rule that they break, the highest expectation first', () => {
    const traps = [
      candidate({ id: 'strat_t1', current_apy: 90, outlier: true }),
      candidate({ id: 'strat_t2', current_apy: 80, history_days: 5 }),
      candidate({ id: 'strat_t3', current_apy: 70, peer_apy: 4, unmoved_days: 20, risk_level: 'high' }),
      candidate({ id: 'strat_t4', current_apy: 60, observedAtMs: STALE_MS }),
      candidate({ id: 'strat_t5', current_apy: 50, min_deposit: 5_000 }),
      candidate({ id: 'strat_t6', current_apy: 40, underlying_assets: ['USDC', 'ETH'] }),
      candidate({ id: 'strat_t7', current_apy: 30, tvl: 999_000 }),
      candidate({ id: 'strat_t8', current_apy: 25, status: 'paused' }),
      candidate({ id: 'strat_t9', current_apy: 20, risk_level: 'high' }),
      candidate({ id: 'strat_ta', current_apy: -1 }),
      candidate({ id: 'strat_tb', current_apy: 900, tvl: 11, history_days: 1 }),
    ];
    const { rejected, ranked } = planned([...spread, ...traps], setting({ assets: ['USDC'] }));
    expect(ranked).toHaveLength(12);
    expect(rejected.map(({ candidate: { id }, reason }) => [id, reason.code])).toEqual([
      ['strat_t1', 'outlier'],
      ['strat_t2', 'short_history'],
      ['strat_t3', 'stuck_rate'],
      ['strat_t4', 'stale'],
      ['strat_t5', 'below_minimum_deposit'],
      ['strat_t6', 'several_assets'],
      ['strat_t7', 'low_tvl'],
      ['strat_t8', 'paused'],
      ['strat_t9', 'risk_above_limit'],
      ['strat_ta', 'not_worth_moving'],
    ]);
  });

  test('a pool of several assets is eligible where all of them were asked for', () => {
    const pair = candidate({ underlying_assets: ['USDC', 'USDT'] });
    const eligible = (assets: string[]) => planned([pair], setting({ assets })).ranked.length;
    expect([['USDC'], ['USDC', 'DAI'], ['USDT', 'DAI', 'USDC']].map(eligible)).toEqual([0, 0, 1]);
  });

  test('the first 500 are told, page by page, those with a part first', () => {
    const many = Array.from({ length: 700 }, (_, at) =>
      candidate({ id: `strat_${at}`, current_apy: 1 + ((at * 37) % 700) / 100 }),
    );
    const { plan, ranked } = planned(many, setting());
    const pages = Array.from({ length: 10 }, (_, page) => plan.ranked(page * 70, page * 70 + 70));
    expect(pages.flat()).toEqual(ranked);
    expect(plan.eligible).toBe(700);
    const others = ranked.filter(({ units }) => units === 0).map(({ ranking }) => ranking);
    expect(new Set(ranked.map(({ candidate: { id } }) => id)).size).toBe(POLICY.poolSize);
    expect(others).toEqual(others.toSorted((a, b) => b - a));
  });

  test('a smaller TVL than a million is recommended only where it was asked for', () => {
    const small = candidate({ tvl: 600_000 });
    expect(planned([small], setting()).ranked).toEqual([]);
    expect(planned([small], setting({ minTvlUsd: 500_000 })).ranked).toHaveLength(1);
  });
});

describe('what is expected', () => {
  const lists = fc.tuple(anyCandidates, anySetting);

  test('does not depend on the risk that the caller accepts', () => {
    fc.assert(
      fc.property(lists, ([candidates, wish]) => {
        const expectedAt = (riskLevel: 'low' | 'high') =>
          new Map(
            planned(candidates, { ...wish, request: { ...wish.request, riskLevel } }).ranked.map((each) => [
              each.candidate.id,
              each.estimate.expected,
            ]),
          );
        const [low, high] = [expectedAt('low'), expectedAt('high')];
        for (const [id, expected] of low) if (high.has(id)) expect(high.get(id)).toEqual(expected);
      }),
    );
  });

  test('of a plan reaches lower by a quarter of what its parts pay above their peers', () => {
    const lowOf = (peer_apy: number | null) =>
      planned([candidate({ current_apy: 8, peer_apy })], setting()).expected.low80;
    expect(lowOf(4)).toBeCloseTo(lowOf(8) - 0.25 * 4, 10);
    expect([lowOf(12), lowOf(null)]).toEqual([lowOf(8), lowOf(8)]);
  });

  test('of a plan lies between its low80 and high80, and low80 below those of its parts', () => {
    const { expected, ranked } = planned(spread, setting());
    expect(expected.low80).toBeLessThan(expected.mean);
    expect(expected.high80).toBeGreaterThan(expected.mean);
    const parts = ranked.filter(({ units }) => units > 0);
    const low = parts.reduce(
      (sum, { units, estimate }) => sum + (units / UNITS) * estimate.expected.low80,
      0,
    );
    expect(expected.low80).toBeCloseTo(expected.mean - 1.5 * (expected.mean - low), 10);
  });
});

describe('reasons', () => {
  test('a position says what it is expected to pay, its risk, its part of the TVL and what caps it', () => {
    const narrow = setting({ maxShare: 1, maxProtocolShare: 0.5, maxChainShare: 1, minTvlUsd: 0 });
    const plan = planned(
      [
        candidate({ id: 'strat_a', current_apy: 24, il_risk: true }),
        candidate({ id: 'strat_b', current_apy: 8, protocol: 'morpho', tvl: 300_000 }),
      ],
      narrow,
      AS_OF_MS,
    );
    const explain = explainer(plan.plan, narrow.request);
    expect(plan.ranked.map((each) => codes(explain(each)))).toEqual([
      ['expected_yield', 'risk', 'liquidity', 'protocol_cap'],
      ['expected_yield', 'risk', 'liquidity', 'tvl_cap'],
    ]);
    expect(explain(plan.ranked[0] ?? expect.fail())[0]?.message).toBe(
      'Expected to pay 12.00% net over 90 days: 24.00% (19.20 to 28.80 in 80 of 100 cases) less 12.00 points for ' +
        'impermanent loss. It pays 24.00% now.',
    );
  });

  test('one without a part says what kept it out, and so does an amount without a place', () => {
    const leftOut = (overrides: Parameters<typeof setting>[0]) => {
      const wish = setting(overrides);
      const plan = planned(spread, wish);
      const explain = explainer(plan.plan, wish.request);
      const left = plan.ranked.filter(({ units }) => units === 0).flatMap((each) => codes(explain(each)));
      return [new Set(left), whyUnallocated(plan.plan)?.code] as const;
    };
    expect(leftOut({ maxProtocolShare: 1, maxChainShare: 1 })).toEqual([new Set(['outranked']), undefined]);
    expect(leftOut({ maxProtocolShare: 0.3 })).toEqual([new Set(['protocol_cap']), 'caps_reached']);
    expect(leftOut({ maxProtocolShare: 1, maxChainShare: 0.2 })).toEqual([
      new Set(['chain_cap']),
      'caps_reached',
    ]);
    expect(whyUnallocated(planned([], setting()).plan)?.code).toBe('no_candidates');
    const risky = candidate({ risk_level: 'high' });
    expect(whyUnallocated(planned([risky], setting()).plan)?.code).toBe('none_eligible');
  });

  test('an amount that nothing may take says the commonest rule in the way, and what to change', () => {
    const dear = ['strat_a', 'strat_b'].map((id) => candidate({ id, min_deposit: 100 }));
    const risky = candidate({ id: 'strat_c', risk_level: 'high' });
    const worse = { min_deposit: 100, risk_level: 'high', outlier: true } as const;
    const others = ['strat_d', 'strat_e', 'strat_f'].map((id) => candidate({ id, ...worse }));
    const why = (candidates: Candidate[]) =>
      whyUnallocated(planned(candidates, setting({ amountUsd: 200 })).plan)?.message;
    expect(why([...dear, risky, ...others])).toBe(
      'None of the strategies that match (6) passed every rule. Of those that break one rule alone, most are left out ' +
        'as the caps allow less than their min_deposit (below_minimum_deposit, 2). Raise amount or max_share.',
    );
    expect(why(others)).toContain('Of all of them, most are left out as the caps allow less');
  });

  test('an amount that is best left where it is does not blame the caps', () => {
    const present = candidate({ id: 'strat_best', current_apy: 9 });
    const others = [
      candidate({ id: 'strat_a', protocol: 'morpho' }),
      candidate({ id: 'strat_b', chain: 'base' }),
    ];
    const stay = planned([present, ...others], setting({}, { from: present }));
    expect([stay.allocatedUnits, whyUnallocated(stay.plan)?.code]).toEqual([4_000, 'none_better']);
    const better = candidate({ id: 'strat_c', protocol: 'morpho', current_apy: 10 });
    const moved = planned([present, better, ...others], setting({}, { from: present }));
    expect([moved.allocatedUnits, whyUnallocated(moved.plan)?.code]).toEqual([8_000, 'caps_reached']);
  });
});

describe('properties', () => {
  test('is what looking at every candidate by itself and sorting them all comes to, page by page', () => {
    fc.assert(
      fc.property(anyCandidates, anySetting, fc.nat(30), fc.nat(30), (candidates, wish, from, more) => {
        const { plan, ranked, rejected, allocatedUnits } = planned(candidates, wish);
        const model = plainPlan(candidates, wish, AS_OF_MS);
        expect({ ranked, rejected, allocatedUnits }).toEqual(model);
        expect(plan.ranked(from, from + more)).toEqual(model.ranked.slice(from, from + more));
      }),
      { numRuns: 300 },
    );
  });

  test('no cap is passed, nothing ineligible is recommended, and nothing moves for less than it costs', () => {
    fc.assert(
      fc.property(anyCandidates, anySetting, (candidates, wish) => {
        const { request } = wish;
        const plan = planned(candidates, wish);
        const share = (of: (each: (typeof plan.ranked)[number]) => boolean) =>
          plan.ranked.filter(of).reduce((total, { units }) => total + units, 0) / UNITS;
        for (const { candidate: each, units, estimate } of plan.ranked) {
          expect(rejectionReasons(each, wish, AS_OF_MS)).toEqual([]);
          expect(units / UNITS).toBeLessThanOrEqual(positionCap(each.tvl, request) + 1e-9);
          expect(share(({ candidate: { protocol } }) => protocol === each.protocol)).toBeLessThanOrEqual(
            request.maxProtocolShare + 1e-9,
          );
          expect(share(({ candidate: { chain } }) => chain === each.chain)).toBeLessThanOrEqual(
            request.maxChainShare + 1e-9,
          );
          if (units === 0) continue;
          expect((units / UNITS) * request.amountUsd).toBeGreaterThanOrEqual(each.min_deposit - 1e-6);
          expect(estimate.daysToBreakEven).not.toBeNull();
          expect(estimate.daysToBreakEven).toBeLessThanOrEqual(request.horizonDays);
        }
        expect(plan.allocatedUnits).toBeLessThanOrEqual(UNITS);
        const explain = explainer(plan.plan, request);
        expect(plan.ranked.every((each) => explain(each).length > 0)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('the order of the candidates does not matter', () => {
    fc.assert(
      fc.property(
        anyCandidates.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        anySetting,
        ([list, shuffled], wish) => {
          const shown = ({ plan: _, ...rest }: ReturnType<typeof planned>) => rest;
          expect(shown(planned(shuffled, wish))).toEqual(shown(planned(list, wish)));
        },
      ),
    );
  });

  test('those with a part come first, then the others, each by rank', () => {
    fc.assert(
      fc.property(anyCandidates, anySetting, (candidates, wish) => {
        const { ranked } = planned(candidates, wish);
        for (let index = 1; index < ranked.length; index += 1) {
          const [before, after] = [ranked[index - 1], ranked[index]];
          if (before === undefined || after === undefined) continue;
          if (before.units === 0) expect(after.units).toBe(0);
          if (before.units > 0 === after.units > 0)
            expect(before.ranking).toBeGreaterThanOrEqual(after.ranking);
        }
      }),
    );
  });
});
