import type { StrategyRecord } from '../strategies/contract/strategy-record.ts';
import type { IntervalReachOf } from '../strategies/domain/expectation/published.ts';
import { getStrategies, readPauses } from '../strategies/records.ts';
import { dayRecords } from './domain/day-records.ts';
import { acceptedReading, type IngestState, type StrategyState } from './domain/ingest-state.ts';
import type { Intake } from './domain/intake.ts';
import { type HistoryFigures, wholeSecond } from './domain/publish.ts';
import type { IngestOptions } from './options.ts';

/** Says that a reading leapt and waits for confirmation, and the figures are the last ones believed. */
const UNCONFIRMED = 'unconfirmed_reading';

export interface RunRecords {
  /** What the catalog lists: listed strategies, and those that operators have paused. */
  readonly listed: readonly StrategyRecord[];
  /** Strategies that the source no longer lists. */
  readonly unlisted: readonly StrategyRecord[];
}

/**
 * The records of the run. Strategies with a reading get a new record. Those without one keep their item's figures, with
 * the last reading that passed. Those that are no longer in the source become unlisted, paused or not. Strategies that
 * operators have paused stay in the catalog as paused until they are resumed.
 */
export async function recordsOf(
  { table }: IngestOptions,
  intake: Intake,
  state: IngestState,
  figures: (id: string) => HistoryFigures | undefined,
  reachOf: IntervalReachOf,
): Promise<RunRecords> {
  const pauses = await readPauses(table);
  const onOffer = (record: StrategyRecord): StrategyRecord => {
    const status = pauses.has(record.id) ? 'paused' : 'listed';
    return record.status === status ? record : { ...record, status };
  };
  const gone = Array.from(state.strategies).flatMap(([id, { listed }]) =>
    listed && !intake.accepted.has(id) && !intake.kept.has(id) ? [id] : [],
  );
  const stored = await getStrategies(table, [...intake.kept, ...gone]);
  const lastRecord = (id: string): StrategyRecord[] => {
    const record = stored.get(id);
    const known = state.strategies.get(id);
    return record === undefined || known === undefined ? [] : [withLastReading(record, known)];
  };
  const kept = [...intake.kept].flatMap(lastRecord).map((record) => {
    const flags = record.flags.filter((flag) => flag !== UNCONFIRMED);
    return { ...record, flags: intake.held.has(record.id) ? [...flags, UNCONFIRMED] : flags };
  });
  const records = dayRecords({
    accepted: intake.accepted.values(),
    kept,
    figures,
    previous: (id) => previousFigures(state.strategies.get(id)),
    reachOf,
  });
  return {
    listed: records.map(onOffer),
    unlisted: gone.flatMap(lastRecord).map((record) => ({ ...record, status: 'unlisted' as const })),
  };
}

function previousFigures(known: StrategyState | undefined) {
  if (known === undefined) return undefined;
  return {
    current_apy: known.apy,
    tvl: known.tvlUsd,
    exit_constrained: known.exitConstrained,
    created_at: wholeSecond(known.createdAtSeconds * 1000),
    updated_at: wholeSecond(known.updatedAtSeconds * 1000),
  };
}

/** An item may lag behind the last reading, which the state remembers. */
function withLastReading(record: StrategyRecord, known: StrategyState): StrategyRecord {
  const { apy, tvlUsd, observedAtMs } = acceptedReading(known);
  return {
    ...record,
    current_apy: apy,
    tvl: tvlUsd,
    as_of: wholeSecond(observedAtMs),
    updated_at: wholeSecond(known.updatedAtSeconds * 1000),
  };
}
