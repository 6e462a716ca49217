import type { StrategyRecord } from '../strategies/contract/strategy-record.ts';
import type { IntervalReachOf } from '../strategies/domain/expectation/published.ts';
import { getStrategies, readPauses } from '../strategies/records.ts';
import { buildDayRecords } from './domain/day-records.ts';
import { acceptedReading, type IngestState, type StrategyState } from './domain/ingest-state.ts';
import type { ProcessedPoolList } from './domain/intake.ts';
import { type HistoryFigures, wholeSecond } from './domain/publish.ts';
import type { IngestOptions } from './options.ts';

/** Flag of a record whose latest reading is held. The record then contains the last accepted figures. */
const UNCONFIRMED_FLAG = 'unconfirmed_reading';

export interface RunRecords {
  /** Records of the strategies in the catalog, including paused strategies. */
  readonly listed: readonly StrategyRecord[];
  /** Records of strategies that the source no longer lists. */
  readonly unlisted: readonly StrategyRecord[];
}

/**
 * Builds the records of the run. A strategy with a reading gets a new record. A strategy without a reading keeps its
 * last accepted reading. A strategy that is missing from the source's list becomes unlisted, even if it is paused. A
 * paused strategy that the source still lists stays in the catalog and is marked as paused.
 */
export async function buildRunRecords(
  { table }: IngestOptions,
  processedPools: ProcessedPoolList,
  state: IngestState,
  figures: (id: string) => HistoryFigures | undefined,
  reachOf: IntervalReachOf,
): Promise<RunRecords> {
  const pauses = await readPauses(table);
  const withPauseStatus = (record: StrategyRecord): StrategyRecord => {
    const status = pauses.has(record.id) ? 'paused' : 'listed';
    return record.status === status ? record : { ...record, status };
  };
  const missingIds = Array.from(state.strategies).flatMap(([id, { listed }]) =>
    listed && !processedPools.accepted.has(id) && !processedPools.kept.has(id) ? [id] : [],
  );
  const storedRecords = await getStrategies(table, [...processedPools.kept, ...missingIds]);
  const lastRecord = (id: string): StrategyRecord[] => {
    const record = storedRecords.get(id);
    const strategyState = state.strategies.get(id);
    return record === undefined || strategyState === undefined
      ? []
      : [withLastReading(record, strategyState)];
  };
  const keptRecords = [...processedPools.kept].flatMap(lastRecord).map((record) => {
    const flags = record.flags.filter((flag) => flag !== UNCONFIRMED_FLAG);
    return { ...record, flags: processedPools.held.has(record.id) ? [...flags, UNCONFIRMED_FLAG] : flags };
  });
  const records = buildDayRecords({
    accepted: processedPools.accepted.values(),
    kept: keptRecords,
    figures,
    previous: (id) => previousFigures(state.strategies.get(id)),
    reachOf,
  });
  return {
    listed: records.map(withPauseStatus),
    unlisted: missingIds.flatMap(lastRecord).map((record) => ({ ...record, status: 'unlisted' as const })),
  };
}

function previousFigures(strategyState: StrategyState | undefined) {
  if (strategyState === undefined) return undefined;
  return {
    current_apy: strategyState.apy,
    tvl: strategyState.tvlUsd,
    exit_constrained: strategyState.exitConstrained,
    created_at: wholeSecond(strategyState.createdAtSeconds * 1000),
    updated_at: wholeSecond(strategyState.updatedAtSeconds * 1000),
  };
}

/** Returns a record with the last reading from the ingestion's state, because the stored item may be older. */
function withLastReading(record: StrategyRecord, strategyState: StrategyState): StrategyRecord {
  const { apy, tvlUsd, observedAtMs } = acceptedReading(strategyState);
  return {
    ...record,
    current_apy: apy,
    tvl: tvlUsd,
    as_of: wholeSecond(observedAtMs),
    updated_at: wholeSecond(strategyState.updatedAtSeconds * 1000),
  };
}
