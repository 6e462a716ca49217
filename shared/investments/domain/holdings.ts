import { ApiError } from '../../platform/contract/errors.ts';
import { mulDivDown, mulDivUp } from './fixed-point.ts';
import { RAY } from './growth-index.ts';

/**
 * Shares per base unit at index 1.0. The finer unit keeps the loss by rounding a deposit's shares down under one
 * base unit at any index, as the decimals offset of OpenZeppelin's ERC4626 does.
 */
export const SHARES_PER_BASE_UNIT = 10n ** 9n;
const UNIT = SHARES_PER_BASE_UNIT * RAY;

/** What a position holds. Shares in share units, the rest in base units of the asset. */
export interface Holdings {
  readonly shares: bigint;
  /** Cost of the shares held: what was paid in, less its share of what was taken out. */
  readonly principal: bigint;
  /** All deposits ever. */
  readonly deposited: bigint;
  /** All withdrawals ever. */
  readonly withdrawn: bigint;
}

export const NO_HOLDINGS: Holdings = { shares: 0n, principal: 0n, deposited: 0n, withdrawn: 0n };

/** What one movement changes. Shares, principal and amount are signed: out of the position is negative. */
export interface Movement {
  readonly holdings: Holdings;
  /** Shares minted, or burned when negative. */
  readonly shares: bigint;
  /** Base units paid in, or out when negative. */
  readonly amount: bigint;
  /** Change of the cost basis. */
  readonly principal: bigint;
  /** Paid out beyond the cost of what was burned; below 0 for a loss, 0 for a deposit. */
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
 * A deposit at an index. Mints `amount / index` shares, rounded down.
 *
 * @throws ApiError below_minimum_deposit when the amount does not buy a single share.
 */
export function deposit(holdings: Holdings, amountBaseUnits: bigint, index: bigint): Movement {
  const shares = sharesForDeposit(amountBaseUnits, index);
  if (shares === 0n) {
    throw new ApiError('below_minimum_deposit', { message: 'The amount is too small to buy a share.' });
  }
  return {
    holdings: {
      shares: holdings.shares + shares,
      principal: holdings.principal + amountBaseUnits,
      deposited: holdings.deposited + amountBaseUnits,
      withdrawn: holdings.withdrawn,
    },
    shares,
    amount: amountBaseUnits,
    principal: amountBaseUnits,
    realized: 0n,
  };
}

/**
 * A withdrawal at an index. Burns `amount / index` shares, rounded up; `all`, or an amount that is the whole value,
 * burns every share, so that what rounding left behind stays in the pool and the position holds no dust. The cost
 * basis goes out in proportion to the shares (average cost), rounded down.
 *
 * @returns undefined when the position is worth less than the amount, or holds no shares.
 */
export function withdraw(holdings: Holdings, request: bigint | 'all', index: bigint): Movement | undefined {
  const value = valueOfShares(holdings.shares, index);
  const amount = request === 'all' ? value : request;
  if (holdings.shares === 0n || amount > value) return undefined;
  const burned = amount === value ? holdings.shares : sharesForWithdrawal(amount, index);
  const cost = mulDivDown(holdings.principal, burned, holdings.shares);
  return {
    holdings: {
      shares: holdings.shares - burned,
      principal: holdings.principal - cost,
      deposited: holdings.deposited,
      withdrawn: holdings.withdrawn + amount,
    },
    shares: -burned,
    amount: -amount,
    principal: -cost,
    realized: amount - cost,
  };
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
