import { ApiError } from '../platform/contract/errors.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { transactIf } from '../platform/dynamodb/transact.ts';
import { RetryableError, retry } from '../platform/retry.ts';
import type { StrategyRecord } from '../strategies/contract/strategy-record.ts';
import { encodeCatalogWithStatus } from '../strategies/domain/catalog/encode-changes.ts';
import {
  getPause,
  getStrategy,
  pauseWrite,
  readPauses,
  resumeWrite,
  type StrategyPause,
  statusWrite,
} from '../strategies/records.ts';
import { openDeposits, stopDeposits } from './deposit-gate.ts';
import { republishCatalog } from './republish-catalog.ts';
import { readStrategyLedger } from './store/strategy-ledger.ts';

/** The result of pausing or resuming a strategy. */
export interface PauseOutcome {
  readonly strategy: StrategyRecord;
  /** Whether the catalog already shows the change. Otherwise the next ingestion publishes it. */
  readonly catalogUpdated: boolean;
}

/** Maximum number of attempts to write a strategy's record while other processes change the same record. */
const ATTEMPTS_MAX = 5;

/**
 * Stops deposits into a strategy until an operator resumes the strategy. Withdrawals continue.
 * The first write already stops deposits. If a later write fails, a second call completes the pause.
 *
 * @throws ApiError strategy_not_found
 */
export async function pauseStrategy(
  table: Table,
  id: string,
  { reason, now }: { readonly reason: string | undefined; readonly now: Date },
): Promise<PauseOutcome & { readonly pause: StrategyPause }> {
  const existingPause = await getPause(table, id);
  const pause: StrategyPause = {
    strategy_id: id,
    paused_at: existingPause?.paused_at ?? now.toISOString(),
    reason: reason ?? existingPause?.reason ?? null,
  };
  const strategy = await retryWithCurrentRecord(table, id, async (record) => {
    const isStrategyListed = record.status === 'listed';
    const statusWrites = isStrategyListed ? [statusWrite(id, { from: 'listed', to: 'paused' })] : [];
    const { committed: isCommitted } = await transactIf(table, [pauseWrite(pause), ...statusWrites]);
    return isCommitted ? { ...record, status: isStrategyListed ? 'paused' : record.status } : undefined;
  });
  await stopDeposits(table, id);
  return {
    strategy,
    pause,
    catalogUpdated: await republishCatalog(table, (bytes) => encodeCatalogWithStatus(bytes, id, 'paused')),
  };
}

/**
 * Allows deposits into a paused strategy again.
 * If the function is interrupted, deposits stay rejected until it is called again or an ingestion runs. An unlisted
 * strategy accepts no deposits until it is listed again.
 *
 * @throws ApiError strategy_not_found
 */
export async function resumeStrategy(
  table: Table,
  id: string,
): Promise<PauseOutcome & { readonly pause: StrategyPause | undefined }> {
  const pause = await getPause(table, id);
  const strategy = await retryWithCurrentRecord(table, id, async (record) => {
    // The ledger of an unlisted strategy stays closed. The ingestion opens it when it lists the strategy again.
    const mustLedgerStayClosed =
      record.status === 'unlisted' && (await readStrategyLedger(table, id)) !== undefined;
    if (mustLedgerStayClosed) await transactIf(table, [resumeWrite(id)]);
    else await openDeposits(table, id, resumeWrite(id));
    if (record.status !== 'paused') return record;
    const { committed: isCommitted } = await transactIf(table, [
      statusWrite(id, { from: 'paused', to: 'listed' }),
    ]);
    return isCommitted ? { ...record, status: 'listed' } : undefined;
  });
  return {
    strategy,
    pause,
    catalogUpdated: await republishCatalog(table, (bytes) => encodeCatalogWithStatus(bytes, id, 'listed')),
  };
}

/** Returns all pauses with their strategies' records, latest first. */
export async function listPauses(
  table: Table,
): Promise<{ readonly pause: StrategyPause; readonly strategy: StrategyRecord | undefined }[]> {
  const pauses = [...(await readPauses(table)).values()];
  pauses.sort((a, b) => (a.paused_at < b.paused_at ? 1 : -1));
  return Promise.all(
    pauses.map(async (pause) => ({ pause, strategy: await getStrategy(table, pause.strategy_id) })),
  );
}

/**
 * Runs `work` with the strategy's current record. If `work` returns undefined, because another process has changed
 * the record, repeats it with the new record.
 *
 * @throws ApiError strategy_not_found
 */
function retryWithCurrentRecord(
  table: Table,
  id: string,
  work: (record: StrategyRecord) => Promise<StrategyRecord | undefined>,
): Promise<StrategyRecord> {
  return retry({ attempts: ATTEMPTS_MAX }, async () => {
    const record = await getStrategy(table, id, { consistent: true });
    if (record === undefined) throw new ApiError('strategy_not_found');
    const changedRecord = await work(record);
    if (changedRecord === undefined)
      throw new RetryableError(`The status of ${id} was changed by others during each try`);
    return changedRecord;
  });
}
