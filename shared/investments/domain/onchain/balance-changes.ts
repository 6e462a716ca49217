/** Changes of a wallet's balances in base units. Negative if the balance decreases. */
export interface BalanceChanges {
  readonly assets: bigint;
  readonly shares: bigint;
}

/**
 * Maximum amount, in basis points, by which a balance change may be worse for the wallet than expected. Small
 * differences are normal, because the share price changes before the transaction is executed.
 */
const TOLERANCE_BASIS_POINTS = 50n;

const absoluteValue = (amount: bigint) => (amount < 0n ? -amount : amount);

/** Returns whether each of the two balance changes is at most 0.5% worse for the wallet than expected. */
export function areChangesAsExpected(actual: BalanceChanges, expected: BalanceChanges): boolean {
  const isAmountNoWorse = (actualAmount: bigint, expectedAmount: bigint) =>
    (expectedAmount - actualAmount) * 10_000n <= absoluteValue(expectedAmount) * TOLERANCE_BASIS_POINTS;
  return isAmountNoWorse(actual.assets, expected.assets) && isAmountNoWorse(actual.shares, expected.shares);
}
