import type { StrategyRecord } from '../strategies/contract/strategy-record.ts';
import { NO_TRACK_RECORD } from '../strategies/domain/expectation/track-record.ts';
import { type IngestState, NEVER_LISTED, type StrategyState } from './domain/ingest-state.ts';
import type { ProcessedPoolList } from './domain/intake.ts';
import { itemFigures } from './domain/materiality.ts';
import type { RunRecords } from './records.ts';
import type { HistoryUpdate } from './update-histories.ts';

/**
 * Returns the state for the next run.
 * @param writtenRecords the records whose items were written in this run
 */
export function nextState(
  before: IngestState,
  processedPools: ProcessedPoolList,
  histories: HistoryUpdate,
  records: RunRecords,
  writtenRecords: ReadonlySet<StrategyRecord>,
  today: number,
): IngestState {
  // A strategy that is not in this run's list is marked as unlisted, even if its item was not found.
  const strategies = new Map(
    Array.from(before.strategies, ([id, previousState]): [string, StrategyState] => [
      id,
      { ...previousState, listed: false, listedSinceDay: NEVER_LISTED },
    ]),
  );
  for (const record of [...records.listed, ...records.unlisted]) {
    const previousState = before.strategies.get(record.id);
    const history = histories.outcomes.get(record.id);
    const item =
      previousState !== undefined && !writtenRecords.has(record) ? previousState : itemFigures(record, today);
    strategies.set(record.id, {
      listed: record.status !== 'unlisted',
      apy: record.current_apy,
      tvlUsd: record.tvl,
      observedAtSeconds: Date.parse(record.as_of) / 1000,
      createdAtSeconds: Date.parse(record.created_at) / 1000,
      updatedAtSeconds: Date.parse(record.updated_at) / 1000,
      itemApy: item.itemApy,
      itemTvlUsd: item.itemTvlUsd,
      itemScore: item.itemScore,
      itemHash: item.itemHash,
      itemDay: item.itemDay,
      historyDay: history?.historyDay ?? previousState?.historyDay ?? 0,
      historyDays: history?.historyDays ?? previousState?.historyDays ?? 0,
      backfill: history?.backfill ?? previousState?.backfill ?? 0,
      listedSinceDay: listedSince(record, previousState, today),
      track: history?.track ?? previousState?.track ?? NO_TRACK_RECORD,
      exitConstrained: record.exit_constrained,
    });
  }
  return { statisticsDay: today, strategies, held: processedPools.held };
}

function listedSince(
  record: StrategyRecord,
  previousState: StrategyState | undefined,
  today: number,
): number {
  if (record.status === 'unlisted') return NEVER_LISTED;
  const before = previousState?.listed === true ? previousState.listedSinceDay : NEVER_LISTED;
  return before === NEVER_LISTED ? today : before;
}
