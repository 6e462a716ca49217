/** A bit set of an owner's active investments. Bit n - 1 belongs to investment number n. */
export type ActiveInvestmentSet = Uint8Array<ArrayBuffer>;

/** Returns a copy of the set with one investment's bit set or cleared. `investmentNumber` counts from 1. */
export function setInvestmentActive(
  set: ActiveInvestmentSet,
  investmentNumber: number,
  isInvestmentActive: boolean,
): ActiveInvestmentSet {
  const bitIndex = investmentNumber - 1;
  const updatedSet = new Uint8Array(Math.max(set.length, (bitIndex >> 3) + 1));
  updatedSet.set(set);
  const mask = 1 << (bitIndex & 7);
  const byte = updatedSet[bitIndex >> 3] ?? 0;
  updatedSet[bitIndex >> 3] = isInvestmentActive ? byte | mask : byte & ~mask;
  return updatedSet;
}

export function isInvestmentActive(set: ActiveInvestmentSet, investmentNumber: number): boolean {
  const bitIndex = investmentNumber - 1;
  return ((set[bitIndex >> 3] ?? 0) & (1 << (bitIndex & 7))) !== 0;
}

/**
 * Returns one page of matching investments as investment numbers, newest first, and the total number of matches. If
 * `active` is undefined, all investments match.
 */
export function pickNewestInvestments(
  set: ActiveInvestmentSet,
  openedInvestmentCount: number,
  request: { active: boolean | undefined; offset: number; limit: number },
): { numbers: readonly number[]; total: number } {
  const investmentNumbers: number[] = [];
  let total = 0;
  for (let investmentNumber = openedInvestmentCount; investmentNumber > 0; investmentNumber -= 1) {
    if (request.active !== undefined && isInvestmentActive(set, investmentNumber) !== request.active)
      continue;
    if (total >= request.offset && investmentNumbers.length < request.limit)
      investmentNumbers.push(investmentNumber);
    total += 1;
  }
  return { numbers: investmentNumbers, total };
}
