import type { HoldingsTransaction } from './holdings.ts';

/**
 * One debit (positive) or credit (negative) in a ledger entry. The legs of an entry sum to zero in each unit.
 */
export interface Leg {
  readonly account: string;
  /** The asset's symbol, or `share:<strategy>` for the strategy's shares. */
  readonly unit: string;
  readonly amount: bigint;
}

export const ACCOUNT_NAMES = ['custody', 'principal', 'accrued', 'holder', 'issued'] as const;
export type AccountName = (typeof ACCOUNT_NAMES)[number];

/**
 * The chart of accounts. These accounts are in units of the asset:
 *
 * - `custody:<strategy>` (asset account, never below 0): the amount that the strategy must hold for its
 *   owners. It is the sum of deposits and credited yield, less withdrawals, as of each owner's last transaction.
 * - `principal:<owner>:<strategy>` (liability, a credit balance): the cost basis of the owner's position.
 * - `accrued:<owner>:<strategy>` (liability): yield that was credited to the owner and not paid out. A credit
 *   balance is a gain, a debit balance an unrealized loss. The sum of this account and the principal is the
 *   owner's claim, which is never below 0.
 *
 * These accounts are in shares: `holder:<owner>:<strategy>` contains the owner's part of the shares that
 * `issued:<strategy>` has issued.
 *
 * The yield since an owner's last transaction is credited by the next transaction. Until then, no entry is
 * needed: the yield at any moment is the value of the shares at the growth index, less the claim.
 */
const buildAccountName = {
  custody: (_: string, strategyId: string) => `custody:${strategyId}`,
  principal: (ownerId: string, strategyId: string) => `principal:${ownerId}:${strategyId}`,
  accrued: (ownerId: string, strategyId: string) => `accrued:${ownerId}:${strategyId}`,
  holder: (ownerId: string, strategyId: string) => `holder:${ownerId}:${strategyId}`,
  issued: (_: string, strategyId: string) => `issued:${strategyId}`,
} as const satisfies Record<AccountName, (ownerId: string, strategyId: string) => string>;

/**
 * The stored form of a leg. It leaves out owner, strategy and asset, because the ledger entry already
 * contains them.
 */
export type StoredLeg = readonly [account: AccountName, amount: bigint];

interface LegContext {
  readonly ownerId: string;
  readonly strategyId: string;
  readonly asset: string;
}

/** Expands a stored leg to its full account name and unit. */
export function expandLeg([name, amount]: StoredLeg, { ownerId, strategyId, asset }: LegContext): Leg {
  const isShares = name === 'holder' || name === 'issued';
  const unit = isShares ? `share:${strategyId}` : asset;
  return { account: buildAccountName[name](ownerId, strategyId), unit, amount };
}

/** Returns the legs of an entry: first the accrued yield, then the amount. Legs with amount 0 are left out. */
export function legsOf({ accrual, amount, principal, shares }: HoldingsTransaction): readonly StoredLeg[] {
  const legs: StoredLeg[] = [
    ['custody', accrual],
    ['accrued', -accrual],
    ['custody', amount],
    ['principal', -principal],
    ['accrued', principal - amount],
    ['holder', shares],
    ['issued', -shares],
  ];
  return legs.filter(([, legAmount]) => legAmount !== 0n);
}

/** Returns the units in which the legs do not sum to zero, with the sum of each. Empty for a valid entry. */
export function findImbalances(legs: readonly Leg[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { unit, amount } of legs) sums.set(unit, (sums.get(unit) ?? 0n) + amount);
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}
