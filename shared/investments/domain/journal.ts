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

export const LEDGER_ACCOUNT_NAMES = ['custody', 'principal', 'accrued', 'holder', 'issued'] as const;
export type LedgerAccountName = (typeof LEDGER_ACCOUNT_NAMES)[number];

/**
 * The double-entry accounts of the ledger. Three accounts contain units of the strategy's asset:
 *
 * - `custody:<strategy>` (an asset account): the amount that the strategy must hold for its owners. Never below 0.
 * - `principal:<owner>:<strategy>` (a liability account): the cost basis of the owner's position.
 * - `accrued:<owner>:<strategy>` (a liability account): yield that was credited to the owner and not paid out. A debit
 *   balance is an unrealized loss.
 *
 * Two accounts contain shares: `holder:<owner>:<strategy>` is the owner's part of the shares in `issued:<strategy>`.
 */
const accountNameBuilders = {
  custody: (_: string, strategyId: string) => `custody:${strategyId}`,
  principal: (ownerId: string, strategyId: string) => `principal:${ownerId}:${strategyId}`,
  accrued: (ownerId: string, strategyId: string) => `accrued:${ownerId}:${strategyId}`,
  holder: (ownerId: string, strategyId: string) => `holder:${ownerId}:${strategyId}`,
  issued: (_: string, strategyId: string) => `issued:${strategyId}`,
} as const satisfies Record<LedgerAccountName, (ownerId: string, strategyId: string) => string>;

/** A stored debit or credit of a ledger entry. The owner, the strategy and the asset are stored in the ledger entry. */
export type StoredLeg = readonly [account: LedgerAccountName, amount: bigint];

interface LegContext {
  readonly ownerId: string;
  readonly strategyId: string;
  readonly asset: string;
}

/** Returns a stored leg (a debit or credit of a ledger entry) with its full account name and its unit. */
export function expandLeg([name, amount]: StoredLeg, { ownerId, strategyId, asset }: LegContext): Leg {
  const isShareAccount = name === 'holder' || name === 'issued';
  const unit = isShareAccount ? `share:${strategyId}` : asset;
  return { account: accountNameBuilders[name](ownerId, strategyId), unit, amount };
}

/** Returns the legs of an entry: first the accrued yield, then the amount. Legs with amount 0 are left out. */
export function ledgerLegsOf({
  accrual,
  amount,
  principal,
  shares,
}: HoldingsTransaction): readonly StoredLeg[] {
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

/** Returns the units whose legs do not sum to 0, with their sums. The map is empty for a valid entry. */
export function findImbalances(legs: readonly Leg[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { unit, amount } of legs) sums.set(unit, (sums.get(unit) ?? 0n) + amount);
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}
