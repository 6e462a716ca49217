/**
 * Base of limbs (parts of 18 decimal digits). A sum is stored as several limbs, because a DynamoDB number has at most
 * 38 digits.
 * Limbs are added without a carry, because a limb exceeds 38 digits only after 10^20 additions.
 */
const LIMB_BASE = 10n ** 18n;

/** Splits a signed amount into limbs, least significant first: amount = sum of limb[i] * 10^(18 i). */
export function toLimbs(amount: bigint): readonly bigint[] {
  const limbs: bigint[] = [];
  for (let remainingAmount = amount; remainingAmount !== 0n; remainingAmount /= LIMB_BASE)
    limbs.push(remainingAmount % LIMB_BASE);
  return limbs;
}

/** Returns the amount that the limbs (digits in base `LIMB_BASE`) represent. A limb may be larger than `LIMB_BASE`. */
export function bigintFromLimbs(limbs: readonly bigint[]): bigint {
  return limbs.reduceRight((amount, limb) => amount * LIMB_BASE + limb, 0n);
}
