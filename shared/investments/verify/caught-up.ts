/** Number of times changed items are re-checked. */
const LOOKS_MAX = 10;

/**
 * Looks at what others may be changing until a look has found it still.
 *
 * @param look gives undefined where it has moved meanwhile; what is wrong is thrown
 * @returns what that look gave; undefined where each has found it moving
 */
export async function caughtUp<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  // Does not use the common retry helper, because an item that keeps changing is reported and is no failure.
  for (let looks = 1; looks <= LOOKS_MAX; looks += 1) {
    const found = await look();
    if (found !== undefined) return found;
  }
  return undefined;
}
