/** Number of times changed items are re-checked. */
const LOOKS_MAX = 10;

/**
 * Repeats a check until nothing changes during it.
 *
 * @param look returns undefined where the state changed meanwhile; it throws what is wrong
 * @returns the result of that check; undefined where the state changed during every check
 */
export async function caughtUp<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  // Does not use the common retry helper, because an item that keeps changing is reported and is no failure.
  for (let looks = 1; looks <= LOOKS_MAX; looks += 1) {
    const found = await look();
    if (found !== undefined) return found;
  }
  return undefined;
}
