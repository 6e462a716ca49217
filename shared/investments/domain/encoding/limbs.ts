/**
 * Base of limbs (parts of 18 decimal digits). A sum is stored as several limbs, because a DynamoDB number has at most
 * 38 digits.
 * Limbs are added without a carry, because a limb exceeds 38 digits only after 10^20 additions.
 */
const LIMB = 10n ** 18n;

/** Splits a signed amount into limbs, least significant first: amount = sum of limb[i] * 10^(18 i). */
export function toLimbs(amount: bigint): readonly bigint[] {
  const limbs: bigint[] = [];
  for (let remainingAmount = amount; remainingAmount !== 0n; remainingAmount /= LIMB)
    limbs.push(remainingAmount % LIMB);
  return limbs;
}

/** Returns the amount that the limbs (digits in base `LIMB`) represent. A limb may be larger than `LIMB`. */
export function bigintFromLimbs(limbs: readonly bigint[]): bigint {
  return limbs.reduceRight((amount, limb) => amount * LIMB + limb, 0n);
}
