import { forEachParallel } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { transactIf } from '../platform/dynamodb/transact.ts';
import { RetryableError, retry } from '../platform/retry.ts';
import type { StrategyRecord } from '../strategies/contract/strategy-record.ts';
import { openDepositsUnlessPaused, stopDeposits } from './deposit-gate.ts';
import { createNextSegment, selectRecentSegments } from './domain/growth-index.ts';
import { readClockAheadMs } from './store/sandbox-clock.ts';
import {
  newSegmentWrites,
  readLedgerStrategyIds,
  readStrategyLedger,
  readStrategyLedgers,
  type StrategyLedger,
} from './store/strategy-ledger.ts';

/** The current market data of a strategy that the ledger needs. */
export interface StrategyMarketData {
  readonly strategyId: string;
  /** APY in percent. */
  readonly apy: number;
  readonly status: StrategyRecord['status'];
}

/** Another process may change the strategy's ledger at the same time. */
const LEDGER_RETRY_POLICY = { attempts: 5 };
/** Number of strategies that are written concurrently. */
const CONCURRENCY = 8;

/**
 * Records the current APY and status of strategies in their sandbox ledgers.
 * Every ingestion must call this function for all listed and unlisted strategies, because an earlier run may have been
 * interrupted. The strategies' own items must be written first.
 *
 * @param clock returns the current time; called for each strategy
 * @returns number of changed growth indexes, and number of strategies whose deposits were opened or stopped
 */
export async function recordIndexObservations(
  table: Table,
  observations: Iterable<StrategyMarketData>,
  clock: () => Date,
): Promise<{ indexes: number; gates: number }> {
  // The sandbox clock may be ahead of real time.
  const clockAheadMs = await readClockAheadMs(table);
  return recordIndexesWithClock(table, observations, () => new Date(clock().getTime() + clockAheadMs));
}

/** Same as `recordIndexObservations`, but `clock` must return the sandbox time. */
export async function recordIndexesWithClock(
  table: Table,
  observations: Iterable<StrategyMarketData>,
  clock: () => Date,
): Promise<{ indexes: number; gates: number }> {
  const ledgerStrategyIds = new Set(await readLedgerStrategyIds(table));
  const observationsWithLedger = Array.from(observations).filter(({ strategyId }) =>
    ledgerStrategyIds.has(strategyId),
  );
  const ledgerByStrategy = await readStrategyLedgers(
    table,
    observationsWithLedger.map(({ strategyId }) => strategyId),
  );
  const changeCounts = { indexes: 0, gates: 0 };
  await forEachParallel(observationsWithLedger, CONCURRENCY, async (observation) => {
    const strategyLedger = ledgerByStrategy.get(observation.strategyId);
    if (strategyLedger === undefined) return;
    if (await recordGrowthIndex(table, strategyLedger, observation, clock)) changeCounts.indexes += 1;
    if (await openOrStopDeposits(table, strategyLedger, observation)) changeCounts.gates += 1;
  });
  return changeCounts;
}

function recordGrowthIndex(
  table: Table,
  storedLedger: StrategyLedger,
  { strategyId, status, apy }: StrategyMarketData,
  clock: () => Date,
): Promise<boolean> {
  const apyPercent = status === 'unlisted' ? 0 : apy;
  let latestLedger = storedLedger;
  return retry(LEDGER_RETRY_POLICY, async () => {
    const recordedAtMs = clock().getTime();
    const nextIndexSegment = createNextSegment(latestLedger.segments, { recordedAtMs, apyPercent });
    if (nextIndexSegment === undefined) return false;
    const segments = selectRecentSegments([...latestLedger.segments, nextIndexSegment], recordedAtMs);
    const ledgerAfter = { ...latestLedger, segments, segmentCount: latestLedger.segmentCount + 1 };
    const { committed: isCommitted } = await transactIf(table, newSegmentWrites(latestLedger, ledgerAfter));
    if (isCommitted && clock().getTime() >= nextIndexSegment.fromMs) {
      throw new Error(`The observation of ${strategyId} was recorded only after it had begun to count`);
    }
    if (isCommitted) return true;
    const currentLedger = await readStrategyLedger(table, strategyId);
    if (currentLedger === undefined) return false;
    latestLedger = currentLedger;
    throw new RetryableError(`The index of ${strategyId} was written by others during each try`);
  });
}

async function openOrStopDeposits(
  table: Table,
  strategyLedger: StrategyLedger,
  { strategyId, status }: StrategyMarketData,
): Promise<boolean> {
  const acceptsDeposits = status === 'listed';
  if (strategyLedger.acceptsDeposits === acceptsDeposits) return false;
  if (acceptsDeposits) return openDepositsUnlessPaused(table, strategyId);
  await stopDeposits(table, strategyId);
  return true;
}

export { parseStrategyLedger } from './store/strategy-ledger.ts';
