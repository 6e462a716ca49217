import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CostTable,
  computeMovingCosts,
  DEFAULT_COSTS,
  parseCostSettings,
} from '../../../shared/market/domain/recommendation/costs.ts';
import {
  estimateCandidate,
  estimateConservativeYield,
  estimateMoveCosts,
  recommendationScoreOf,
} from '../../../shared/market/domain/recommendation/estimate.ts';
import { expectedApyAround } from '../../support/records.ts';
import { makeCandidate, makeEstimateContext, planFor } from './support.ts';

/** 20 USD per million units of gas on every chain: 10 USD for entering and leaving a lending market. */
const expensiveCosts: CostTable = { gasUsdPerMillion: {}, defaultGasUsdPerMillion: 20 };

describe('the estimated yield of a strategy', () => {
  test('the estimate subtracts dilution, impermanent loss and costs from the expected mean APY, as computed by hand', () => {
    const pool = makeCandidate({
      current_apy: 12,
      tvl: 9_000_000,
      il_risk: true,
      strategy_type: 'liquidity_pool',
    });
    const made = estimateCandidate(
      pool,
      1_000_000,
      makeEstimateContext({ horizonDays: 73 }, { costTable: expensiveCosts }),
    );
    expect(made.expected.mean).toBeCloseTo(12, 10);
    expect(made.dilution).toBeCloseTo(1.2, 10);
    expect(made.impermanentLoss).toBe(8);
    // 1.1 million units of gas at 20 USD per million, and 0.1% of the amount for entering and leaving.
    expect(made.costsUsd).toBeCloseTo(22 + 1_000, 8);
    const dailyGrowthFactor = 1.028 ** (1 / 365) - 0.001022 / 73;
    expect(made.netApy).toBeCloseTo(100 * (dailyGrowthFactor ** 365 - 1), 8);
    expect(made.costPoints).toBeCloseTo(2.8 - made.netApy, 8);
  });

  test('for a pair of assets with a high APY, the estimate assumes that impermanent loss takes half of the APY', () => {
    const pays = (current_apy: number) =>
      estimateCandidate(makeCandidate({ current_apy, il_risk: true }), 1, makeEstimateContext())
        .impermanentLoss;
    expect(pays(16)).toBeCloseTo(8, 10);
    expect(pays(60)).toBeCloseTo(30, 10);
    expect(
      estimateCandidate(makeCandidate({ current_apy: 60, il_risk: false }), 1, makeEstimateContext())
        .impermanentLoss,
    ).toBe(0);
  });

  test.each([
    ['a pair of unrelated assets', 'multi', ['WETH', 'USDC'], 30],
    ['a pool whose only known asset is its own pool token', 'multi', ['LP'], 30],
    ['a pool of two assets of one family', 'multi', ['WETH', 'WSTETH'], 0],
    ['a single asset', 'single', ['LINK'], 0],
  ] as const)(
    'the estimate derives the impermanent loss of %s from its assets if the source does not know it',
    (_, exposure, assets, loss) => {
      const unknown = makeCandidate({
        current_apy: 60,
        il_risk: null,
        exposure,
        underlying_assets: [...assets],
      });
      expect(estimateCandidate(unknown, 1, makeEstimateContext()).impermanentLoss).toBeCloseTo(loss, 10);
    },
  );

  test('the estimate of a move includes the fees of the old and the new vault', () => {
    const [better, present] = [
      makeCandidate({ current_apy: 10 }),
      makeCandidate({ id: 'strat_b', current_apy: 4 }),
    ];
    const move = (fees: Parameters<typeof estimateMoveCosts>[2]['fees']) =>
      estimateMoveCosts(better, present, {
        amountUsd: 10_000,
        fees,
        context: makeEstimateContext({}, { costTable: expensiveCosts }),
      });
    const none = { from: undefined, to: undefined };
    const { estimate: made, ...plain } = move(none);
    const gain = made.gainPerDayUsd;
    expect(gain).toBeGreaterThan(0);
    expect(plain).toEqual({
      gasUsd: 15,
      proportionalCostsUsd: 0,
      costsUsd: 15,
      daysToBreakEven: Math.ceil(15 / gain),
    });
    expect(made.daysToBreakEven).toBe(plain.daysToBreakEven);
    const expensiveMoveEstimate = move({
      from: { entry_percent: 5, exit_percent: 0.1 },
      to: { entry_percent: 0.2, exit_percent: null },
    });
    expect(expensiveMoveEstimate.costsUsd).toBeCloseTo(15 + 30, 8);
    expect(expensiveMoveEstimate.daysToBreakEven).toBe(Math.ceil(45 / gain));
    const moveBackCosts = estimateMoveCosts(present, better, {
      amountUsd: 10_000,
      fees: none,
      context: makeEstimateContext({}, { costTable: expensiveCosts }),
    });
    expect(moveBackCosts.daysToBreakEven).toBeNull();
    const moveToSame = estimateMoveCosts(better, better, {
      amountUsd: 10_000,
      fees: { from: { entry_percent: 1, exit_percent: 1 }, to: undefined },
      context: makeEstimateContext({}, { costTable: expensiveCosts }),
    });
    expect(moveToSame).toMatchObject({ gasUsd: 0, costsUsd: 0, daysToBreakEven: 0 });
  });

  test('the days to break even are the days until the gain over the present position exceeds the costs', () => {
    const [better, present] = [
      makeCandidate({ current_apy: 10 }),
      makeCandidate({ id: 'strat_b', current_apy: 4 }),
    ];
    const idle = estimateCandidate(better, 10_000, makeEstimateContext({}, { costTable: expensiveCosts }));
    expect(idle.daysToBreakEven).toBe(Math.ceil(10 / (10_000 * (1.1 ** (1 / 365) - 1))));
    const moved = estimateCandidate(
      better,
      10_000,
      makeEstimateContext({}, { costTable: expensiveCosts, currentStrategy: present }),
    );
    // Leaving the present position costs 5 USD more. Only the APY above that of the present position is a gain.
    expect(moved.costsUsd).toBe(15);
    expect(moved.daysToBreakEven).toBe(Math.ceil(15 / (10_000 * (1.1 ** (1 / 365) - 1.04 ** (1 / 365)))));
    expect(
      estimateCandidate(
        present,
        10_000,
        makeEstimateContext({}, { costTable: expensiveCosts, currentStrategy: better }),
      ).daysToBreakEven,
    ).toBeNull();
  });

  test('if the expected APY is higher than the current or 30-day APY, the estimate subtracts half of the difference', () => {
    const spiked = (now: number, month: number) =>
      makeCandidate({
        current_apy: now,
        historical_apy: { '7d': now, '30d': month, '90d': month },
        expected_apy: expectedApyAround(8),
        peer_apy: null,
      });
    expect(estimateCandidate(spiked(10, 6), 1, makeEstimateContext()).correction).toBeCloseTo(1, 10);
    expect(estimateCandidate(spiked(6, 10), 1, makeEstimateContext()).correction).toBeCloseTo(1, 10);
    expect(estimateCandidate(spiked(9, 9), 1, makeEstimateContext()).correction).toBe(0);
    expect(estimateConservativeYield(spiked(10, 6), 1e-9, makeEstimateContext()).netApy).toBeCloseTo(6, 8);
  });

  test('if the horizon is over 30 days and the APY exceeds the peer APY, the estimate deducts part of the difference', () => {
    const left = (horizonDays: number, peer_apy: number | null = 4) =>
      estimateCandidate(makeCandidate({ current_apy: 8, peer_apy }), 1, makeEstimateContext({ horizonDays }))
        .correction;
    expect([left(7), left(30), left(90), left(365)]).toEqual(
      [0, 0, 1.4, 1.4].map((x) => expect.closeTo(x, 10)),
    );
    expect(left(60)).toBeGreaterThan(0);
    expect(left(60)).toBeLessThan(1.4);
    expect([left(90, 12), left(90, null)]).toEqual([0, 0]);
  });
});

describe('the estimate of a move', () => {
  test('an allocation leaves money in its present strategy if a move costs more than it gains', () => {
    const present = makeCandidate({ id: 'strat_b', current_apy: 5 });
    const better = makeCandidate({ current_apy: 5.5, protocol: 'morpho' });
    const of = (amountUsd: number) =>
      planFor(
        [better],
        makeEstimateContext({ amountUsd }, { costTable: expensiveCosts, currentStrategy: present }),
      );
    expect(of(10_000).allocatedShare).toBe(0);
    expect(of(10_000).rejections.map(({ reason }) => reason)).toEqual([
      {
        code: 'not_worth_moving',
        message:
          'Moving 3,333 USD there costs 15.00 USD, and in 90 days it would earn 3.90 USD more than the present position.',
      },
    ]);
    expect(of(900_000).allocatedShare).toBe(1 / 3);
  });

  test('a move has a positive gain only if it breaks even within the horizon', () => {
    const apy = fc.double({ min: -5, max: 60, noNaN: true });
    const present = fc.option(
      apy.map((current_apy) => makeCandidate({ id: 'strat_b', current_apy })),
      { nil: undefined },
    );
    fc.assert(
      fc.property(
        apy,
        present,
        fc.integer({ min: 1, max: 365 }),
        fc.integer({ min: 100, max: 1e6 }),
        (...of) => {
          const [current_apy, from, horizonDays, deposit] = of;
          const wish = makeEstimateContext(
            { horizonDays },
            { costTable: expensiveCosts, currentStrategy: from },
          );
          const { netApy, daysToBreakEven } = estimateCandidate(
            makeCandidate({ current_apy }),
            deposit,
            wish,
          );
          const stays = from?.current_apy ?? 0;
          // `netApy` and `daysToBreakEven` are computed differently, so they may disagree if the two APYs are nearly
          // equal.
          if (Math.abs(netApy - stays) < 1e-9) return;
          expect(netApy > stays).toBe(daysToBreakEven !== null && daysToBreakEven <= horizonDays);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('money that remains in its present strategy has no costs', () => {
    const present = makeCandidate({ current_apy: 5 });
    const plan = planFor(
      [present],
      makeEstimateContext({}, { costTable: expensiveCosts, currentStrategy: present }),
    );
    expect(plan.ranked[0]?.estimate).toMatchObject({ costsUsd: 0, daysToBreakEven: 0 });
  });
});

describe('the costs of an estimate', () => {
  test('costs include the gas of the chain, the entry costs of the strategy type, and the exit costs of the present position', () => {
    const to = { chain: 'ethereum', strategy_type: 'fixed_yield' };
    expect(computeMovingCosts(to, undefined, DEFAULT_COSTS)).toEqual({
      gasUsd: 6,
      entryFraction: 0.001,
      exitFraction: 0.001,
    });
    const from = { chain: 'nowhere', strategy_type: 'staking' };
    const moved = computeMovingCosts(to, from, DEFAULT_COSTS);
    expect(moved.gasUsd).toBeCloseTo(6.05, 10);
    expect(moved.exitFraction).toBeCloseTo(0.0015, 10);
  });

  test('a cost that a deployment configures for a chain replaces the default cost of only that chain', () => {
    const { gasUsdPerMillion } = parseCostSettings('{"ethereum": 40}');
    expect(gasUsdPerMillion).toEqual({ ...DEFAULT_COSTS.gasUsdPerMillion, ethereum: 40 });
    expect(() => parseCostSettings('{"ethereum": "dear"}')).toThrow('COST_SETTINGS');
  });
});

test('the recommendation score is 50 for a net APY of 10%, and 0 for a net APY of 0% or less', () => {
  expect([recommendationScoreOf(10), recommendationScoreOf(0), recommendationScoreOf(-5)]).toEqual([
    50, 0, 0,
  ]);
});
