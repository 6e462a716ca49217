import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  explainNoneEligible,
  explainRecommendation,
  findUnallocatedReason,
} from '../../../shared/market/domain/recommendation/explain.ts';
import {
  type Candidate,
  computeMaxPositionShare,
  RECOMMENDATION_POLICY,
} from '../../../shared/market/domain/recommendation/policy.ts';
import { allocateAmount } from '../../../shared/market/domain/recommendation/recommend.ts';
import { findBrokenRules } from '../../../shared/market/domain/recommendation/rules.ts';
import { expectedApyAround } from '../../support/records.ts';
import {
  AS_OF_MS,
  anyCandidates,
  anyEstimateContext,
  anyRequest,
  makeCandidate,
  makeEstimateContext,
  makeRequest,
  NO_COSTS,
  planFor,
  STALE_OBSERVED_AT_MS,
} from './support.ts';

const spread = ['ethereum', 'base', 'arbitrum', 'optimism'].flatMap((chain, at) =>
  ['aave-v3', 'morpho', 'compound'].map((protocol, index) =>
    makeCandidate({ id: `strat_${at}${index}`, chain, protocol, current_apy: 4 + at + index }),
  ),
);
const codes = (reasons: readonly { code: string }[]) => reasons.map(({ code }) => code);
const ids = (list: readonly { candidate: Candidate }[]) => list.map(({ candidate: { id } }) => id);

describe('the allocation of an amount', () => {
  test('the allocation divides the amount into three equal parts for the three best strategies', () => {
    const plan = planFor(spread, makeEstimateContext({ maxProtocolShare: 1, maxChainShare: 1 }));
    expect(plan.candidateCount).toBe(12);
    expect(plan.allocatedStrategies.map(({ candidate: { id }, share }) => [id, share])).toEqual([
      ['strat_32', 1 / 3],
      ['strat_22', 1 / 3],
      ['strat_31', 1 / 3],
    ]);
    expect(plan.plan.allocatedShare).toBe(1);
    const net = plan.allocatedStrategies.reduce(
      (total, { share, estimate }) => total + share * estimate.netApy,
      0,
    );
    expect(plan.net.mean).toBeCloseTo(net, 10);
  });

  test('the allocation ranks strategies by the lower of their current and 30-day APY', () => {
    const at = (id: string, now: number, month: number) =>
      makeCandidate({ id, current_apy: now, historical_apy: { '7d': now, '30d': month, '90d': month } });
    const plan = planFor(
      [at('a', 30, 3), at('b', 5, 20), at('c', 6, 6), at('d', 4, 4)],
      makeEstimateContext(),
    );
    expect(ids(plan.ranked)).toEqual(['c', 'b', 'd', 'a']);
  });

  test('the allocation gives a protocol or chain at most its allocation cap', () => {
    expect(ids(planFor(spread, makeEstimateContext()).allocatedStrategies)).toEqual([
      'strat_32',
      'strat_31',
      'strat_20',
    ]);
    const one = planFor(spread, makeEstimateContext({ maxProtocolShare: 1, maxChainShare: 0.4 }));
    expect(ids(one.allocatedStrategies)).toEqual(['strat_32', 'strat_22', 'strat_12']);
  });

  test('the allocation has more and smaller parts if the maximum share of a strategy is below one third', () => {
    const shares = (maxShare: number) =>
      planFor(
        spread,
        makeEstimateContext({ maxShare, maxProtocolShare: 1, maxChainShare: 1 }),
      ).allocatedStrategies.map((each) => each.share);
    expect(shares(0.25)).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(shares(0.1)).toHaveLength(10);
  });

  test('a single candidate strategy gets one third of the amount, and without candidates nothing is allocated', () => {
    expect(planFor(spread.slice(0, 1), makeEstimateContext()).allocatedShare).toBe(1 / 3);
    expect(planFor([], makeEstimateContext())).toMatchObject({ ranked: [], allocatedShare: 0 });
    expect(planFor([], makeEstimateContext()).net.mean).toBeNaN();
  });

  test('the allocation gives a strategy at most 1% of the TVL of this strategy', () => {
    const of = (tvl: number) => makeCandidate({ id: `strat_${tvl}`, tvl, protocol: `p${tvl}` });
    const { allocatedStrategies, rejections } = planFor(
      [of(20e6), of(40e6), of(10e6)],
      makeEstimateContext({ amountUsd: 1_000_000 }),
    );
    expect(allocatedStrategies.map(({ share }) => share)).toEqual([1 / 3, 0.2]);
    expect(rejections.map(({ reason }) => reason)).toEqual([
      {
        code: 'too_small',
        message:
          'An allocation puts at most 1% of the TVL into a strategy. Here this is 100,000 USD, which is too small a part of 1 million USD.',
      },
    ]);
  });

  test('if the lower bound of the expected earnings does not cover the costs, no amount is allocated', () => {
    const wide = {
      '7d': expectedApyAround(5)['7d'],
      '30d': expectedApyAround(5)['30d'],
      '90d': { mean: 5, low80: -9, high80: 9 },
    };
    const wish = makeEstimateContext();
    const { plan, ranked, allocatedStrategies } = planFor([makeCandidate({ expected_apy: wide })], wish);
    expect([allocatedStrategies, plan.isLossLikely]).toEqual([[], true]);
    expect(ranked.map((each) => codes(explainRecommendation(each, wish.request)))).toEqual([['do_nothing']]);
    expect(findUnallocatedReason(plan, wish)).toMatchObject({
      code: 'do_nothing',
      message: expect.stringContaining('Do nothing'),
    });
  });

  test('the allocation is empty if no strategy has a known history', () => {
    const unread = spread.map((each) => ({ ...each, log_apy_volatility_30d: null }));
    const { plan, allocatedStrategies } = planFor(unread, makeEstimateContext());
    expect(allocatedStrategies).toEqual([]);
    expect(findUnallocatedReason(plan, makeEstimateContext())?.message).toBe(
      'None of the 12 strategies that match passed every rule. The most common cause is a history that is shorter ' +
        'than 30 days or has not been read yet (the only cause for 12 strategies). Choose another asset or chain, or ' +
        'ask again after the next ingestion.',
    );
  });

  test('the rejections name only strategies that break exactly one rule, highest expected APY first', () => {
    const traps = [
      makeCandidate({ id: 'strat_t1', current_apy: 90, outlier: true }),
      makeCandidate({ id: 'strat_t2', current_apy: 80, history_days: 5 }),
      makeCandidate({ id: 'strat_t3', current_apy: 70, peer_apy: 4, unmoved_days: 20, risk_level: 'high' }),
      makeCandidate({ id: 'strat_t4', current_apy: 60, observedAtMs: STALE_OBSERVED_AT_MS }),
      makeCandidate({ id: 'strat_t5', current_apy: 50, min_deposit: 5_000 }),
      makeCandidate({ id: 'strat_t6', current_apy: 40, underlying_assets: ['USDC', 'ETH'] }),
      makeCandidate({ id: 'strat_t7', current_apy: 30, tvl: 999_000 }),
      makeCandidate({ id: 'strat_t8', current_apy: 25, status: 'paused' }),
      makeCandidate({ id: 'strat_t9', current_apy: 20, risk_level: 'high' }),
      makeCandidate({ id: 'strat_ta', current_apy: -1 }),
      makeCandidate({ id: 'strat_tb', current_apy: 900, tvl: 11, history_days: 1 }),
    ];
    const { rejections, ranked } = planFor([...spread, ...traps], makeEstimateContext({ assets: ['USDC'] }));
    expect(ranked).toHaveLength(12);
    expect(rejections.map(({ candidate: { id }, reason }) => [id, reason.code])).toEqual([
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

  test('the allocation includes a pool of several assets only if all of them were requested', () => {
    const pair = makeCandidate({ underlying_assets: ['USDC', 'USDT'] });
    const countEligible = (assets: string[]) =>
      planFor([pair], makeEstimateContext({ assets })).ranked.length;
    expect([['USDC'], ['USDC', 'DAI'], ['USDT', 'DAI', 'USDC']].map(countEligible)).toEqual([0, 0, 1]);
  });
});

describe('the expected APY of an allocation', () => {
  test('the distance from mean to lower bound is smaller for an allocation than for its strategies on average', () => {
    const { expected, allocatedStrategies } = planFor(spread, makeEstimateContext());
    const weighted = (figure: (each: (typeof allocatedStrategies)[number]) => number) =>
      allocatedStrategies.reduce((sum, each) => sum + each.share * figure(each), 0);
    expect(expected.mean).toBeCloseTo(
      weighted(({ estimate: e }) => e.expected.mean - e.correction),
      10,
    );
    const distanceToLowerBound = weighted(({ estimate: { expected: own } }) => own.mean - own.low80);
    expect(expected.low80).toBeCloseTo(
      expected.mean - RECOMMENDATION_POLICY.lowerBoundFactor * distanceToLowerBound,
      10,
    );
    expect(expected.high80).toBeGreaterThan(expected.mean);
  });

  test('the expected APY of a strategy does not depend on the risk that the caller accepts', () => {
    fc.assert(
      fc.property(anyCandidates, anyEstimateContext, (candidates, wish) => {
        const computeExpectedApys = (riskLevel: 'low' | 'high') =>
          new Map(
            planFor(candidates, { ...wish, request: { ...wish.request, riskLevel } }).ranked.map((each) => [
              each.candidate.id,
              each.estimate.expected,
            ]),
          );
        const [low, high] = [computeExpectedApys('low'), computeExpectedApys('high')];
        for (const [id, expected] of low) if (high.has(id)) expect(high.get(id)).toEqual(expected);
      }),
    );
  });
});

describe('the reasons in a recommendation', () => {
  test('the reasons for a recommended strategy state the expected APY, the risk, and the allocated share of the TVL', () => {
    const wish = makeEstimateContext({ amountUsd: 30_000 });
    const { allocatedStrategies } = planFor(
      [makeCandidate({ current_apy: 8, peer_apy: 4, tvl: 1_000_000 })],
      wish,
    );
    const reasons = allocatedStrategies.flatMap((each) => explainRecommendation(each, wish.request));
    expect(codes(reasons)).toEqual(['expected_yield', 'risk', 'liquidity']);
    expect(reasons.map(({ message }) => message)).toEqual([
      'It pays 8.00% now and paid 8.00% on average over 30 days. Over 90 days it is expected to pay 8.00%, and 6.40% ' +
        'to 9.60% in 80 of 100 cases. An allocation deducts these percentage points: 1.40 because an unusually ' +
        'high APY often does not last, 0.07 for dilution by the amount. That leaves 6.53% net.',
      'Its risk is low (score 20 of 100). A score of up to 35 is low.',
      'The part is 1.00% of its TVL of 1 million USD.',
    ]);
    const [large] = planFor(
      [makeCandidate({ tvl: 2_000_000 })],
      makeEstimateContext({ amountUsd: 100_000 }),
    ).allocatedStrategies;
    expect(
      codes(explainRecommendation(large ?? expect.fail(), makeRequest({ amountUsd: 100_000 }))),
    ).toContain('tvl_cap');
  });

  test('the recommendation gives a reason for each strategy to which it allocates nothing', () => {
    const listUnallocatedReasonCodes = (overrides: Parameters<typeof makeEstimateContext>[0]) => {
      const wish = makeEstimateContext(overrides);
      const plan = planFor(spread, wish);
      const left = plan.ranked.filter(({ share }) => share === 0);
      return [
        new Set(left.flatMap((each) => codes(explainRecommendation(each, wish.request)))),
        findUnallocatedReason(plan.plan, wish)?.code,
      ];
    };
    expect(listUnallocatedReasonCodes({ maxProtocolShare: 1, maxChainShare: 1 })).toEqual([
      new Set(['outranked']),
      undefined,
    ]);
    expect(listUnallocatedReasonCodes({ maxProtocolShare: 0.3 })).toEqual([
      new Set(['protocol_cap']),
      'caps_reached',
    ]);
    expect(listUnallocatedReasonCodes({ maxProtocolShare: 1, maxChainShare: 0.2 })).toEqual([
      new Set(['chain_cap']),
      'caps_reached',
    ]);
    expect(findUnallocatedReason(planFor([], makeEstimateContext()).plan, makeEstimateContext())?.code).toBe(
      'no_candidates',
    );
  });

  test('the reason of an unallocated amount names the allocation caps and the parameters to change', () => {
    const why = (
      candidates: Candidate[],
      overrides: Parameters<typeof makeEstimateContext>[0],
      forms: string[] = [],
    ) => {
      const wish = makeEstimateContext(overrides);
      return findUnallocatedReason(planFor(candidates, wish).plan, wish, forms)?.message;
    };
    const [one, two, three] = ['strat_a', 'strat_b', 'strat_c'].map((id) => makeCandidate({ id }));
    const same = [one, two, three].flatMap((each) => each ?? []);
    expect(why(same, {})).toBe(
      '3 strategies passed every rule, and 1 of them has a part. The rest is left out: 2 because a protocol may have ' +
        'at most 60% (max_protocol_share). Raise max_protocol_share.',
    );
    expect(why(same, { maxProtocolShare: 1, maxChainShare: 0.5 })).toBe(
      '3 strategies passed every rule, and 1 of them has a part. The rest is left out: 2 because a chain may have ' +
        'at most 50% (max_chain_share). Raise max_chain_share.',
    );
    expect(why(same.slice(0, 1), { assets: ['ETH'] }, ['WETH', 'STETH'])).toBe(
      'Only 1 strategy passed every rule, and a part is at most 33% of the amount and 1% of a TVL. Raise risk_level, or ' +
        'name fewer filters. With family=ETH more strategies match.',
    );
    expect(why(same.slice(0, 1), { riskLevel: 'high' })).toContain('1% of a TVL. Name fewer filters.');
    const wish = makeEstimateContext();
    const left = planFor(same, wish).ranked.filter(({ share }) => share === 0);
    expect(
      left.flatMap((each) => explainRecommendation(each, wish.request).map(({ message }) => message)),
    ).toEqual(Array(2).fill('Another part in aave-v3 would be above max_protocol_share (60%).'));
  });

  test('if strategies hold the requested asset only in pairs, the reason suggests other assets of the same family', () => {
    const pair = makeCandidate({ underlying_assets: ['ETH', 'USDC'] });
    const wish = makeEstimateContext({ assets: ['ETH'] });
    expect(findUnallocatedReason(planFor([pair], wish).plan, wish, ['WETH'])?.message).toBe(
      'The only strategy that matches did not pass every rule. The cause is that the strategy also holds other ' +
        'assets. Strategies hold other assets of the family ETH: WETH. Ask for asset=WETH, or for all of them with ' +
        'family=ETH. A native coin must be wrapped first.',
    );
    expect(findUnallocatedReason(planFor([], wish).plan, wish, ['WETH'])?.message).toBe(
      'No listed strategy that matches holds exactly ETH. Strategies hold other assets of the family ETH: WETH. Ask for ' +
        'asset=WETH, or for all of them with family=ETH. A native coin must be wrapped first.',
    );
  });

  test('the reason for a strategy warns of a loss if the lower end of its expected APY range is negative', () => {
    const wide = { ...expectedApyAround(5), '90d': { mean: 5, low80: -0.5, high80: 9 } };
    const safe = [
      makeCandidate({ id: 'strat_b', protocol: 'p' }),
      makeCandidate({ id: 'strat_c', protocol: 'q' }),
    ];
    const { allocatedStrategies } = planFor(
      [makeCandidate({ expected_apy: wide }), ...safe],
      makeEstimateContext(),
    );
    const messages = allocatedStrategies.map(
      (each) => explainRecommendation(each, makeRequest())[0]?.message,
    );
    expect(messages.filter((message) => message?.includes('it loses money'))).toEqual([
      'It pays 5.00% now and paid 5.00% on average over 30 days. Over 90 days it is expected to pay 5.00%, and -0.50% to ' +
        '9.00% in 80 of 100 cases. An allocation deducts nothing from it. At the lower end of the range it loses money: ' +
        '-0.50% after the deductions.',
    ]);
  });

  test('the reason for an unallocated amount names the rule that excluded the largest number of strategies', () => {
    const highMinimumCandidates = ['strat_a', 'strat_b'].map((id) => makeCandidate({ id, min_deposit: 100 }));
    const risky = makeCandidate({ id: 'strat_c', risk_level: 'high' });
    const worse = { min_deposit: 100, risk_level: 'high', outlier: true } as const;
    const others = ['strat_d', 'strat_e', 'strat_f'].map((id) => makeCandidate({ id, ...worse }));
    const wish = makeEstimateContext({ amountUsd: 200 });
    const why = (candidates: Candidate[]) =>
      findUnallocatedReason(planFor(candidates, wish).plan, wish)?.message;
    expect(why([...highMinimumCandidates, risky, ...others])).toBe(
      'None of the 6 strategies that match passed every rule. The most common cause is a minimum deposit that is ' +
        'larger than the part of the amount (the only cause for 2 strategies). Raise amount.',
    );
    expect(why(others)).toContain(
      'The most common cause is a minimum deposit that is larger than the part of the amount (3 strategies).',
    );
  });

  test('if the only matching strategy breaks several rules, the reason of the unallocated amount names one of these rules', () => {
    const candidate = makeCandidate({ risk_level: 'high', outlier: true });
    expect(
      findUnallocatedReason(planFor([candidate], makeEstimateContext()).plan, makeEstimateContext())?.message,
    ).toBe(
      'The only strategy that matches did not pass every rule. One cause is an APY that the source marks as an outlier. ' +
        'Choose another asset or chain.',
    );
  });

  test('the reason of an unallocated amount says in plain words which rule excluded the strategies', () => {
    const breaking: readonly Partial<Candidate>[] = [
      { outlier: true },
      { history_days: 5 },
      { exit_constrained: true },
      { observedAtMs: STALE_OBSERVED_AT_MS },
      { status: 'paused' },
      { risk_level: 'high' },
      { tvl: 999_000 },
      { min_deposit: 1_000_000 },
      { underlying_assets: ['USDC', 'ETH'] },
      { current_apy: 70, peer_apy: 4, unmoved_days: 20, risk_level: 'high' },
      { current_apy: 0 },
    ];
    const texts = breaking.map((change) =>
      explainNoneEligible(planFor([makeCandidate(change)], makeEstimateContext({ assets: ['USDC'] })).plan),
    );
    for (const text of texts) expect(text).toMatch(/ cause is [^_]+\.$/);
    expect(new Set(texts).size).toBe(breaking.length);
  });

  test('if an amount stays in its present strategy, the reason is that no other strategy is better', () => {
    const present = makeCandidate({ id: 'strat_best', current_apy: 9 });
    const others = [
      makeCandidate({ id: 'strat_a', protocol: 'morpho' }),
      makeCandidate({ id: 'strat_b', chain: 'base' }),
    ];
    const wish = makeEstimateContext({}, { currentStrategy: present });
    expect(findUnallocatedReason(planFor([present, ...others], wish).plan, wish)?.code).toBe('none_better');
    const better = makeCandidate({ id: 'strat_c', protocol: 'morpho', current_apy: 20 });
    expect(findUnallocatedReason(planFor([present, better, ...others], wish).plan, wish)?.code).toBe(
      'caps_reached',
    );
  });
});

describe('properties of any recommendation', () => {
  test('no recommendation exceeds an allocation cap or includes an ineligible strategy', () => {
    fc.assert(
      fc.property(anyCandidates, anyEstimateContext, (candidates, wish) => {
        const { request: wishedRequest } = wish;
        const plan = planFor(candidates, wish);
        const shareOf = (of: (each: (typeof plan.ranked)[number]) => boolean) =>
          plan.ranked.filter(of).reduce((total, { share }) => total + share, 0);
        for (const { candidate: each, share, estimate } of plan.ranked) {
          expect(findBrokenRules(each, { ...wish, asOfMs: AS_OF_MS })).toEqual([]);
          expect(share).toBeLessThanOrEqual(computeMaxPositionShare(each, wishedRequest));
          expect(shareOf((other) => other.candidate.protocol === each.protocol)).toBeLessThanOrEqual(
            wishedRequest.maxProtocolShare + 1e-8,
          );
          expect(shareOf((other) => other.candidate.chain === each.chain)).toBeLessThanOrEqual(
            wishedRequest.maxChainShare + 1e-8,
          );
          if (share === 0) continue;
          expect(share * wishedRequest.amountUsd).toBeGreaterThanOrEqual(each.min_deposit - 1e-6);
          if (each.id === wish.currentStrategy?.id) continue;
          expect(estimate.daysToBreakEven).not.toBeNull();
          expect(estimate.daysToBreakEven).toBeLessThanOrEqual(wishedRequest.horizonDays);
        }
        expect(plan.allocatedShare).toBeLessThanOrEqual(1);
        expect(plan.ranked.every((each) => explainRecommendation(each, wishedRequest).length > 0)).toBe(true);
        expect(plan.allocatedShare === 1).toBe(findUnallocatedReason(plan.plan, wish) === undefined);
        if (plan.allocatedShare > 0) expect(plan.net.low80).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });

  test('the order of the candidates does not change the allocation', () => {
    const shuffled = anyCandidates.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, anyEstimateContext, fc.nat(30), ([list, other], wish, from) => {
        const { plan: one, ...first } = planFor(list, wish);
        const { plan: two, ...second } = planFor(other, wish);
        expect({ ...second, ranked: second.ranked }).toMatchObject({
          ranked: first.ranked,
          allocatedStrategies: first.allocatedStrategies,
        });
        expect(two.rejections).toEqual(one.rejections);
        expect(one.strategiesAtRanks(from, from + 5)).toEqual(first.ranked.slice(from, from + 5));
      }),
    );
  });

  test('the allocated parts and the remainder sum to the amount in whole cents', () => {
    const amount = fc.integer({ min: 100, max: 10 ** 12 }).map((cents) => cents / 100);
    fc.assert(
      fc.property(anyCandidates, anyRequest, amount, (candidates, wish, amountUsd) => {
        const question = { request: { ...wish, amountUsd }, costTable: NO_COSTS, asOfMs: AS_OF_MS };
        const { plan, allocatedStrategies } = planFor(candidates, question);
        const { parts, allocatedUsd, unallocatedUsd } = allocateAmount(plan, question);
        const cents = (usd: number) => {
          expect(Math.abs(usd * 100 - Math.round(usd * 100))).toBeLessThan(1e-3);
          return Math.round(usd * 100);
        };
        const sum = parts.reduce((total, part) => total + cents(part.amountUsd), 0);
        expect(sum).toBe(cents(allocatedUsd));
        expect(sum + cents(unallocatedUsd)).toBe(Math.round(amountUsd * 100));
        expect(parts).toHaveLength(allocatedStrategies.length);
        const shares = parts.reduce((total, part) => total + Math.round(1e4 * part.share), 0);
        expect(shares).toBe(Math.round(1e4 * plan.allocatedShare));
        expect(parts.map(({ share }) => Math.round(1e4 * share) / 1e4)).toEqual(
          parts.map(({ share }) => share),
        );
      }),
    );
  });

  test('the expected earnings compound the expected net APY over the horizon', () => {
    const question = { ...makeEstimateContext({ horizonDays: 73 }), asOfMs: AS_OF_MS };
    const { plan } = planFor([makeCandidate({ current_apy: 5, tvl: 1e15 })], question);
    const { parts, earningsUsd } = allocateAmount(plan, question);
    expect(parts[0]?.amountUsd).toBe(3_333.33);
    expect(parts[0]?.earningsUsd).toBeCloseTo(3_333.33 * (1.05 ** 0.2 - 1), 6);
    expect(earningsUsd).toBe(32.69);
  });
});
