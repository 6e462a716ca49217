import type { Cause } from '../platform/audit/cause.ts';
import { buildAuditWrite } from '../platform/audit/events.ts';
import { ApiError } from '../platform/contract/errors.ts';
import { DAY_MS } from '../platform/domain/days.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { Reply } from '../platform/request.ts';
import { RetryableError, type RetryPolicy, retry } from '../platform/retry.ts';
import { readTermsByIds } from '../strategies/records.ts';
import { recordIndexesWithClock } from './observations.ts';
import { readClockAheadMs, setClockAheadMs } from './store/sandbox-clock.ts';
import { readLedgerStrategyIds } from './store/strategy-ledger.ts';

/** Retries are needed, because another administrator may advance the clock at the same time. */
const CLOCK_RETRY_POLICY: RetryPolicy = { attempts: 5 };

/**
 * Simulates the days between two times of the sandbox clock. For each day, records the current APY of every
 * strategy that has a sandbox ledger.
 */
async function simulateDays(table: Table, fromMs: number, untilMs: number): Promise<void> {
  const strategyTermsById = await readTermsByIds(table, await readLedgerStrategyIds(table));
  const observations = [...strategyTermsById.values()].map(({ id, current_apy, status }) => ({
    strategyId: id,
    apy: current_apy,
    status,
  }));
  for (let atMs = fromMs; atMs < untilMs; atMs += DAY_MS) {
    await recordIndexesWithClock(table, observations, () => new Date(atMs));
  }
}

interface ClockAdvance {
  readonly sandbox: boolean;
  readonly advanceMs: number;
  readonly cause: Cause;
  readonly now: Date;
}

/** The audit event gets the real time of the request, not the sandbox time. */
function buildClockAuditWrite(table: Table, { advanceMs, cause, now }: ClockAdvance, clockAheadMs: number) {
  const details = { advanced_seconds: advanceMs / 1_000, ahead_seconds: clockAheadMs / 1_000 };
  return buildAuditWrite(table, cause, { type: 'sandbox.clock_moved', userId: null, details }, now);
}

/**
 * Advances the sandbox clock for all accounts. Simulates the skipped days first, because a later simulation would
 * change values that callers have already seen.
 *
 * @throws ApiError not_found on a live stage, which has no sandbox
 */
export async function advanceClock(table: Table, clockAdvance: ClockAdvance): Promise<Reply> {
  const { sandbox, advanceMs, now } = clockAdvance;
  if (!sandbox) throw new ApiError('not_found');
  const clockAheadMs = await retry(CLOCK_RETRY_POLICY, async () => {
    const clockAheadMsBefore = await readClockAheadMs(table);
    const clockAheadMsAfter = clockAheadMsBefore + advanceMs;
    if (clockAheadMsAfter === clockAheadMsBefore) return clockAheadMsBefore;
    await simulateDays(table, now.getTime() + clockAheadMsBefore, now.getTime() + clockAheadMsAfter);
    if (
      await setClockAheadMs(table, clockAheadMsBefore, clockAheadMsAfter, [
        await buildClockAuditWrite(table, clockAdvance, clockAheadMsAfter),
      ])
    )
      return clockAheadMsAfter;
    throw new RetryableError('The clock was moved by others during each try');
  });
  const data = {
    now: new Date(now.getTime() + clockAheadMs).toISOString(),
    ahead_seconds: clockAheadMs / 1_000,
  };
  return { data };
}
