import type { Table } from '../../platform/dynamodb/client.ts';
import { StillBusy, transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import { type RetryPolicy, retry } from '../../platform/retry.ts';
import { readIntentCount } from '../store/account-intents.ts';
import { INTENT_WRITE, NUMBER_WRITE } from '../store/intents.ts';

/** Another intent of the account's has been given the number; nothing was stored. */
class NumberTaken extends StillBusy {
  constructor(account: string) {
    super(new Error(`Others were given the next numbers of ${account}`), true);
  }
}

/** Whatever of an account's is stored at one moment wants the same number: enough for sixty, in ten seconds at most. */
const NUMBERING = {
  attempts: 120,
  backoff: { baseMs: 20, maxMs: 160 },
  isPassing: (error: unknown) => error instanceof NumberTaken,
} as const satisfies RetryPolicy;

/**
 * Stores new intents of an account under its next numbers, which have no gap, so that the last one counts them and any
 * page of them is a range.
 *
 * @param writesFrom the writes of the intents when the first has a number, its own before all others
 * @param claim the write, or none, of the answer to their request
 * @returns false, and nothing is stored, when another of the writes was refused
 * @throws StillBusy when others were in the way to the last
 */
export function storeNumbered(
  table: Table,
  account: string,
  writesFrom: (number: number) => readonly Write[] | Promise<readonly Write[]>,
  claim: readonly Write[] = [],
): Promise<boolean> {
  return retry(NUMBERING, async () => {
    const last = await readIntentCount(table, account);
    const writes = [...(await writesFrom(last + 1)), ...claim];
    const takenWrites = async () => ((await readIntentCount(table, account)) > last ? [NUMBER_WRITE] : []);
    const result = await transactIf(table, writes, takenWrites);
    // Its id is random: what stands under it was stored by a try whose answer was lost.
    if (result.held || result.failed.includes(INTENT_WRITE)) return true;
    const isAnswered = claim.length > 0 && result.failed.includes(writes.length - 1);
    if (!isAnswered && result.failed.includes(NUMBER_WRITE)) throw new NumberTaken(account);
    return false;
  });
}
