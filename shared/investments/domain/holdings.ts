import { ApiError } from '../../platform/contract/errors.ts';
import { mulDivUp, multiplyDivideDown } from './fixed-point.ts';
import { RAY } from './growth-index.ts';

/**
 * Number of share units per base unit of the asset at growth index 1.0. The number is high, because the shares of a
 * deposit are rounded down and the loss must stay below one base unit.
 */
export const SHARES_PER_BASE_UNIT = 10n ** 9n;
/** Value in base units = share units * growth index / this divisor. */
export const SHARE_VALUE_DIVISOR = SHARES_PER_BASE_UNIT * RAY;

/**
 * The balances of a position. `shares` is in share units, `index` in units of 1/RAY. The other amounts are in base
 * units of the asset.
 */
export interface Holdings {
  readonly shares: bigint;
  /** Cost basis of the current shares: all deposits, less the cost of the withdrawn shares. */
  readonly principal: bigint;
  /** Yield that was credited but not paid out, as of the last transaction. Negative for a loss. */
  readonly accrued: bigint;
  /** The strategy's growth index at the last transaction of the position. */
  readonly index: bigint;
  /** Sum of all deposits. */
  readonly deposited: bigint;
  /** Sum of all withdrawals. */
  readonly withdrawn: bigint;
}

export const NO_HOLDINGS: Holdings = {
  shares: 0n,
  principal: 0n,
  accrued: 0n,
  index: RAY,
  deposited: 0n,
  withdrawn: 0n,
};

/**
 * The effect of one transaction on a position. Shares, principal and amount are signed: a negative value
 * reduces the position.
 */
export interface HoldingsTransaction {
  readonly holdings: Holdings;
  /** Minted shares, or burned shares when negative. */
  readonly shares: bigint;
  /** Deposited amount in base units. Negative for a withdrawal. */
  readonly amount: bigint;
  /** Change of the cost basis, in base units. */
  readonly principal: bigint;
  /** Yield credited for the time since the previous transaction of the position; negative for a loss. */
  readonly accrual: bigint;
  /** Amount withdrawn, less the cost of the burned shares. Negative for a loss, 0 for a deposit. */
  readonly realized: bigint;
}

/** Returns the shares that a deposit mints, rounded down (ERC-4626 `convertToShares`). */
export function sharesForDeposit(amountBaseUnits: bigint, growthIndex: bigint): bigint {
  return multiplyDivideDown(amountBaseUnits, SHARE_VALUE_DIVISOR, growthIndex);
}

/** Returns the shares that a withdrawal burns, rounded up (ERC-4626 `previewWithdraw`). */
export function computeSharesForWithdrawal(amountBaseUnits: bigint, growthIndex: bigint): bigint {
  return mulDivUp(amountBaseUnits, SHARE_VALUE_DIVISOR, growthIndex);
}

/** Returns the value of shares in base units, rounded down (ERC-4626 `previewRedeem`). */
export function valueOfShares(shares: bigint, growthIndex: bigint): bigint {
  return multiplyDivideDown(shares, growthIndex, SHARE_VALUE_DIVISOR);
}

/**
 * Returns the value of a position at a growth index, in base units.
 * If the index has not fallen since the last transaction, returns at least principal plus accrued yield, so that
 * rounding never shows a loss.
 */
export function valueOfHoldings(
  { shares, principal, accrued, index: indexBefore }: Holdings,
  growthIndex: bigint,
): bigint {
  if (shares === 0n) return 0n;
  const value = valueOfShares(shares, growthIndex);
  const principalAndYield = principal + accrued;
  return growthIndex >= indexBefore && value < principalAndYield ? principalAndYield : value;
}

type HoldingsChange = Omit<HoldingsTransaction, 'holdings' | 'accrual'>;

/** Credits the yield since the last transaction, then applies a change. */
function applyHoldingsChange(
  holdings: Holdings,
  change: HoldingsChange,
  growthIndex: bigint,
): HoldingsTransaction {
  const { principal, accrued } = holdings;
  const accrual = valueOfHoldings(holdings, growthIndex) - (principal + accrued);
  return {
    ...change,
    accrual,
    holdings: {
      ...holdings,
      shares: holdings.shares + change.shares,
      principal: principal + change.principal,
      accrued: accrued + accrual + change.amount - change.principal,
      index: growthIndex,
    },
  };
}

/**
 * Computes the effect of a deposit at a growth index. Mints `amount / index` shares, rounded down.
 *
 * @throws ApiError below_minimum_deposit when the amount is too small for one share
 */
export function deposit(
  holdings: Holdings,
  amountBaseUnits: bigint,
  growthIndex: bigint,
): HoldingsTransaction {
  const shares = sharesForDeposit(amountBaseUnits, growthIndex);
  if (shares === 0n) {
    throw new ApiError('below_minimum_deposit', {
      message: 'The amount is too small to buy the smallest unit of a share. Increase the amount.',
    });
  }
  const holdingsChange = { shares, amount: amountBaseUnits, principal: amountBaseUnits, realized: 0n };
  const appliedChange = applyHoldingsChange(holdings, holdingsChange, growthIndex);
  return {
    ...appliedChange,
    holdings: { ...appliedChange.holdings, deposited: holdings.deposited + amountBaseUnits },
  };
}

/**
 * Returns the number of shares to burn for a partial withdrawal. At least one share remains, because a
 * position without shares would have no value.
 */
function computeSharesToBurn(amount: bigint, shares: bigint, growthIndex: bigint): bigint {
  const burnedShares = computeSharesForWithdrawal(amount, growthIndex);
  return burnedShares < shares ? burnedShares : shares - 1n;
}

/**
 * Returns the cost basis of the burned shares: in proportion to the shares, rounded down. Rounding never shows a loss
 * for a position that is worth at least its cost.
 */
function costOfBurnedShares(
  { principal, shares }: Holdings,
  burnedShares: bigint,
  paid: bigint,
  remainingValue: bigint,
): bigint {
  const cost = multiplyDivideDown(principal, burnedShares, shares);
  if (paid + remainingValue < principal) return cost;
  const minimumCost = principal - remainingValue;
  return cost < minimumCost ? minimumCost : cost < paid ? cost : paid;
}

/**
 * Computes the effect of a withdrawal. Burns `amount / growthIndex` shares, rounded up.
 * A withdrawal of the whole value burns every share, so that no dust remains.
 *
 * @returns undefined when the position has no shares, or is worth less than the requested amount
 */
export function withdraw(
  holdings: Holdings,
  request: bigint | 'all',
  growthIndex: bigint,
): HoldingsTransaction | undefined {
  const value = valueOfHoldings(holdings, growthIndex);
  const amount = request === 'all' ? value : request;
  if (holdings.shares === 0n || amount > value) return undefined;
  const burnedShares =
    amount === value ? holdings.shares : computeSharesToBurn(amount, holdings.shares, growthIndex);
  const cost = costOfBurnedShares(holdings, burnedShares, amount, value - amount);
  const holdingsChange = {
    shares: -burnedShares,
    amount: -amount,
    principal: -cost,
    realized: amount - cost,
  };
  const appliedChange = applyHoldingsChange(holdings, holdingsChange, growthIndex);
  return {
    ...appliedChange,
    holdings: { ...appliedChange.holdings, withdrawn: holdings.withdrawn + amount },
  };
}

/**
 * Computes the effect of an operator's correction of a position's value, up or down. The cost basis does not
 * change.
 * One exception: a correction to zero closes the position and realizes its cost basis as a loss.
 *
 * @returns undefined when the position is worth less than the reduction, or has no shares
 */
export function adjustHoldings(
  holdings: Holdings,
  amountBaseUnits: bigint,
  growthIndex: bigint,
): HoldingsTransaction | undefined {
  const value = valueOfHoldings(holdings, growthIndex);
  if (holdings.shares === 0n || -amountBaseUnits > value) return undefined;
  const isFullAmount = amountBaseUnits === -value;
  const shares = isFullAmount
    ? -holdings.shares
    : sharesOfAdjustment(holdings.shares, amountBaseUnits, growthIndex);
  const principalChange = isFullAmount ? -holdings.principal : 0n;
  return applyHoldingsChange(
    holdings,
    { shares, amount: amountBaseUnits, principal: principalChange, realized: principalChange },
    growthIndex,
  );
}

function sharesOfAdjustment(heldShares: bigint, amount: bigint, growthIndex: bigint): bigint {
  return amount < 0n
    ? -computeSharesToBurn(-amount, heldShares, growthIndex)
    : sharesForDeposit(amount, growthIndex);
}

/** Returns the withdrawn amount minus the cost of the withdrawn shares. Negative for a loss. */
export function computeRealizedEarnings(holdings: Holdings): bigint {
  return holdings.withdrawn - (holdings.deposited - holdings.principal);
}

/**
 * Returns the earnings as a percentage of the cost basis, with six decimals, rounded towards minus infinity.
 * Returns null if the cost basis is 0.
 */
export function computeEarnedPercent(earnedBaseUnits: bigint, principalBaseUnits: bigint): number | null {
  if (principalBaseUnits === 0n) return null;
  const scaledEarnings = earnedBaseUnits * 100_000_000n;
  const scaledPercent =
    scaledEarnings / principalBaseUnits - (scaledEarnings % principalBaseUnits < 0n ? 1n : 0n);
  return Number(scaledPercent) / 1_000_000;
}
