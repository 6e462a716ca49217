/** The working scale: a number x is kept as the integer x * 10^45, far finer than any balance or index needs. */
export const FIXED_ONE = 10n ** 45n;

/** a * b / c, rounded down. All are at least 0, c above it. */
export function mulDivDown(a: bigint, b: bigint, c: bigint): bigint {
  return (a * b) / c;
}

/** a * b / c, rounded up. All are at least 0, c above it. */
export function mulDivUp(a: bigint, b: bigint, c: bigint): bigint {
  return (a * b + c - 1n) / c;
}

/** a / b, rounded towards minus infinity; b is above 0. */
export function divFloor(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient;
}

/** 2 * atanh(x) by its power series, |x| at most 1/3 so that each term adds a digit. Scaled in and out. */
function doubleAtanh(x: bigint): bigint {
  const square = (x * x) / FIXED_ONE;
  let power = x;
  let sum = 0n;
  for (let n = 1n; power !== 0n; n += 2n) {
    sum += power / n;
    power = (power * square) / FIXED_ONE;
  }
  return 2n * sum;
}

/** ln 2 = 2 atanh(1/3). */
const LN_2 = doubleAtanh(FIXED_ONE / 3n);

/**
 * Natural logarithm, scaled in and out; `y` is above 0. Halved or doubled into [2/3, 4/3], then
 * ln m = 2 atanh((m - 1) / (m + 1)). Exactly 0 at 1; elsewhere good to more than 40 decimals.
 */
export function lnFixed(y: bigint): bigint {
  let m = y;
  let k = 0n;
  for (; 3n * m > 4n * FIXED_ONE; m /= 2n) k += 1n;
  for (; 3n * m < 2n * FIXED_ONE; m *= 2n) k -= 1n;
  return k * LN_2 + doubleAtanh(((m - FIXED_ONE) * FIXED_ONE) / (m + FIXED_ONE));
}

/**
 * Exponential function, scaled in and out. Each term of the Taylor series is the one before, times x / n, rounded
 * down: a composition of non-decreasing functions, so that a larger x never gives a smaller result. That is what
 * makes an index monotone to its last digit.
 */
export function expFixed(x: bigint): bigint {
  if (x < 0n) return (FIXED_ONE * FIXED_ONE) / expFixed(-x);
  let term = FIXED_ONE;
  let sum = 0n;
  for (let n = 1n; term !== 0n; n += 1n) {
    sum += term;
    term = (term * x) / (FIXED_ONE * n);
  }
  return sum;
}
