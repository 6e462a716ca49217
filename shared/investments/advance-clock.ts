import type { Cause } from '../platform/audit/cause.ts';
import { auditWrite } from '../platform/audit/events.ts';
import { ApiError } from '../platform/contract/errors.ts';
import { DAY_MS } from '../platform/domain/days.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { Reply } from '../platform/request.ts';
import { type RetryPolicy, retry, TryAgain } from '../platform/retry.ts';
import { readTermsOf } from '../strategies/records.ts';
import { observeIndexes } from './observations.ts';
import { readAheadMs, setAheadMs } from './store/sandbox-clock.ts';
import { readLedgerStrategies } from './store/strategy-ledger.ts';

/** Two who move the clock at once move it one after the other. */
const RETRIES: RetryPolicy = { attempts: 5 };

/** Simulates a period of time: records today's figures of every strategy with ledger entries for each of its days. */
async function liveThrough(table: Table, fromMs: number, untilMs: number): Promise<void> {
  const terms = await readTermsOf(table, await readLedgerStrategies(table));
  const observations = [...terms.values()].map(({ id, current_apy, status }) => ({
    strategyId: id,
    apy: current_apy,
    status,
  }));
  for (let atMs = fromMs; atMs < untilMs; atMs += DAY_MS) {
    await observeIndexes(table, observations, () => new Date(atMs));
  }
}

/** How far an administrator moves the clock, and who that is. */
interface Advance {
  readonly sandbox: boolean;
  readonly advanceMs: number;
  readonly cause: Cause;
  readonly now: Date;
}

/** The write that records how far the clock was moved, by the time of the request and not by the one that it sets. */
function moved(table: Table, { advanceMs, cause, now }: Advance, aheadMs: number) {
  const details = { advanced_seconds: advanceMs / 1_000, ahead_seconds: aheadMs / 1_000 };
  return auditWrite(table, cause, { type: 'sandbox.clock_moved', userId: null, details }, now);
}

/**
 * Moves the sandbox's time on for everybody: yield accrues at the present rates, and what is kept for repeats of a request
 * expires. What is on chains keeps their time. The days are lived through before the time is set, so that no value of
 * a time that has been shown ever changes. Who moved it, and how far, is recorded with the move, or neither is done.
 *
 * @throws ApiError not_found on a live stage, which has no sandbox
 */
export async function advanceClock(table: Table, advance: Advance): Promise<Reply> {
  const { sandbox, advanceMs, now } = advance;
  if (!sandbox) throw new ApiError('not_found');
  const aheadMs = await retry(RETRIES, async () => {
    const before = await readAheadMs(table);
    const after = before + advanceMs;
    if (after === before) return before;
    await liveThrough(table, now.getTime() + before, now.getTime() + after);
    if (await setAheadMs(table, before, after, [await moved(table, advance, after)])) return after;
    throw new TryAgain('The clock was moved by others during each try');
  });
  const data = { now: new Date(now.getTime() + aheadMs).toISOString(), ahead_seconds: aheadMs / 1_000 };
  return { data };
}
