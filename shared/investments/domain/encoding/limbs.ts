/**
 * Size of a limb. A DynamoDB number has at most 38 digits, but a sum of balances can have 90 digits. A
 * counter is therefore stored as several numbers (limbs) of 18 digits each. DynamoDB can add to each limb
 * without a read.
 * Each limb has its own sign, and limbs are not normalised. An overflow would need more than 10^20 additions.
 */
const LIMB = 10n ** 18n;

/** Splits a signed amount into limbs, least significant first: amount = sum of limb[i] * 10^(18 i). */
export function toLimbs(amount: bigint): readonly bigint[] {
  const limbs: bigint[] = [];
  for (let rest = amount; rest !== 0n; rest /= LIMB) limbs.push(rest % LIMB);
  return limbs;
}

/** Returns the amount that limbs represent. Each limb may itself be a sum of limbs. */
export function fromLimbs(limbs: readonly bigint[]): bigint {
  return limbs.reduceRight((amount, limb) => amount * LIMB + limb, 0n);
}
