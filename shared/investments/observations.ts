import { forEachParallel } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { transactIf } from '../platform/dynamodb/transact.ts';
import { retry, TryAgain } from '../platform/retry.ts';
import type { StrategyRecord } from '../strategies/contract/strategy-record.ts';
import { openUnlessPaused, stopDeposits } from './deposit-gate.ts';
import { nextSegment, recentSegments } from './domain/growth-index.ts';
import { readAheadMs } from './store/sandbox-clock.ts';
import {
  observationWrites,
  readLedgerStrategies,
  readStrategyLedger,
  readStrategyLedgers,
  type StrategyLedger,
} from './store/strategy-ledger.ts';

/** What the market says of a strategy now. */
export interface StrategyObservation {
  readonly strategyId: string;
  /** In percent. */
  readonly apy: number;
  readonly status: StrategyRecord['status'];
}

/** Observations of one strategy that may meet another process's before giving up. */
const RECORD_RETRIES = { attempts: 5 };
/** Strategies written at once. */
const CONCURRENCY = 8;

/**
 * Tells the ledger of APY and status as just observed. Strategies that nobody ever invested in are passed over, and so
 * is what has not changed: the cost is one query, a batch read for each hundred strategies with positions, and two writes
 * for each whose APY changed. Call it after the strategies' own items were written, on every run and for every strategy
 * observed, listed or not: what an interrupted run left undone is done by the next.
 *
 * An unlisted strategy stops growing, since nobody observes its APY any more; a paused one goes on. Both take no
 * deposits.
 *
 * @param clock the time now, asked anew for each strategy: an observation counts from a fixed delay after it
 * @returns how many indexes and how many deposit gates were changed
 */
export async function recordIndexObservations(
  table: Table,
  observations: Iterable<StrategyObservation>,
  clock: () => Date,
): Promise<{ indexes: number; gates: number }> {
  // A sandbox's ledger may be ahead of the clock.
  const aheadMs = await readAheadMs(table);
  return observeIndexes(table, observations, () => new Date(clock().getTime() + aheadMs));
}

/** The same with the ledger's own clock. */
export async function observeIndexes(
  table: Table,
  observations: Iterable<StrategyObservation>,
  clock: () => Date,
): Promise<{ indexes: number; gates: number }> {
  const held = new Set(await readLedgerStrategies(table));
  const concerned = Array.from(observations).filter(({ strategyId }) => held.has(strategyId));
  const ledgers = await readStrategyLedgers(
    table,
    concerned.map(({ strategyId }) => strategyId),
  );
  const changed = { indexes: 0, gates: 0 };
  await forEachParallel(concerned, CONCURRENCY, async (observation) => {
    const ledger = ledgers.get(observation.strategyId);
    if (ledger === undefined) return;
    if (await recordIndex(table, ledger, observation, clock)) changed.indexes += 1;
    if (await setGate(table, ledger, observation)) changed.gates += 1;
  });
  return changed;
}

function recordIndex(
  table: Table,
  known: StrategyLedger,
  { strategyId, status, apy }: StrategyObservation,
  clock: () => Date,
): Promise<boolean> {
  const apyPercent = status === 'unlisted' ? 0 : apy;
  let ledger = known;
  return retry(RECORD_RETRIES, async () => {
    const recordedAtMs = clock().getTime();
    const next = nextSegment(ledger.segments, { recordedAtMs, apyPercent });
    if (next === undefined) return false;
    const segments = recentSegments([...ledger.segments, next], recordedAtMs);
    const after = { ...ledger, segments, observations: ledger.observations + 1 };
    const { held } = await transactIf(table, observationWrites(ledger, after));
    if (held && clock().getTime() >= next.fromMs) {
      throw new Error(`The observation of ${strategyId} was recorded only after it had begun to count`);
    }
    if (held) return true;
    const reread = await readStrategyLedger(table, strategyId);
    if (reread === undefined) return false;
    ledger = reread;
    throw new TryAgain(`The index of ${strategyId} was written by others during each try`);
  });
}

async function setGate(
  table: Table,
  ledger: StrategyLedger,
  { strategyId, status }: StrategyObservation,
): Promise<boolean> {
  const accepts = status === 'listed';
  if (ledger.acceptsDeposits === accepts) return false;
  if (accepts) return openUnlessPaused(table, strategyId);
  await stopDeposits(table, strategyId);
  return true;
}

/** A strategy's ledger from its item, for who sums up what is held in it. */
export { parseStrategyLedger } from './store/strategy-ledger.ts';
