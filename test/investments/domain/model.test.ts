import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type IndexSegment,
  indexAt,
  nextSegment,
  openIndex,
} from '../../../shared/investments/domain/growth-index.ts';
import {
  deposit,
  type Holdings,
  NO_HOLDINGS,
  realizedEarnings,
  valueOfShares,
  withdraw,
} from '../../../shared/investments/domain/holdings.ts';
import { imbalances, type Leg, legsOf } from '../../../shared/investments/domain/journal.ts';
import { ExactPosition } from './exact-position.ts';
import { ledgerSeed, operationCount } from './scale.ts';
import { DAY_MS, T0 } from './support.ts';

const OWNERS = ['usr_a', 'usr_b', 'usr_c'] as const;
const STRATEGIES = ['strat_a', 'strat_b'] as const;

const owner = fc.constantFrom(...OWNERS);
const strategy = fc.constantFrom(...STRATEGIES);
const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: 100n }),
  fc.bigInt({ min: 1n, max: 10n ** 12n }),
  fc.bigInt({ min: 1n, max: 10n ** 77n }),
);
const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('deposit' as const), owner, strategy, amount }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('withdraw' as const),
      owner,
      strategy,
      // In thousandths of the value: above 1000 asks for more than there is.
      part: fc.integer({ min: 1, max: 1_100 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('all' as const), owner, strategy }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('apy' as const),
      strategy,
      apyPercent: fc.double({ min: -60, max: 400, noNaN: true }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('time' as const), ms: fc.nat(20 * DAY_MS) }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

class World {
  nowMs = T0;
  readonly holdings = new Map<string, Holdings>();
  readonly exact = new Map<string, ExactPosition>();
  readonly segments = new Map<string, IndexSegment[]>();
  readonly balances = new Map<string, bigint>();

  index(strategyId: string): bigint {
    const segments = this.segments.get(strategyId) ?? [openIndex(T0, 7.5)];
    this.segments.set(strategyId, segments);
    return indexAt(segments, this.nowMs);
  }

  book(legs: readonly Leg[]): void {
    expect(imbalances(legs).size).toBe(0);
    for (const { account, unit, amount: change } of legs) {
      const key = `${account} ${unit}`;
      this.balances.set(key, (this.balances.get(key) ?? 0n) + change);
    }
  }

  apply(step: Operation): void {
    if (step.kind === 'time') this.nowMs += step.ms;
    else if (step.kind === 'apy') {
      this.index(step.strategy);
      const segments = this.segments.get(step.strategy) ?? [];
      const next = nextSegment(segments, { recordedAtMs: this.nowMs, apyPercent: step.apyPercent });
      if (next !== undefined) segments.push(next);
    } else this.move(step);
  }

  move(step: Extract<Operation, { owner: string }>): void {
    const key = `${step.owner} ${step.strategy}`;
    const index = this.index(step.strategy);
    const before = this.holdings.get(key) ?? NO_HOLDINGS;
    const exact = this.exact.get(key) ?? new ExactPosition();
    const value = valueOfShares(before.shares, index);
    const movement =
      step.kind === 'deposit'
        ? deposit(before, step.amount, index)
        : withdraw(before, step.kind === 'all' ? 'all' : (value * BigInt(step.part)) / 1_000n, index);
    if (movement === undefined) {
      expect(before.shares === 0n || (step.kind === 'withdraw' && step.part > 1_000)).toBe(true);
      return;
    }
    exact.move(movement.amount, index);
    this.holdings.set(key, movement.holdings);
    this.exact.set(key, exact);
    exact.check(valueOfShares(movement.holdings.shares, index), index);
    // An emptied position has left its dust to the pool: the claim ends with it.
    if (movement.holdings.shares === 0n) this.exact.set(key, new ExactPosition());
    this.book(legsOf(movement, { ownerId: step.owner, strategyId: step.strategy, asset: 'USDC' }));
  }

  check(): void {
    for (const strategyId of STRATEGIES) {
      const index = this.index(strategyId);
      let total: Holdings = NO_HOLDINGS;
      let values = 0n;
      for (const ownerId of OWNERS) {
        const key = `${ownerId} ${strategyId}`;
        const held = this.holdings.get(key) ?? NO_HOLDINGS;
        this.exact.get(key)?.check(valueOfShares(held.shares, index), index);
        expect(this.balances.get(`holder:${ownerId}:${strategyId} share:${strategyId}`) ?? 0n).toBe(
          held.shares,
        );
        expect(this.balances.get(`principal:${ownerId}:${strategyId} USDC`) ?? 0n).toBe(-held.principal);
        values += valueOfShares(held.shares, index);
        total = {
          shares: total.shares + held.shares,
          principal: total.principal + held.principal,
          deposited: total.deposited + held.deposited,
          withdrawn: total.withdrawn + held.withdrawn,
        };
      }
      expect(this.balances.get(`custody:${strategyId} USDC`) ?? 0n).toBe(total.deposited - total.withdrawn);
      expect(this.balances.get(`issued:${strategyId} share:${strategyId}`) ?? 0n).toBe(-total.shares);
      expect(this.balances.get(`earnings:${strategyId} USDC`) ?? 0n).toBe(realizedEarnings(total));
      expect(values).toBeLessThanOrEqual(valueOfShares(total.shares, index));
    }
  }
}

const OPERATIONS = operationCount(10_000);

test(`${OPERATIONS} random operations agree with an exact model and keep the books balanced`, () => {
  let done = 0;
  fc.assert(
    fc.property(fc.array(operation, { minLength: 1, maxLength: 200, size: 'max' }), (steps) => {
      const world = new World();
      for (const step of steps) {
        world.apply(step);
        done += 1;
      }
      world.check();
    }),
    { seed: ledgerSeed(), numRuns: Math.ceil(OPERATIONS / 50) },
  );
  expect(done).toBeGreaterThanOrEqual(OPERATIONS);
});
