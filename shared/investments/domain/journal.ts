import type { Movement } from './holdings.ts';

/** One side of an entry. Debits are positive, credits negative; the legs of an entry sum to zero in each unit. */
export interface Leg {
  readonly account: string;
  /** The asset's symbol, or `share:<strategy>` for the strategy's shares. */
  readonly unit: string;
  readonly amount: bigint;
}

/**
 * The chart of accounts. In the asset's unit:
 *
 * - `custody:<strategy>` (asset): deposits less withdrawals; what the strategy was entrusted with, net.
 * - `principal:<owner>:<strategy>` (liability, so a credit balance): the cost basis of what the owner holds.
 * - `earnings:<strategy>` (expense): yield paid out beyond the cost basis; losses borne by owners are credits.
 *
 * In shares: `holder:<owner>:<strategy>` holds what `issued:<strategy>` has issued.
 *
 * Yield that accrues but is not withdrawn is not booked: it is the value of the shares at the index, less their
 * cost, and can be stated for any moment without an entry.
 */
export const accounts = {
  custody: (strategyId: string) => `custody:${strategyId}`,
  principal: (ownerId: string, strategyId: string) => `principal:${ownerId}:${strategyId}`,
  earnings: (strategyId: string) => `earnings:${strategyId}`,
  holder: (ownerId: string, strategyId: string) => `holder:${ownerId}:${strategyId}`,
  issued: (strategyId: string) => `issued:${strategyId}`,
} as const;

/** The legs of a movement. Those of amount 0 are left out. */
export function legsOf(
  movement: Movement,
  place: { ownerId: string; strategyId: string; asset: string },
): readonly Leg[] {
  const { ownerId, strategyId, asset } = place;
  const share = `share:${strategyId}`;
  const legs: Leg[] = [
    { account: accounts.custody(strategyId), unit: asset, amount: movement.amount },
    { account: accounts.principal(ownerId, strategyId), unit: asset, amount: -movement.principal },
    { account: accounts.earnings(strategyId), unit: asset, amount: movement.realized },
    { account: accounts.holder(ownerId, strategyId), unit: share, amount: movement.shares },
    { account: accounts.issued(strategyId), unit: share, amount: -movement.shares },
  ];
  return legs.filter((leg) => leg.amount !== 0n);
}

/** The units in which the legs do not sum to zero, with the surplus. Empty for a sound entry. */
export function imbalances(legs: readonly Leg[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { unit, amount } of legs) sums.set(unit, (sums.get(unit) ?? 0n) + amount);
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}
