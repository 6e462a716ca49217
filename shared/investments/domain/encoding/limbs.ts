/**
 * The base of limbs, which have 18 decimal digits each. A DynamoDB number has at most 38 digits, but a sum of
 * balances can have 90. A sum is therefore stored as several numbers (limbs). DynamoDB can add to each limb
 * without a read.
 * Each limb has its own sign. Digits are never carried to the next limb, because only more than 10^20
 * additions could exceed the size of a limb.
 */
const LIMB = 10n ** 18n;

/** Splits a signed amount into limbs, least significant first: amount = sum of limb[i] * 10^(18 i). */
export function toLimbs(amount: bigint): readonly bigint[] {
  const limbs: bigint[] = [];
  for (let remainingAmount = amount; remainingAmount !== 0n; remainingAmount /= LIMB)
    limbs.push(remainingAmount % LIMB);
  return limbs;
}

/**
 * Returns the amount that limbs represent. A limb may exceed `LIMB`. If each limb is the sum of the corresponding limbs
 * of several amounts, the result is the sum of these amounts.
 */
export function fromLimbs(limbs: readonly bigint[]): bigint {
  return limbs.reduceRight((amount, limb) => amount * LIMB + limb, 0n);
}
