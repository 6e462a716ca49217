import type { Reading } from '../../../shared/ingest/domain/guard.ts';
import {
  BACKFILL_STATUS_DONE,
  type IngestState,
  type StrategyState,
} from '../../../shared/ingest/domain/ingest-state.ts';
import { type ProcessedPoolList, processPoolList } from '../../../shared/ingest/domain/pool-list.ts';
import { DAY_MS } from '../../../shared/platform/domain/days.ts';
import type { RiskLevel } from '../../../shared/strategies/contract/strategy.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import type { TrackRecord } from '../../../shared/strategies/domain/expectation/track-record.ts';
import { strategyIdOf } from '../../../shared/strategies/domain/strategy-id.ts';
import { createLendingReader, createPoolListReader } from './lists.ts';
import { type DailySeries, type Recording, SOURCE_NAME } from './recording.ts';
import { type PublishedStrategy, ReplayedHistory } from './replayed-history.ts';
import { countSpikes, type SpikeReport } from './spikes.ts';

/** Variants of the APY series: as recorded (`raw`), and as published after the spike guard (`cleaned`). */
export const SERIES_KINDS = ['raw', 'cleaned'] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];

/** What the service would have published on each day of a recording. */
export interface MarketReplay {
  readonly days: number;
  /** Daily values of each strategy, by strategy id. */
  readonly series: ReadonlyMap<string, DailySeries>;
  /** Whether the recording has TVLs. Without TVLs, risk levels, allocations and risk scores are not evaluated. */
  readonly hasTvl: boolean;
  /** Published records by strategy id, one map per day. */
  readonly published: readonly ReadonlyMap<string, PublishedStrategy>[];
  /** Risk levels by strategy id, one map per day, computed without any history. */
  readonly firstDayLevels: readonly ReadonlyMap<string, RiskLevel>[];
  /**
   * Number of readings that the spike guard held back: confirmed by the next reading, not confirmed by it, or without a
   * next reading (`undecided`).
   */
  readonly held: { confirmed: number; unconfirmed: number; undecided: number };
  readonly spikeReport: SpikeReport;
}

/**
 * Replays a recording with the service's own code. Only the first reading of a day enters the history, as in a deployed
 * service.
 */
export function replayRecording(recording: Recording): MarketReplay {
  const { days, firstDay, readingsADay = 1 } = recording;
  const replayedHistory = new ReplayedHistory(recording);
  const poolRowsAt = createPoolListReader(recording);
  const lendingFiguresAt = createLendingReader(recording);
  const publishedApysById = new Map<string, Float32Array>();
  const publishedStrategiesByDay: ReadonlyMap<string, PublishedStrategy>[] = [];
  const heldBackReadingCounts = { confirmed: 0, unconfirmed: 0, undecided: 0 };
  const confirmedReadings = new Map<string, Reading>();
  let state: IngestState = { statisticsDay: 0, strategies: new Map(), unconfirmedReadings: new Map() };
  for (let readingIndex = 0; readingIndex < days * readingsADay; readingIndex += 1) {
    // Each reading covers an equal part of the day. The time of the reading is the middle of this part.
    const nowMs = (firstDay + (readingIndex + 0.5) / readingsADay) * DAY_MS;
    const list = {
      rows: poolRowsAt(readingIndex, nowMs),
      lendingByPoolId: lendingFiguresAt(readingIndex),
      fetchedAtMs: nowMs,
    } satisfies Parameters<typeof processPoolList>[0];
    const processedPools = processPoolList(list, SOURCE_NAME, state, nowMs);
    countHeldBackReadings(heldBackReadingCounts, state, processedPools);
    for (const [id, confirmedReading] of processedPools.confirmedReadings)
      confirmedReadings.set(id, confirmedReading);
    for (const [id, { apy }] of processedPools.acceptedObservationsById) {
      const readings = publishedApysById.get(id) ?? new Float32Array(days * readingsADay).fill(Number.NaN);
      publishedApysById.set(id, readings);
      readings[readingIndex] = apy;
    }
    if (readingIndex % readingsADay === 0) {
      const publishedStrategies = replayedHistory.evaluateNextDay(processedPools, state, confirmedReadings);
      confirmedReadings.clear();
      publishedStrategiesByDay.push(publishedStrategies);
      state = {
        ...buildNextIngestState(publishedStrategies, state, firstDay + replayedHistory.day),
        unconfirmedReadings: processedPools.unconfirmedReadings,
      };
    } else
      state = {
        ...state,
        strategies: addAcceptedReadings(state, processedPools, nowMs),
        unconfirmedReadings: processedPools.unconfirmedReadings,
      };
  }
  const spikeReport = countSpikes(recording, (pool) =>
    publishedApysById.get(strategyIdOf(SOURCE_NAME, pool)),
  );
  const hasTvl = recording.pools.some(({ tvl }) => tvl !== undefined);
  const { series, firstDayLevels } = replayedHistory;
  return {
    days,
    series,
    hasTvl,
    published: publishedStrategiesByDay,
    firstDayLevels,
    held: heldBackReadingCounts,
    spikeReport,
  };
}

/**
 * Counts the readings that the spike guard held back: confirmed by the new pool list, not confirmed by it, or missing
 * in it (`undecided`).
 */
function countHeldBackReadings(
  heldReadingCounts: MarketReplay['held'],
  state: IngestState,
  processedPools: ProcessedPoolList,
): void {
  for (const id of state.unconfirmedReadings.keys()) {
    if (processedPools.acceptedObservationsById.has(id))
      heldReadingCounts[processedPools.confirmedReadings.has(id) ? 'confirmed' : 'unconfirmed'] += 1;
    else if (!processedPools.unconfirmedReadings.has(id)) heldReadingCounts.undecided += 1;
  }
}

/** Returns the strategies with the accepted APY and TVL of `processedPools`. Does not change their histories. */
function addAcceptedReadings(
  { strategies }: IngestState,
  processedPools: ProcessedPoolList,
  nowMs: number,
): IngestState['strategies'] {
  const updatedStrategies = new Map(strategies);
  for (const [id, { apy, tvlUsd }] of processedPools.acceptedObservationsById) {
    const previousStrategyState = updatedStrategies.get(id);
    if (previousStrategyState !== undefined)
      updatedStrategies.set(id, { ...previousStrategyState, apy, tvlUsd, observedAtSeconds: nowMs / 1000 });
  }
  return updatedStrategies;
}

function buildNextIngestState(
  publishedStrategies: ReadonlyMap<string, PublishedStrategy>,
  previousIngestState: IngestState,
  day: number,
): IngestState {
  const strategyStates = new Map(
    [...publishedStrategies].map(([id, { record, trackRecord }]): [string, StrategyState] => [
      id,
      ingestStateOf(record, trackRecord, previousIngestState.strategies.get(id), day),
    ]),
  );
  return {
    statisticsDay: day,
    strategies: strategyStates,
    unconfirmedReadings: previousIngestState.unconfirmedReadings,
  };
}

function ingestStateOf(
  record: StrategyRecord,
  trackRecord: TrackRecord,
  previousStrategyState: StrategyState | undefined,
  today: number,
): StrategyState {
  return {
    isListed: true,
    apy: record.current_apy,
    tvlUsd: record.tvl,
    observedAtSeconds: Date.parse(record.as_of) / 1000,
    createdAtSeconds: 0,
    updatedAtSeconds: 0,
    itemApy: 0,
    itemTvlUsd: 0,
    itemScore: 0,
    itemHash: 0,
    itemDay: 0,
    historyDay: today,
    historyDays: record.history_days,
    backfillStatus: BACKFILL_STATUS_DONE,
    trackRecord,
    listedSinceDay: previousStrategyState?.listedSinceDay ?? today,
    isExitConstrained: record.exit_constrained,
  };
}
