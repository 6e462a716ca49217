import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rejectionReasons } from '../../../shared/market/domain/recommendation/eligibility/eligibility.ts';
import {
  type CostTable,
  DEFAULT_COSTS,
  movingCosts,
  readCosts,
} from '../../../shared/market/domain/recommendation/estimates/costs.ts';
import {
  estimate,
  leastWorthMoving,
  rankingApy,
  scoreOf,
} from '../../../shared/market/domain/recommendation/estimates/estimate.ts';
import { moveBetween } from '../../../shared/market/domain/recommendation/estimates/move.ts';
import { Pool } from '../../../shared/market/domain/recommendation/pool.ts';
import { AS_OF_MS, candidate, planned, request, setting } from './support.ts';

/** 20 USD per million units of gas everywhere: 10 USD into a lending market and out. */
const dear: CostTable = { gasUsdPerMillion: {}, gasUsdPerMillionElsewhere: 20 };

describe('an estimate', () => {
  test('takes dilution, impermanent loss and costs off the expected mean, hand-computed', () => {
    const pool = candidate({
      current_apy: 12,
      tvl: 9_000_000,
      il_risk: true,
      strategy_type: 'liquidity_pool',
    });
    const made = estimate(pool, 1_000_000, setting({ horizonDays: 73 }, { costTable: dear }));
    expect(made.expected.mean).toBeCloseTo(12, 10);
    expect(made.dilution).toBeCloseTo(1.2, 10);
    expect(made.impermanentLoss).toBe(8);
    // 1.1 million units of gas at 20 USD, and 0.1% for getting in and out.
    expect(made.costsUsd).toBeCloseTo(22 + 1_000, 8);
    const perDay = 1.028 ** (1 / 365) - 0.001022 / 73;
    expect(made.net).toBeCloseTo(100 * (perDay ** 365 - 1), 8);
    expect(made.costs).toBeCloseTo(2.8 - made.net, 8);
  });

  test('expects a pair that pays much to lose half of it against holding its tokens', () => {
    const pays = (current_apy: number) =>
      estimate(candidate({ current_apy, il_risk: true }), 1, setting()).impermanentLoss;
    expect(pays(16)).toBeCloseTo(8, 10);
    expect(pays(60)).toBeCloseTo(30, 10);
    expect(estimate(candidate({ current_apy: 60, il_risk: false }), 1, setting()).impermanentLoss).toBe(0);
  });

  test.each([
    ['a pair', 'multi', ['WETH', 'USDC'], 30],
    ['a pool of which only its own token is named', 'multi', ['LP'], 30],
    ['one family', 'multi', ['WETH', 'WSTETH'], 0],
    ['a single asset', 'single', ['LINK'], 0],
  ] as const)('where nobody says whether %s can lose, goes by its assets', (_, exposure, assets, loss) => {
    const unknown = candidate({ current_apy: 60, il_risk: null, exposure, underlying_assets: [...assets] });
    expect(estimate(unknown, 1, setting()).impermanentLoss).toBeCloseTo(loss, 10);
    expect([...new Pool([unknown]).published.exposed]).toEqual([loss > 0 ? 1 : 0]);
  });

  test('of a move counts what the vaults of both charge', () => {
    const [better, present] = [candidate({ current_apy: 10 }), candidate({ id: 'strat_b', current_apy: 4 })];
    const move = (fees: Parameters<typeof moveBetween>[2]['fees']) =>
      moveBetween(better, present, { amountUsd: 10_000, fees, setting: setting({}, { costTable: dear }) });
    const none = { from: undefined, to: undefined };
    const { estimate: made, ...plain } = move(none);
    const gain = made.gainPerDayUsd;
    expect(gain).toBeGreaterThan(0);
    expect(plain).toEqual({ gasUsd: 15, shareUsd: 0, costsUsd: 15, daysToBreakEven: Math.ceil(15 / gain) });
    expect(made.daysToBreakEven).toBe(plain.daysToBreakEven);
    const dearer = move({
      from: { entry_percent: 5, exit_percent: 0.1 },
      to: { entry_percent: 0.2, exit_percent: null },
    });
    expect(dearer.costsUsd).toBeCloseTo(15 + 30, 8);
    expect(dearer.daysToBreakEven).toBe(Math.ceil(45 / gain));
    const back = moveBetween(present, better, {
      amountUsd: 10_000,
      fees: none,
      setting: setting({}, { costTable: dear }),
    });
    expect(back.daysToBreakEven).toBeNull();
    const stay = moveBetween(better, better, {
      amountUsd: 10_000,
      fees: { from: { entry_percent: 1, exit_percent: 1 }, to: undefined },
      setting: setting({}, { costTable: dear }),
    });
    expect(stay).toMatchObject({ gasUsd: 0, costsUsd: 0, daysToBreakEven: 0 });
  });

  test('breaks even when the gain over the present position has paid the costs', () => {
    const [better, present] = [candidate({ current_apy: 10 }), candidate({ id: 'strat_b', current_apy: 4 })];
    const idle = estimate(better, 10_000, setting({}, { costTable: dear }));
    expect(idle.daysToBreakEven).toBe(Math.ceil(10 / (10_000 * (1.1 ** (1 / 365) - 1))));
    const moved = estimate(better, 10_000, setting({}, { costTable: dear, from: present }));
    // The way out of the present position costs 5 USD more, and what it pays is no gain.
    expect(moved.costsUsd).toBe(15);
    expect(moved.daysToBreakEven).toBe(Math.ceil(15 / (10_000 * (1.1 ** (1 / 365) - 1.04 ** (1 / 365)))));
    expect(
      estimate(present, 10_000, setting({}, { costTable: dear, from: better })).daysToBreakEven,
    ).toBeNull();
  });

  test('ranks by less of the mean the less risk is accepted', () => {
    const made = estimate(candidate({ current_apy: 10 }), 1, setting());
    const at = (riskLevel: 'low' | 'medium' | 'high') =>
      rankingApy(made.net, made.expected, request({ riskLevel }));
    expect(at('low')).toBeCloseTo(made.net - 2, 10);
    expect(at('medium')).toBeCloseTo(made.net - 1, 10);
    expect(at('high')).toBeCloseTo(made.net - 0.5, 10);
  });
});

describe('moving', () => {
  const worth = (apy: number, from?: number) =>
    leastWorthMoving(
      candidate({ current_apy: apy }),
      setting(
        {},
        { costTable: dear, from: from === undefined ? undefined : candidate({ id: 'b', current_apy: from }) },
      ),
    );

  test('is worth it from the amount on that gains its costs within the horizon', () => {
    const least = worth(10);
    const kept = 1 + 10 / 101;
    expect(least).toBeCloseTo(10 / (90 * (kept ** (1 / 365) - 1)), 8);
    expect(worth(10, 6)).toBeGreaterThan(least);
    expect(worth(10, 10)).toBe(Number.POSITIVE_INFINITY);
    expect(worth(-1)).toBe(Number.POSITIVE_INFINITY);
  });

  test('a plan leaves money where it is rather than move it for less than it costs', () => {
    const present = candidate({ id: 'strat_b', current_apy: 5 });
    const better = candidate({ current_apy: 5.5, protocol: 'morpho' });
    const of = (amountUsd: number) =>
      planned([better], setting({ amountUsd }, { costTable: dear, from: present }));
    expect(of(10_000).allocatedUnits).toBe(0);
    expect(of(10_000).rejected.map(({ reason }) => reason.code)).toEqual(['not_worth_moving']);
    expect(of(900_000).allocatedUnits).toBe(4_000);
  });

  const over = (horizonDays: number, tvl: number, amountUsd: number) =>
    rejectionReasons(
      candidate({ current_apy: 12, tvl }),
      setting({ horizonDays, amountUsd, maxShare: 1 }, { costTable: dear }),
      AS_OF_MS,
    ).map(({ message }) => message);

  test('names an amount only where it pays for its costs and may be asked of the pool', () => {
    expect(over(1, 2_100_000, 10_000)).toEqual([
      'Over 1 day no amount pays for what moving there costs, up to the 21000 USD that may be asked of it.',
    ]);
    expect(over(2, 2_100_000, 10_000)).toEqual([
      'Over 2 days it pays for what moving there costs from 16253.35 USD on; the caps allow 10000 USD.',
    ]);
    expect(over(2, 2_100_000, 17_000)).toEqual([]);
  });

  test('leaves more than the present position pays exactly when it breaks even within the horizon', () => {
    const apy = fc.double({ min: -5, max: 60, noNaN: true });
    const subject = fc.record({
      current_apy: apy,
      strategy_type: fc.constantFrom('lending', 'liquidity_pool'),
    });
    const present = fc.option(
      apy.map((current_apy) => candidate({ id: 'strat_b', current_apy })),
      {
        nil: undefined,
      },
    );
    const days = fc.integer({ min: 1, max: 365 });
    // Of the smallest deposit that is worth it, so that many lie close to it.
    const part = fc.double({ min: 0.8, max: 1.2, noNaN: true });
    fc.assert(
      fc.property(subject, present, days, part, (changes, from, horizonDays, times) => {
        const to = candidate(changes);
        const wish = setting({ horizonDays }, { costTable: dear, from });
        const least = leastWorthMoving(to, wish);
        const { net, daysToBreakEven } = estimate(to, times * Math.min(least, 1_000_000), wish);
        const stays = from?.current_apy ?? 0;
        // Both are reached on ways of their own: at the same figure, either may be told.
        if (Math.abs(net - stays) < 1e-9) return;
        expect(net > stays).toBe(daysToBreakEven !== null && daysToBreakEven <= horizonDays);
      }),
      { numRuns: 1_000 },
    );
  });

  test('staying costs nothing', () => {
    const present = candidate({ current_apy: 5 });
    const plan = planned([present], setting({}, { costTable: dear, from: present }));
    expect(plan.ranked[0]?.estimate).toMatchObject({ costsUsd: 0, daysToBreakEven: 0 });
  });
});

describe('costs', () => {
  test('are those of the chain and the type, and of the way out of the present position', () => {
    const to = { chain: 'ethereum', strategy_type: 'fixed_yield' };
    expect(movingCosts(to, undefined, DEFAULT_COSTS)).toEqual({
      gasUsd: 6,
      entryShare: 0.001,
      exitShare: 0.001,
    });
    const from = { chain: 'nowhere', strategy_type: 'staking' };
    const moved = movingCosts(to, from, DEFAULT_COSTS);
    expect(moved.gasUsd).toBeCloseTo(6.05, 10);
    expect(moved.exitShare).toBeCloseTo(0.0015, 10);
  });

  test('of a deployment replace the defaults of the chains that it names', () => {
    const { gasUsdPerMillion } = readCosts('{"ethereum": 40}');
    expect(gasUsdPerMillion).toEqual({ ...DEFAULT_COSTS.gasUsdPerMillion, ethereum: 40 });
    expect(() => readCosts('{"ethereum": "dear"}')).toThrow('COST_SETTINGS');
  });
});

test('a score is 50 at a ranking of 10%, and 0 at none', () => {
  expect([scoreOf(10), scoreOf(0), scoreOf(-5)]).toEqual([50, 0, 0]);
});
