/** Maximum number of repetitions of a check while the checked data keeps changing. */
const REPETITIONS_MAX = 10;

/**
 * Repeats a check until the checked data does not change during a run of the check.
 *
 * @param runCheck returns undefined if the data changed during the run
 * @returns the result of the check; undefined if the data changed during every run
 */
export async function repeatUntilUnchanged<T>(
  runCheck: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (let repetition = 1; repetition <= REPETITIONS_MAX; repetition += 1) {
    const checkResult = await runCheck();
    if (checkResult !== undefined) return checkResult;
  }
  return undefined;
}
