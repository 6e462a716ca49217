import { ApiError } from '../../platform/contract/errors.ts';
import { mulDivDown, mulDivUp } from './fixed-point.ts';
import { RAY } from './growth-index.ts';

/**
 * Shares per base unit at index 1.0. The finer unit keeps the loss by rounding a deposit's shares down under one
 * base unit at any index, as the decimals offset of OpenZeppelin's ERC4626 does.
 */
export const SHARES_PER_BASE_UNIT = 10n ** 9n;
const UNIT = SHARES_PER_BASE_UNIT * RAY;

/** What a position holds. Shares in share units, the index in units of 1/RAY, the rest in base units of the asset. */
export interface Holdings {
  readonly shares: bigint;
  /** The cost of the shares held: all deposits, less the cost of the shares that were withdrawn. */
  readonly principal: bigint;
  /** Yield credited and not paid out, as of the last movement; below 0 for a loss. With the principal it is the claim. */
  readonly accrued: bigint;
  /** The strategy's index at the last movement. */
  readonly index: bigint;
  /** All deposits ever. */
  readonly deposited: bigint;
  /** All withdrawals ever. */
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

/** What one movement changes. Shares, principal and amount are signed: out of the position is negative. */
export interface Movement {
  readonly holdings: Holdings;
  /** Shares minted, or burned when negative. */
  readonly shares: bigint;
  /** Base units paid in, or out when negative. */
  readonly amount: bigint;
  /** Change of the cost basis. */
  readonly principal: bigint;
  /** Yield credited for the time since the movement before; below 0 for a loss. */
  readonly accrual: bigint;
  /** Paid out beyond the cost of what was burned; below 0 for a loss, 0 for a deposit. Part of the accrued. */
  readonly realized: bigint;
}

/** Shares minted for a deposit, rounded down (ERC-4626 `convertToShares`). */
export function sharesForDeposit(amountBaseUnits: bigint, index: bigint): bigint {
  return mulDivDown(amountBaseUnits, UNIT, index);
}

/** Shares burned for a withdrawal, rounded up (ERC-4626 `previewWithdraw`). */
export function sharesForWithdrawal(amountBaseUnits: bigint, index: bigint): bigint {
  return mulDivUp(amountBaseUnits, UNIT, index);
}

/** What shares are worth in base units, rounded down (ERC-4626 `previewRedeem`). */
export function valueOfShares(shares: bigint, index: bigint): bigint {
  return mulDivDown(shares, index, UNIT);
}

/**
 * What a position is worth at an index: its shares, but never less than the claim that the last movement left while the
 * index has not fallen below what it was then. So rounding never shows a loss, and a movement changes the value by its
 * amount to the last base unit. What this gives beyond the shares is less than a share unit for each movement.
 */
export function worthOf({ shares, principal, accrued, index: before }: Holdings, index: bigint): bigint {
  if (shares === 0n) return 0n;
  const value = valueOfShares(shares, index);
  const claim = principal + accrued;
  return index >= before && value < claim ? claim : value;
}

type Change = Omit<Movement, 'holdings' | 'accrual'>;

/** The holdings after a change. What has accrued until then is credited first. */
function changed(holdings: Holdings, change: Change, index: bigint): Movement {
  const { principal, accrued } = holdings;
  const accrual = worthOf(holdings, index) - (principal + accrued);
  return {
    ...change,
    accrual,
    holdings: {
      ...holdings,
      shares: holdings.shares + change.shares,
      principal: principal + change.principal,
      accrued: accrued + accrual + change.amount - change.principal,
      index,
    },
  };
}

/**
 * A deposit at an index. Mints `amount / index` shares, rounded down.
 *
 * @throws ApiError below_minimum_deposit when the amount does not buy a single share.
 */
export function deposit(held: Holdings, amountBaseUnits: bigint, index: bigint): Movement {
  const shares = sharesForDeposit(amountBaseUnits, index);
  if (shares === 0n) {
    throw new ApiError('below_minimum_deposit', {
      message: 'The amount is too small to buy the smallest unit of a share. Increase the amount.',
    });
  }
  const change = { shares, amount: amountBaseUnits, principal: amountBaseUnits, realized: 0n };
  const movement = changed(held, change, index);
  return { ...movement, holdings: { ...movement.holdings, deposited: held.deposited + amountBaseUnits } };
}

/** The shares burned for a part of the value. At least one share stays, because it carries the rest of the claim. */
function burnedFor(amount: bigint, shares: bigint, index: bigint): bigint {
  const burned = sharesForWithdrawal(amount, index);
  return burned < shares ? burned : shares - 1n;
}

/**
 * The part of the cost basis that goes out with shares: their proportion, rounded down; and where the position is worth
 * its cost, such that rounding shows a loss neither on what is paid nor on what stays.
 */
function costOf({ principal, shares }: Holdings, burned: bigint, paid: bigint, stays: bigint): bigint {
  const cost = mulDivDown(principal, burned, shares);
  if (paid + stays < principal) return cost;
  const least = principal - stays;
  return cost < least ? least : cost < paid ? cost : paid;
}

/**
 * A withdrawal at an index. Burns `amount / index` shares, rounded up; `all`, or an amount that is the whole value,
 * burns every share, so that the position holds no dust. The cost basis goes out with the shares (average cost).
 *
 * @returns undefined when the position is worth less than the amount, or holds no shares.
 */
export function withdraw(held: Holdings, request: bigint | 'all', index: bigint): Movement | undefined {
  const value = worthOf(held, index);
  const amount = request === 'all' ? value : request;
  if (held.shares === 0n || amount > value) return undefined;
  const burned = amount === value ? held.shares : burnedFor(amount, held.shares, index);
  const cost = costOf(held, burned, amount, value - amount);
  const change = { shares: -burned, amount: -amount, principal: -cost, realized: amount - cost };
  const movement = changed(held, change, index);
  return { ...movement, holdings: { ...movement.holdings, withdrawn: held.withdrawn + amount } };
}

/**
 * An operator's adjustment of what a position is worth, up or down, at an index: nothing is paid, and the cost stays
 * what it was. One that takes everything closes the position, and its cost is a loss realized.
 *
 * @returns undefined when the position is worth less than what is to be taken off, or holds no shares
 */
export function adjust(held: Holdings, amountBaseUnits: bigint, index: bigint): Movement | undefined {
  const value = worthOf(held, index);
  if (held.shares === 0n || -amountBaseUnits > value) return undefined;
  const isAll = amountBaseUnits === -value;
  const shares = isAll ? -held.shares : sharesOfAdjustment(held.shares, amountBaseUnits, index);
  const principal = isAll ? -held.principal : 0n;
  return changed(held, { shares, amount: amountBaseUnits, principal, realized: principal }, index);
}

function sharesOfAdjustment(held: bigint, amount: bigint, index: bigint): bigint {
  return amount < 0n ? -burnedFor(-amount, held, index) : sharesForDeposit(amount, index);
}

/** Earned beyond the cost on shares already withdrawn: what is left of the deposits is the cost of those held. */
export function realizedEarnings(holdings: Holdings): bigint {
  return holdings.withdrawn - (holdings.deposited - holdings.principal);
}

/**
 * Earned on the cost basis in percent, with six decimals, rounded towards minus infinity. Null without a cost basis.
 */
export function earnedPercent(earnedBaseUnits: bigint, principalBaseUnits: bigint): number | null {
  if (principalBaseUnits === 0n) return null;
  const scaled = earnedBaseUnits * 100_000_000n;
  const floor = scaled / principalBaseUnits - (scaled % principalBaseUnits < 0n ? 1n : 0n);
  return Number(floor) / 1_000_000;
}
