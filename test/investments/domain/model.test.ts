import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createFirstIndexSegment,
  createNextSegment,
  type GrowthIndexSegment,
  growthIndexAt,
} from '../../../shared/investments/domain/growth-index.ts';
import {
  adjustHoldings,
  deposit,
  type Holdings,
  type HoldingsTransaction,
  NO_HOLDINGS,
  valueOfHoldings,
  withdraw,
} from '../../../shared/investments/domain/holdings.ts';
import {
  expandLeg,
  findImbalances,
  type Leg,
  ledgerLegsOf,
} from '../../../shared/investments/domain/journal.ts';
import { chooseLedgerSeed, readOperationCount } from '../../support/scale.ts';
import { DAY_MS, T0 } from './support/cases.ts';
import { ExactPosition } from './support/exact-position.ts';

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
      // The amount to withdraw, in thousandths of the position's value. Above 1000, the withdrawal exceeds the balance.
      part: fc.integer({ min: 1, max: 1_100 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('all' as const), owner, strategy }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('adjust' as const),
      owner,
      strategy,
      // The amount of the adjustment, in thousandths of the position's value. -1000 removes the whole balance.
      part: fc.integer({ min: -1_100, max: 1_000 }),
    }),
  },
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
  readonly segments = new Map<string, GrowthIndexSegment[]>();
  readonly balances = new Map<string, bigint>();

  index(strategyId: string): bigint {
    const segments = this.segments.get(strategyId) ?? [createFirstIndexSegment(T0, 7.5)];
    this.segments.set(strategyId, segments);
    return growthIndexAt(segments, this.nowMs);
  }

  book(legs: readonly Leg[]): void {
    expect(findImbalances(legs).size).toBe(0);
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
      const next = createNextSegment(segments, { recordedAtMs: this.nowMs, apyPercent: step.apyPercent });
      if (next !== undefined) segments.push(next);
    } else this.move(step);
  }

  move(step: Extract<Operation, { owner: string }>): void {
    const key = `${step.owner} ${step.strategy}`;
    const index = this.index(step.strategy);
    const before = this.holdings.get(key) ?? NO_HOLDINGS;
    const exact = this.exact.get(key) ?? new ExactPosition();
    const value = valueOfHoldings(before, index);
    const holdingsChange = moved(step, before, value, index);
    if (holdingsChange === undefined) {
      expect(before.shares === 0n || (step.kind !== 'deposit' && step.kind !== 'all')).toBe(true);
      return;
    }
    exact.move(holdingsChange.amount, index);
    this.holdings.set(key, holdingsChange.holdings);
    this.exact.set(key, exact);
    // A deposit or withdrawal changes the value of the position by its amount, to the last base unit.
    expect(valueOfHoldings(holdingsChange.holdings, index)).toBe(value + holdingsChange.amount);
    exact.check(valueOfHoldings(holdingsChange.holdings, index), index);
    // The rounding remainder of an empty position stays in the pool. The exact model of the position therefore starts
    // again at 0.
    if (holdingsChange.holdings.shares === 0n) this.exact.set(key, new ExactPosition());
    const place = { ownerId: step.owner, strategyId: step.strategy, asset: 'USDC' };
    this.book(ledgerLegsOf(holdingsChange).map((leg) => expandLeg(leg, place)));
  }

  check(): void {
    for (const strategyId of STRATEGIES) {
      const index = this.index(strategyId);
      let shares = 0n;
      let claims = 0n;
      for (const ownerId of OWNERS) {
        const key = `${ownerId} ${strategyId}`;
        const held = this.holdings.get(key) ?? NO_HOLDINGS;
        this.exact.get(key)?.check(valueOfHoldings(held, index), index);
        const balance = (account: string, unit = 'USDC') =>
          this.balances.get(`${account}:${ownerId}:${strategyId} ${unit}`) ?? 0n;
        expect(balance('holder', `share:${strategyId}`)).toBe(held.shares);
        expect(balance('principal')).toBe(-held.principal);
        expect(balance('accrued')).toBe(-held.accrued);
        expect(held.principal).toBeGreaterThanOrEqual(0n);
        expect(held.principal + held.accrued).toBeGreaterThanOrEqual(0n);
        claims += held.principal + held.accrued;
        shares += held.shares;
      }
      // The strategy must hold what its owners can claim.
      expect(this.balances.get(`custody:${strategyId} USDC`) ?? 0n).toBe(claims);
      expect(this.balances.get(`issued:${strategyId} share:${strategyId}`) ?? 0n).toBe(-shares);
    }
  }
}

function moved(
  step: Extract<Operation, { owner: string }>,
  before: Holdings,
  value: bigint,
  index: bigint,
): HoldingsTransaction | undefined {
  if (step.kind === 'deposit') return deposit(before, step.amount, index);
  if (step.kind === 'all') return withdraw(before, 'all', index);
  const part = (value * BigInt(step.part)) / 1_000n;
  return step.kind === 'withdraw' ? withdraw(before, part, index) : adjustHoldings(before, part, index);
}

const OPERATION_COUNT = readOperationCount(10_000);

test(`after ${OPERATION_COUNT} random deposits, withdrawals and adjustments, the ledger is balanced and equals an exact model`, () => {
  const operationList = fc.array(operation, { minLength: 1, maxLength: 200, size: 'max' });
  let done = 0;
  const runSteps = (steps: readonly Operation[]) => {
    const world = new World();
    for (const step of steps) {
      world.apply(step);
      done += 1;
    }
    world.check();
  };
  // The length of each run is random too, so runs repeat until there are enough operations.
  for (let seed = chooseLedgerSeed(); done < OPERATION_COUNT; seed += 1) {
    fc.assert(fc.property(operationList, runSteps), { seed, numRuns: 100 });
  }
});
