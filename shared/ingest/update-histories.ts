import type { Calibration } from '../market/domain/calibration/calibration.ts';
import { CalibrationUpdate } from '../market/domain/calibration/calibration-update.ts';
import type { DailySeries } from '../market/domain/history/history.ts';
import { createEmptySeries, quarterOf } from '../market/domain/history/history.ts';
import { TVL_HISTORY_DAYS } from '../market/domain/market-snapshot.ts';
import { computeStatisticsByWindow, type StatisticsByWindow } from '../market/domain/window-statistics.ts';
import { readHistories, writeHistory } from '../market/stored-histories.ts';
import { dayOf } from '../platform/domain/days.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import { type TrackRecord, trackRecordOf } from '../strategies/domain/expectation/track-record.ts';
import { HistoryBackfill } from './backfills.ts';
import type { Reading } from './domain/guard.ts';
import {
  type IngestState,
  MAX_BACKFILL_ATTEMPTS,
  NO_LISTED_SINCE_DAY,
  type StrategyState,
} from './domain/ingest-state.ts';
import type { ProcessedPoolList } from './domain/pool-list.ts';
import type { PublishableObservation } from './domain/publication.ts';
import { countKnownDays, fillGaps, setReadingOfDay, sliceQuarter } from './domain/series.ts';
import { INGEST_DEFAULTS, type IngestOptions } from './options.ts';
import type { PreviousRun } from './snapshots.ts';

/** Number of days in the longest window for which statistics are computed. */
const STATISTICS_DAYS = 365;
const STRATEGIES_PER_CHUNK = 400;
const CONCURRENT_CHUNKS = 2;

interface HistoryOutcome {
  readonly statistics: StatisticsByWindow;
  readonly historyDay: number;
  readonly historyDays: number;
  readonly backfillStatus: number;
  readonly trackRecord: TrackRecord;
  /**
   * Daily TVL up to today; NaN for unknown days. In a run that does not read all histories, this array has only the
   * days that a backfill added. It is undefined if the backfill added no days.
   */
  readonly tvl: Float32Array | undefined;
}

export interface HistoryUpdate {
  readonly outcomes: ReadonlyMap<string, HistoryOutcome>;
  readonly strategiesWritten: number;
  readonly backfilled: number;
  readonly backfillFailed: number;
  readonly hasReadAllHistories: boolean;
  /** The previous calibration, or the updated calibration if this run has read all histories. */
  readonly calibration: Calibration;
}

interface StrategyToUpdate {
  readonly id: string;
  readonly observation: PublishableObservation | undefined;
  /** The suspicious reading of an earlier run that this run has confirmed; undefined if there is none. */
  readonly confirmedReading: Reading | undefined;
  readonly state: StrategyState | undefined;
  readonly needsBackfill: boolean;
}

interface HistoryRun {
  readonly options: IngestOptions;
  readonly today: number;
  readonly firstDay: number;
  readonly readsAllHistories: boolean;
  readonly calibrationUpdate: CalibrationUpdate;
  readonly historyBackfill: HistoryBackfill;
  strategiesWritten: number;
  /** Throws an Error if this run has lost its lease. Called before every write. */
  readonly ensureLease: () => Promise<void>;
}

/**
 * Updates the daily histories, which contain the first reading of each UTC day, and computes their statistics. The
 * first run of a day reads all histories, because the time windows of the statistics have moved by a day. Later runs
 * read only the histories that change.
 */
export async function updateHistories(
  options: IngestOptions,
  processedPools: ProcessedPoolList,
  { state, calibration }: Pick<PreviousRun, 'state' | 'calibration'>,
  now: Date,
  ensureLease: () => Promise<void>,
): Promise<HistoryUpdate> {
  const today = dayOf(now.getTime());
  const readsAllHistories = state.statisticsDay < today;
  const strategiesToUpdate = selectStrategies(
    processedPools,
    state,
    options.backfillMax ?? INGEST_DEFAULTS.backfillMax,
  );
  const historyRun: HistoryRun = {
    options,
    today,
    firstDay: quarterOf(today - STATISTICS_DAYS + 1).firstDay,
    readsAllHistories,
    calibrationUpdate: new CalibrationUpdate(calibration, today),
    historyBackfill: new HistoryBackfill(options),
    strategiesWritten: 0,
    ensureLease,
  };
  const outcomesById = new Map<string, HistoryOutcome>();
  await forEachParallel(splitIntoChunks(strategiesToUpdate), CONCURRENT_CHUNKS, async (chunk) => {
    for (const [id, historyOutcome] of await updateChunk(historyRun, chunk))
      outcomesById.set(id, historyOutcome);
  });
  return {
    outcomes: outcomesById,
    strategiesWritten: historyRun.strategiesWritten,
    backfilled: historyRun.historyBackfill.completedCount,
    backfillFailed: historyRun.historyBackfill.failedCount,
    hasReadAllHistories: readsAllHistories,
    calibration: readsAllHistories ? historyRun.calibrationUpdate.finish() : calibration,
  };
}

/**
 * Returns the strategies with an accepted reading, highest TVL first. After them come the strategies without an
 * accepted reading in this run, which keep their previous one.
 */
function selectStrategies(
  processedPools: ProcessedPoolList,
  state: IngestState,
  backfillMax: number,
): StrategyToUpdate[] {
  const acceptedObservations = [...processedPools.acceptedObservationsById.values()].sort(
    (a, b) => b.tvlUsd - a.tvlUsd,
  );
  let backfillCount = 0;
  const strategiesToUpdate = acceptedObservations.map((observation): StrategyToUpdate => {
    const strategyState = state.strategies.get(observation.id);
    const needsBackfill =
      (strategyState?.backfillStatus ?? 0) < MAX_BACKFILL_ATTEMPTS && backfillCount < backfillMax;
    if (needsBackfill) backfillCount += 1;
    const confirmedReading = processedPools.confirmedReadings.get(observation.id);
    return { id: observation.id, observation, confirmedReading, state: strategyState, needsBackfill };
  });
  for (const id of processedPools.keptIds) {
    const strategyState = state.strategies.get(id);
    strategiesToUpdate.push({
      id,
      observation: undefined,
      confirmedReading: undefined,
      state: strategyState,
      needsBackfill: false,
    });
  }
  return strategiesToUpdate;
}

function* splitIntoChunks(strategies: readonly StrategyToUpdate[]): Generator<readonly StrategyToUpdate[]> {
  for (let start = 0; start < strategies.length; start += STRATEGIES_PER_CHUNK) {
    yield strategies.slice(start, start + STRATEGIES_PER_CHUNK);
  }
}

/**
 * Returns the day of a reading that the spike guard has confirmed. Returns undefined if the history already contains
 * this day.
 */
function findConfirmedDay({ confirmedReading, state }: StrategyToUpdate): number | undefined {
  if (confirmedReading === undefined) return undefined;
  const day = dayOf(confirmedReading.observedAtMs);
  return day > (state?.historyDay ?? 0) ? day : undefined;
}

/** Returns the day of the strategy's reading, if the history has no entry for that day yet. */
function findNewDay({ observation, state }: StrategyToUpdate, today: number): number | undefined {
  if (observation === undefined) return undefined;
  const day = Math.min(today, dayOf(observation.observedAtMs));
  return day > (state?.historyDay ?? 0) ? day : undefined;
}

async function updateChunk(
  historyRun: HistoryRun,
  chunk: readonly StrategyToUpdate[],
): Promise<[string, HistoryOutcome][]> {
  const { table } = historyRun.options;
  const changedStrategies = chunk.filter(
    (strategy) =>
      historyRun.readsAllHistories ||
      strategy.needsBackfill ||
      findNewDay(strategy, historyRun.today) !== undefined,
  );
  // Do not read histories of new strategies, because reading a missing item costs as much as reading a stored one.
  const idsWithHistory = changedStrategies
    .filter(({ state }) => (state?.historyDay ?? 0) > 0)
    .map(({ id }) => id);
  // The first run of a day uses eventually consistent reads, which cost half. They are sufficient, because the
  // histories were last written on the day before.
  const storedHistories = await readHistories(table, idsWithHistory, historyRun.firstDay, historyRun.today, {
    consistent: !historyRun.readsAllHistories,
  });
  const fetchedHistories = await historyRun.historyBackfill.fetch(
    changedStrategies.filter(({ needsBackfill }) => needsBackfill),
  );
  const historiesToWrite: { strategyId: string; series: DailySeries }[] = [];
  const historyOutcomes = changedStrategies.map((strategy): [string, HistoryOutcome] => {
    const { id } = strategy;
    const series =
      storedHistories.get(id) ??
      createEmptySeries(historyRun.firstDay, historyRun.today - historyRun.firstDay + 1);
    const backfillResult = fetchedHistories.get(id);
    const tvlBeforeBackfill = backfillResult?.series === undefined ? undefined : series.tvl.slice();
    if (backfillResult?.series !== undefined) fillGaps(series, backfillResult.series);
    const backfilledTvl =
      tvlBeforeBackfill === undefined ? undefined : valuesOfAddedDays(tvlBeforeBackfill, series.tvl);
    const newDay = findNewDay(strategy, historyRun.today);
    if (newDay !== undefined && strategy.observation !== undefined)
      setReadingOfDay(series, newDay, strategy.observation);
    // The history stores the first reading of each day. The confirmed reading is older than the new reading, so it is
    // written last and replaces a new reading of the same day.
    const confirmedDay = findConfirmedDay(strategy);
    if (confirmedDay !== undefined && strategy.confirmedReading !== undefined)
      setReadingOfDay(series, confirmedDay, strategy.confirmedReading);
    if (historyRun.readsAllHistories) countForecastResults(historyRun.calibrationUpdate, strategy, series);
    if (backfillResult?.series !== undefined) historiesToWrite.push({ strategyId: id, series });
    else if (newDay !== undefined)
      historiesToWrite.push(...quarterWritesOf(id, series, [confirmedDay ?? newDay, newDay]));
    const tvl = historyRun.readsAllHistories ? series.tvl : backfilledTvl;
    return [
      id,
      buildHistoryOutcome(strategy, series, { backfillStatus: backfillResult?.backfillStatus, newDay, tvl }),
    ];
  });
  if (historiesToWrite.length > 0) {
    await historyRun.ensureLease();
    await writeHistory(table, historiesToWrite);
    historyRun.strategiesWritten += historiesToWrite.length;
  }
  return historyOutcomes;
}

function quarterWritesOf(strategyId: string, series: DailySeries, days: readonly number[]) {
  const quarterFirstDays = new Set(days.map((day) => quarterOf(day).firstDay));
  return [...quarterFirstDays].map((day) => ({ strategyId, series: sliceQuarter(series, day) }));
}

/**
 * Adds a strategy to the calibration update, which counts the results of its forecasts. Skips a strategy without a
 * reading in this run, because its `exposure` and `stablecoin` are unknown.
 */
function countForecastResults(
  calibrationUpdate: CalibrationUpdate,
  strategy: StrategyToUpdate,
  series: DailySeries,
): void {
  const { id, observation, state } = strategy;
  if (observation === undefined) return;
  const { exposure, stablecoin } = observation;
  const listedSinceDay = state?.listedSinceDay ?? NO_LISTED_SINCE_DAY;
  calibrationUpdate.addStrategy({
    id,
    exposure,
    stablecoin,
    series,
    listedSinceDay,
    confirmedDay: findConfirmedDay(strategy),
  });
}

/** Returns the values of the days that the backfill added. Other days are NaN. */
function valuesOfAddedDays(valuesBeforeBackfill: Float32Array, valuesAfter: Float32Array): Float32Array {
  return valuesAfter.map((value, index) => (Number.isNaN(valuesBeforeBackfill[index]) ? value : Number.NaN));
}

function buildHistoryOutcome(
  { state }: StrategyToUpdate,
  series: DailySeries,
  {
    backfillStatus,
    newDay,
    tvl,
  }: {
    readonly backfillStatus: number | undefined;
    readonly newDay: number | undefined;
    readonly tvl: Float32Array | undefined;
  },
): HistoryOutcome {
  return {
    statistics: computeStatisticsByWindow(series),
    trackRecord: trackRecordOf(series),
    historyDay: newDay ?? state?.historyDay ?? 0,
    historyDays: countKnownDays(series.apy),
    backfillStatus: backfillStatus ?? state?.backfillStatus ?? 0,
    tvl: tvl?.slice(-TVL_HISTORY_DAYS),
  };
}
