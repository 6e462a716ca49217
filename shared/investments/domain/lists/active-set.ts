/** A bit set of an owner's active investments. Bit n - 1 belongs to investment number n. */
export type ActiveInvestmentSet = Uint8Array<ArrayBuffer>;

/** Returns a copy of the set with one investment's bit set or cleared. `investmentNumber` counts from 1. */
export function setInvestmentActive(
  set: ActiveInvestmentSet,
  investmentNumber: number,
  isOpen: boolean,
): ActiveInvestmentSet {
  const bitIndex = investmentNumber - 1;
  const updatedSet = new Uint8Array(Math.max(set.length, (bitIndex >> 3) + 1));
  updatedSet.set(set);
  const mask = 1 << (bitIndex & 7);
  const byte = updatedSet[bitIndex >> 3] ?? 0;
  updatedSet[bitIndex >> 3] = isOpen ? byte | mask : byte & ~mask;
  return updatedSet;
}

export function isActive(set: ActiveInvestmentSet, investmentNumber: number): boolean {
  const bitIndex = investmentNumber - 1;
  return ((set[bitIndex >> 3] ?? 0) & (1 << (bitIndex & 7))) !== 0;
}

/**
 * Returns one page of the numbers of matching investments, newest first, and the total number of matches. If `active`
 * is undefined, all investments match.
 */
export function pickNewestInvestments(
  set: ActiveInvestmentSet,
  openedInvestmentCount: number,
  request: { active: boolean | undefined; offset: number; limit: number },
): { numbers: readonly number[]; total: number } {
  const numbers: number[] = [];
  let total = 0;
  for (let investmentNumber = openedInvestmentCount; investmentNumber > 0; investmentNumber -= 1) {
    if (request.active !== undefined && isActive(set, investmentNumber) !== request.active) continue;
    if (total >= request.offset && numbers.length < request.limit) numbers.push(investmentNumber);
    total += 1;
  }
  return { numbers, total };
}
