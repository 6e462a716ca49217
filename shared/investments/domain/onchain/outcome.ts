/** Changes of a wallet's balances, in base units: what leaves the wallet is negative. */
export interface BalanceChanges {
  readonly assets: bigint;
  readonly shares: bigint;
}

/** How much worse than expected a change may be, in basis points: the share price moves while a transaction waits. */
const TOLERANCE = 50n;

const magnitude = (amount: bigint) => (amount < 0n ? -amount : amount);

/** Whether neither balance changed to the wallet's disadvantage by more than half a percent of what was expected. */
export function isAsExpected(actual: BalanceChanges, expected: BalanceChanges): boolean {
  const isNoWorse = (is: bigint, was: bigint) => (was - is) * 10_000n <= magnitude(was) * TOLERANCE;
  return isNoWorse(actual.assets, expected.assets) && isNoWorse(actual.shares, expected.shares);
}
