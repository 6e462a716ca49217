/**
 * A database number holds 38 digits; a sum of balances can have 90. A counter is therefore kept as limbs, its digits
 * in groups of 18 and each a number of its own, which the database adds to without reading. Limbs carry their own
 * sign and are never normalised: 10^20 additions fit before one could overflow.
 */
const LIMB = 10n ** 18n;

/** A signed amount as limbs, least significant first: amount = sum of limb[i] * 10^(18 i). */
export function toLimbs(amount: bigint): readonly bigint[] {
  const limbs: bigint[] = [];
  for (let rest = amount; rest !== 0n; rest /= LIMB) limbs.push(rest % LIMB);
  return limbs;
}

/** The amount that the limbs represent; each limb may be a sum of limbs. */
export function fromLimbs(limbs: readonly bigint[]): bigint {
  return limbs.reduceRight((amount, limb) => amount * LIMB + limb, 0n);
}
