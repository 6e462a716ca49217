import type { StrategyRecord } from '../strategies/contract/strategy-record.ts';
import { NO_TRACK_RECORD } from '../strategies/domain/expectation/track-record.ts';
import { type IngestState, NO_LISTED_SINCE_DAY, type StrategyState } from './domain/ingest-state.ts';
import { toItemFigures } from './domain/materiality.ts';
import type { ProcessedPoolList } from './domain/pool-list.ts';
import type { IngestRunRecords } from './records.ts';
import type { HistoryUpdate } from './update-histories.ts';

export function buildNextIngestState(
  oldIngestState: IngestState,
  processedPools: ProcessedPoolList,
  historyUpdate: HistoryUpdate,
  runRecords: IngestRunRecords,
  writtenRecords: ReadonlySet<StrategyRecord>,
  today: number,
): IngestState {
  // A strategy without a record in this run is marked as unlisted.
  const strategyStateById = new Map(
    Array.from(oldIngestState.strategies, ([id, previousState]): [string, StrategyState] => [
      id,
      { ...previousState, isListed: false, listedSinceDay: NO_LISTED_SINCE_DAY },
    ]),
  );
  for (const record of [...runRecords.listedRecords, ...runRecords.unlistedRecords]) {
    const previousState = oldIngestState.strategies.get(record.id);
    const historyOutcome = historyUpdate.outcomes.get(record.id);
    const storedItemFigures =
      previousState !== undefined && !writtenRecords.has(record)
        ? previousState
        : toItemFigures(record, today);
    strategyStateById.set(record.id, {
      isListed: record.status !== 'unlisted',
      apy: record.current_apy,
      tvlUsd: record.tvl,
      observedAtSeconds: Date.parse(record.as_of) / 1000,
      createdAtSeconds: Date.parse(record.created_at) / 1000,
      updatedAtSeconds: Date.parse(record.updated_at) / 1000,
      itemApy: storedItemFigures.itemApy,
      itemTvlUsd: storedItemFigures.itemTvlUsd,
      itemScore: storedItemFigures.itemScore,
      itemHash: storedItemFigures.itemHash,
      itemDay: storedItemFigures.itemDay,
      historyDay: historyOutcome?.historyDay ?? previousState?.historyDay ?? 0,
      historyDays: historyOutcome?.historyDays ?? previousState?.historyDays ?? 0,
      backfillStatus: historyOutcome?.backfillStatus ?? previousState?.backfillStatus ?? 0,
      listedSinceDay: listedSinceDayOf(record, previousState, today),
      trackRecord: historyOutcome?.trackRecord ?? previousState?.trackRecord ?? NO_TRACK_RECORD,
      isExitConstrained: record.exit_constrained,
    });
  }
  return {
    statisticsDay: today,
    strategies: strategyStateById,
    unconfirmedReadings: processedPools.unconfirmedReadings,
  };
}

function listedSinceDayOf(
  record: StrategyRecord,
  previousState: StrategyState | undefined,
  today: number,
): number {
  if (record.status === 'unlisted') return NO_LISTED_SINCE_DAY;
  const previousListedSinceDay =
    previousState?.isListed === true ? previousState.listedSinceDay : NO_LISTED_SINCE_DAY;
  return previousListedSinceDay === NO_LISTED_SINCE_DAY ? today : previousListedSinceDay;
}
