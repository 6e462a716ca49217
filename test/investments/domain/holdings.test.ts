import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RAY } from '../../../shared/investments/domain/growth-index.ts';
import {
  computeEarnedPercent,
  computeRealizedEarnings,
  computeSharesForWithdrawal,
  deposit,
  type HoldingsTransaction,
  NO_HOLDINGS,
  SHARES_PER_BASE_UNIT,
  sharesForDeposit,
  valueOfHoldings,
  valueOfShares,
  withdraw,
} from '../../../shared/investments/domain/holdings.ts';
import { expandLeg, findImbalances, ledgerLegsOf } from '../../../shared/investments/domain/journal.ts';
import { BASE_UNITS_MAX } from '../../../shared/platform/domain/units.ts';

const amount = fc.oneof(fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 1n, max: BASE_UNITS_MAX }));
const index = fc.bigInt({ min: RAY / 10n ** 9n, max: RAY * 10n ** 8n });
const full = (holdingsChange: HoldingsTransaction) =>
  ledgerLegsOf(holdingsChange).map((leg) => expandLeg(leg, place));
const place = { ownerId: 'usr_a', strategyId: 'strat_a', asset: 'USDC' };

describe('shares of a sandbox pool', () => {
  test('the shares of a deposit are worth the deposited amount, or one base unit less because of rounding', () => {
    fc.assert(
      fc.property(amount, index, (paid, at) => {
        const value = valueOfShares(sharesForDeposit(paid, at), at);
        expect(value).toBeLessThanOrEqual(paid);
        // One share is worth at most a tenth of a base unit at these indexes, so rounding loses at most one base unit.
        expect(paid - value).toBeLessThanOrEqual(1n);
      }),
    );
  });

  test('a withdrawal burns shares that are worth at least the paid amount', () => {
    fc.assert(
      fc.property(amount, index, (paid, at) => {
        expect(valueOfShares(computeSharesForWithdrawal(paid, at), at)).toBeGreaterThanOrEqual(paid);
      }),
    );
  });

  test('at a growth index of 1, every base unit of the asset equals the same fixed number of shares', () => {
    expect(sharesForDeposit(5n, RAY)).toBe(5n * SHARES_PER_BASE_UNIT);
    expect(computeSharesForWithdrawal(5n, RAY)).toBe(5n * SHARES_PER_BASE_UNIT);
    expect(valueOfShares(5n * SHARES_PER_BASE_UNIT, RAY)).toBe(5n);
  });
});

describe('deposits and withdrawals of a position', () => {
  test('a withdrawal of everything leaves no shares, principal or value', () => {
    fc.assert(
      fc.property(amount, index, index, (paid, bought, sold) => {
        const { holdings } = deposit(NO_HOLDINGS, paid, bought);
        const out = withdraw(holdings, 'all', sold);
        expect(out?.holdings).toMatchObject({ shares: 0n, principal: 0n });
        expect(out === undefined ? undefined : -out.amount).toBe(valueOfHoldings(holdings, sold));
      }),
    );
  });

  test('a withdrawal of exactly the value of the position leaves no shares', () => {
    fc.assert(
      fc.property(amount, index, index, (paid, bought, sold) => {
        const { holdings } = deposit(NO_HOLDINGS, paid, bought);
        const value = valueOfHoldings(holdings, sold);
        fc.pre(value > 0n);
        expect(withdraw(holdings, value, sold)?.holdings.shares).toBe(0n);
      }),
    );
  });

  test('a withdrawal of one base unit more than the value of the position is rejected', () => {
    fc.assert(
      fc.property(amount, index, index, (paid, bought, sold) => {
        const { holdings } = deposit(NO_HOLDINGS, paid, bought);
        expect(withdraw(holdings, valueOfHoldings(holdings, sold) + 1n, sold)).toBeUndefined();
      }),
    );
    expect(withdraw(NO_HOLDINGS, 'all', RAY)).toBeUndefined();
    expect(withdraw(NO_HOLDINGS, 1n, RAY)).toBeUndefined();
  });

  test('partial withdrawals at the same growth index never sum to more than the value of the position', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(amount, index, index, parts, (paid, bought, sold, weights) => {
        let { holdings } = deposit(NO_HOLDINGS, paid, bought);
        const value = valueOfHoldings(holdings, sold);
        let taken = 0n;
        for (const weight of weights) {
          const part = (value * BigInt(weight)) / 1_000n;
          const out = part === 0n ? undefined : withdraw(holdings, part, sold);
          if (out === undefined) continue;
          taken -= out.amount;
          holdings = out.holdings;
        }
        const rest = withdraw(holdings, 'all', sold);
        expect(taken - (rest?.amount ?? 0n)).toBeLessThanOrEqual(value);
      }),
    );
  });

  test('a deposit that is too small to buy a share is rejected', () => {
    expect(() => deposit(NO_HOLDINGS, 1n, RAY * 10n ** 10n)).toThrow(/too small/);
  });

  test('the debits and credits of every ledger entry sum to zero in each unit', () => {
    fc.assert(
      fc.property(amount, index, index, fc.integer({ min: 1, max: 1_000 }), (paid, bought, sold, part) => {
        const bought1 = deposit(NO_HOLDINGS, paid, bought);
        expect(findImbalances(full(bought1)).size).toBe(0);
        const value = valueOfShares(bought1.holdings.shares, sold);
        const out = withdraw(bought1.holdings, (value * BigInt(part)) / 1_000n, sold);
        if (out !== undefined) expect(findImbalances(full(out)).size).toBe(0);
      }),
    );
  });
});

describe('the earnings of a position', () => {
  test('earnings are the withdrawn amount plus the remaining value, less the deposited amount', () => {
    const { holdings } = deposit(NO_HOLDINGS, 1_000_000n, RAY);
    const doubled = 2n * RAY;
    const out = withdraw(holdings, 500_000n, doubled);
    expect(out).toMatchObject({ amount: -500_000n, principal: -250_000n, realized: 250_000n });
    const left = out?.holdings ?? NO_HOLDINGS;
    expect(computeRealizedEarnings(left)).toBe(250_000n);
    const value = valueOfShares(left.shares, doubled);
    expect(value - left.principal + computeRealizedEarnings(left)).toBe(
      value + left.withdrawn - left.deposited,
    );
    expect(computeEarnedPercent(value - left.principal, left.principal)).toBe(100);
  });

  test('a position never shows a loss if its growth index never fell', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 10 });
    const grown = fc.oneof(fc.bigInt({ min: 0n, max: RAY / 10n ** 9n }), fc.bigInt({ min: 0n, max: RAY }));
    fc.assert(
      fc.property(amount, index, grown, parts, (paid, bought, growth, weights) => {
        const sold = bought + growth;
        let { holdings } = deposit(NO_HOLDINGS, paid, bought);
        for (const weight of weights) {
          const part = (valueOfHoldings(holdings, sold) * BigInt(weight)) / 1_000n;
          const out = part === 0n ? undefined : withdraw(holdings, part, sold);
          if (out === undefined) continue;
          expect(out.realized).toBeGreaterThanOrEqual(0n);
          holdings = out.holdings;
          expect(valueOfHoldings(holdings, sold)).toBeGreaterThanOrEqual(holdings.principal);
        }
      }),
    );
  });

  test('the percentage of earnings is rounded down to six decimal places', () => {
    expect(computeEarnedPercent(1n, 3n)).toBe(33.333333);
    expect(computeEarnedPercent(-1n, 3n)).toBe(-33.333334);
    expect(computeEarnedPercent(5n, 0n)).toBeNull();
  });
});

test('a ledger entry whose debits and credits do not sum to zero is reported with the difference', () => {
  const legs = [
    { account: 'a', unit: 'USDC', amount: 5n },
    { account: 'b', unit: 'USDC', amount: -4n },
    { account: 'c', unit: 'ETH', amount: 1n },
    { account: 'd', unit: 'ETH', amount: -1n },
  ];
  expect([...findImbalances(legs)]).toEqual([['USDC', 1n]]);
});
