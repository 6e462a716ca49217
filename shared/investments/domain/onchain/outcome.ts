/** Changes of a wallet's balances in base units. Negative amounts leave the wallet. */
export interface BalanceChanges {
  readonly assets: bigint;
  readonly shares: bigint;
}

/**
 * Accepted disadvantage against the expected change, in basis points. The share price moves while a
 * transaction waits.
 */
const TOLERANCE_BASIS_POINTS = 50n;

const absoluteValue = (amount: bigint) => (amount < 0n ? -amount : amount);

/** Whether neither balance is worse for the wallet than expected by more than 0.5%. */
export function isAsExpected(actual: BalanceChanges, expected: BalanceChanges): boolean {
  const isNoWorse = (is: bigint, was: bigint) =>
    (was - is) * 10_000n <= absoluteValue(was) * TOLERANCE_BASIS_POINTS;
  return isNoWorse(actual.assets, expected.assets) && isNoWorse(actual.shares, expected.shares);
}
