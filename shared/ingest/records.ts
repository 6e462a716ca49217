import type { StrategyRecord } from '../strategies/contract/strategy-record.ts';
import type { GetIntervalReach } from '../strategies/domain/expectation/published.ts';
import { getStrategies, readPauses } from '../strategies/records.ts';
import { formatIsoWholeSeconds, type HistoryFigures } from './domain/build-strategy-record.ts';
import { acceptedReadingOf, type IngestState, type StrategyState } from './domain/ingest-state.ts';
import type { ProcessedPoolList } from './domain/pool-list.ts';
import { buildUniquelyNamedRecords } from './domain/uniquely-named-records.ts';
import type { IngestOptions } from './options.ts';

/** Flag of a record whose latest reading is held. The record then contains the last accepted figures. */
const UNCONFIRMED_FLAG = 'unconfirmed_reading';

export interface IngestRunRecords {
  readonly listedRecords: readonly StrategyRecord[];
  /** Records of strategies that become unlisted in this run. */
  readonly unlistedRecords: readonly StrategyRecord[];
}

/**
 * Returns new records for strategies with an accepted reading, and stored records with the last accepted reading for
 * strategies in `keptIds`. Every other listed strategy becomes unlisted, even if it is paused.
 */
export async function buildRunRecords(
  { table }: IngestOptions,
  processedPools: ProcessedPoolList,
  state: IngestState,
  historyFiguresOf: (id: string) => HistoryFigures | undefined,
  intervalReachOf: GetIntervalReach,
): Promise<IngestRunRecords> {
  const pauses = await readPauses(table);
  const withPauseStatus = (record: StrategyRecord): StrategyRecord => {
    const status = pauses.has(record.id) ? 'paused' : 'listed';
    return record.status === status ? record : { ...record, status };
  };
  const missingIds = Array.from(state.strategies).flatMap(([id, { isListed }]) =>
    isListed && !processedPools.acceptedObservationsById.has(id) && !processedPools.keptIds.has(id)
      ? [id]
      : [],
  );
  const storedRecords = await getStrategies(table, [...processedPools.keptIds, ...missingIds]);
  const lastRecordsOf = (id: string): StrategyRecord[] => {
    const record = storedRecords.get(id);
    const strategyState = state.strategies.get(id);
    return record === undefined || strategyState === undefined
      ? []
      : [withLastReading(record, strategyState)];
  };
  const keptRecords = [...processedPools.keptIds].flatMap(lastRecordsOf).map((record) => {
    const flags = record.flags.filter((flag) => flag !== UNCONFIRMED_FLAG);
    return {
      ...record,
      flags: processedPools.unconfirmedReadings.has(record.id) ? [...flags, UNCONFIRMED_FLAG] : flags,
    };
  });
  const records = buildUniquelyNamedRecords({
    acceptedObservations: processedPools.acceptedObservationsById.values(),
    keptRecords,
    historyFiguresOf,
    previousFiguresOf: (id) => toPreviousFigures(state.strategies.get(id)),
    reachOf: intervalReachOf,
  });
  return {
    listedRecords: records.map(withPauseStatus),
    unlistedRecords: missingIds
      .flatMap(lastRecordsOf)
      .map((record) => ({ ...record, status: 'unlisted' as const })),
  };
}

function toPreviousFigures(strategyState: StrategyState | undefined) {
  if (strategyState === undefined) return undefined;
  return {
    current_apy: strategyState.apy,
    tvl: strategyState.tvlUsd,
    exit_constrained: strategyState.isExitConstrained,
    created_at: formatIsoWholeSeconds(strategyState.createdAtSeconds * 1000),
    updated_at: formatIsoWholeSeconds(strategyState.updatedAtSeconds * 1000),
  };
}

/** Returns a record with the last reading from the ingestion's state, because the stored item may be older. */
function withLastReading(record: StrategyRecord, strategyState: StrategyState): StrategyRecord {
  const { apy, tvlUsd, observedAtMs } = acceptedReadingOf(strategyState);
  return {
    ...record,
    current_apy: apy,
    tvl: tvlUsd,
    as_of: formatIsoWholeSeconds(observedAtMs),
    updated_at: formatIsoWholeSeconds(strategyState.updatedAtSeconds * 1000),
  };
}
