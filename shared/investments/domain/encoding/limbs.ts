/**
 * The base of limbs: 18 decimal digits. A sum can have more digits than a DynamoDB number (38), so it is stored as
 * several limbs.
 * Digits are never carried to the next limb, because only more than 10^20 additions could exceed a limb's size.
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
 * Returns the amount that limbs represent. A limb may exceed `LIMB`, because digits are never carried to the next
 * limb.
 */
export function fromLimbs(limbs: readonly bigint[]): bigint {
  return limbs.reduceRight((amount, limb) => amount * LIMB + limb, 0n);
}
