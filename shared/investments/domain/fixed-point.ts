/** The scale of fixed-point numbers: x is stored as the integer x * 10^45. */
export const FIXED_ONE = 10n ** 45n;

/** Returns a * b / c, rounded down. Requires a and b of at least 0, and c above 0. */
export function multiplyDivideDown(a: bigint, b: bigint, c: bigint): bigint {
  return (a * b) / c;
}

/** Returns a * b / c, rounded up. Requires a and b of at least 0, and c above 0. */
export function mulDivUp(a: bigint, b: bigint, c: bigint): bigint {
  return (a * b + c - 1n) / c;
}

/** Returns a / b, rounded towards minus infinity. Requires b above 0. */
export function divFloor(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient;
}

/**
 * Returns 2 * atanh(x) by its power series, for |x| of at most 1/3. Input and result are scaled by FIXED_ONE.
 */
function doubleAtanh(x: bigint): bigint {
  const xSquared = (x * x) / FIXED_ONE;
  let power = x;
  let sum = 0n;
  for (let n = 1n; power !== 0n; n += 2n) {
    sum += power / n;
    power = (power * xSquared) / FIXED_ONE;
  }
  return 2n * sum;
}

/** ln 2 = 2 atanh(1/3), scaled by FIXED_ONE. */
const LN_2 = doubleAtanh(FIXED_ONE / 3n);

/**
 * Returns the natural logarithm of `y`, which must be above 0. Input and result are scaled by FIXED_ONE.
 * Halves or doubles `y` until it is a number m in [2/3, 4/3]. Then uses ln m = 2 atanh((m - 1) / (m + 1)).
 * The result is exactly 0 for y = 1. For other values it is correct to more than 40 decimals.
 */
export function fixedPointLn(y: bigint): bigint {
  let m = y;
  let k = 0n;
  for (; 3n * m > 4n * FIXED_ONE; m /= 2n) k += 1n;
  for (; 3n * m < 2n * FIXED_ONE; m *= 2n) k -= 1n;
  return k * LN_2 + doubleAtanh(((m - FIXED_ONE) * FIXED_ONE) / (m + FIXED_ONE));
}

/**
 * Returns e^x by the Taylor series. Input and result are scaled by FIXED_ONE.
 * Rounding keeps the order: a larger x never returns a smaller result.
 */
export function fixedPointExp(x: bigint): bigint {
  if (x < 0n) return (FIXED_ONE * FIXED_ONE) / fixedPointExp(-x);
  let term = FIXED_ONE;
  let sum = 0n;
  for (let n = 1n; term !== 0n; n += 1n) {
    sum += term;
    term = (term * x) / (FIXED_ONE * n);
  }
  return sum;
}
