import { ApiError } from '../platform/contract/errors.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { transactIf } from '../platform/dynamodb/transact.ts';
import { retry, TryAgain } from '../platform/retry.ts';
import type { StrategyRecord } from '../strategies/contract/strategy-record.ts';
import { withStatus } from '../strategies/domain/catalog/restatus.ts';
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

/** What has become of a strategy that operators paused or resumed. */
export interface PauseOutcome {
  readonly strategy: StrategyRecord;
  /** Whether the catalog shows the change already; otherwise the next ingestion publishes it. */
  readonly catalogUpdated: boolean;
}

/** How often another writer of the same item may be met. */
const ATTEMPTS = 5;

/**
 * Stops deposits into a strategy until it is resumed; withdrawals are paid as before. The pause and the strategy's
 * status come first and together, so that from then on deposits are refused wherever this stops; then what deposits
 * are booked against is closed, which refuses even those under way; then the catalog. Doing it again does what was left
 * undone, and takes over a new reason. An unlisted strategy can be paused for when it comes back.
 *
 * @throws ApiError strategy_not_found
 */
export async function pauseStrategy(
  table: Table,
  id: string,
  { reason, now }: { readonly reason: string | undefined; readonly now: Date },
): Promise<PauseOutcome & { readonly pause: StrategyPause }> {
  const before = await getPause(table, id);
  const pause: StrategyPause = {
    strategy_id: id,
    paused_at: before?.paused_at ?? now.toISOString(),
    reason: reason ?? before?.reason ?? null,
  };
  const strategy = await withCurrent(table, id, async (record) => {
    const isListed = record.status === 'listed';
    const status = isListed ? [statusWrite(id, { from: 'listed', to: 'paused' })] : [];
    const { held } = await transactIf(table, [pauseWrite(pause), ...status]);
    return held ? { ...record, status: isListed ? 'paused' : record.status } : undefined;
  });
  await stopDeposits(table, id);
  return {
    strategy,
    pause,
    catalogUpdated: await republishCatalog(table, (bytes) => withStatus(bytes, id, 'paused')),
  };
}

/**
 * Lets deposits into a paused strategy again. The end of the pause and the opening of what deposits are booked against
 * are one transaction, and the strategy's status comes after it: wherever this stops, deposits are refused until it is
 * done again, or the next ingestion does the rest. One that has vanished upstream meanwhile takes no deposits until it
 * is back.
 *
 * @throws ApiError strategy_not_found
 */
export async function resumeStrategy(
  table: Table,
  id: string,
): Promise<PauseOutcome & { readonly pause: StrategyPause | undefined }> {
  const pause = await getPause(table, id);
  const strategy = await withCurrent(table, id, async (record) => {
    // The ledger of an unlisted strategy is opened by the ingestion that lists it again.
    const staysClosed = record.status === 'unlisted' && (await readStrategyLedger(table, id)) !== undefined;
    if (staysClosed) await transactIf(table, [resumeWrite(id)]);
    else await openDeposits(table, id, resumeWrite(id));
    if (record.status !== 'paused') return record;
    const { held } = await transactIf(table, [statusWrite(id, { from: 'paused', to: 'listed' })]);
    return held ? { ...record, status: 'listed' } : undefined;
  });
  return {
    strategy,
    pause,
    catalogUpdated: await republishCatalog(table, (bytes) => withStatus(bytes, id, 'listed')),
  };
}

/** What operators have paused, with the strategies' records, the latest first. */
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
 * Runs `work` on the strategy's current state, and again with the new state when that has changed meanwhile (`work`
 * returns undefined).
 */
function withCurrent(
  table: Table,
  id: string,
  work: (record: StrategyRecord) => Promise<StrategyRecord | undefined>,
): Promise<StrategyRecord> {
  return retry({ attempts: ATTEMPTS }, async () => {
    const record = await getStrategy(table, id, { consistent: true });
    if (record === undefined) throw new ApiError('strategy_not_found');
    const done = await work(record);
    if (done === undefined) throw new TryAgain(`The status of ${id} was changed by others during each try`);
    return done;
  });
}
