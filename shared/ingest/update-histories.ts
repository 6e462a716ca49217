import type { Calibration } from '../market/domain/calibration/calibration.ts';
import { CalibrationUpdate } from '../market/domain/calibration/learn.ts';
import type { DailySeries } from '../market/domain/history/history.ts';
import { emptySeries, quarterOf } from '../market/domain/history/history.ts';
import { TVL_HISTORY_DAYS } from '../market/domain/market-snapshot.ts';
import { type StatisticsByWindow, statisticsByWindow } from '../market/domain/window-statistics.ts';
import { readHistories, writeHistory } from '../market/stored-histories.ts';
import { dayOf } from '../platform/domain/days.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import { type TrackRecord, trackRecordOf } from '../strategies/domain/expectation/track-record.ts';
import { Backfills } from './backfills.ts';
import type { Reading } from './domain/guard.ts';
import {
  BACKFILL_ATTEMPTS,
  type IngestState,
  NEVER_LISTED,
  type StrategyState,
} from './domain/ingest-state.ts';
import type { ProcessedPoolList } from './domain/intake.ts';
import type { PublishableObservation } from './domain/publication.ts';
import { countKnownDays, fillGaps, quarterOfSeries, setDay } from './domain/series.ts';
import { INGEST_DEFAULTS, type IngestOptions } from './options.ts';
import type { PreviousRun } from './snapshots.ts';

/** Number of days in the longest window for which statistics are computed. */
const STATISTICS_DAYS = 365;
const STRATEGIES_PER_CHUNK = 400;
const CONCURRENT_CHUNKS = 2;

/** The result for one strategy whose history this run has read. */
interface HistoryOutcome {
  readonly statistics: StatisticsByWindow;
  readonly historyDay: number;
  readonly historyDays: number;
  readonly backfill: number;
  readonly track: TrackRecord;
  /**
   * Daily TVL of the strategy. The last entry is today. If the run has read all histories, all known days are
   * included. Otherwise, only the days that a backfill added are included, and other days are NaN. Undefined
   * without a backfill.
   */
  readonly tvl: Float32Array | undefined;
}

export interface HistoryUpdate {
  readonly outcomes: ReadonlyMap<string, HistoryOutcome>;
  readonly strategiesWritten: number;
  readonly backfilled: number;
  readonly backfillFailed: number;
  /** Whether this run has read all histories. The first run of each day does. */
  readonly complete: boolean;
  /** The calibration with all results up to today. If not all histories were read, it is the previous calibration. */
  readonly calibration: Calibration;
}

interface Subject {
  readonly id: string;
  readonly observation: PublishableObservation | undefined;
  /** An earlier held reading that the reading of this run confirms. */
  readonly confirmed: Reading | undefined;
  readonly state: StrategyState | undefined;
  readonly backfill: boolean;
}

interface HistoryRun {
  readonly options: IngestOptions;
  readonly today: number;
  readonly firstDay: number;
  readonly complete: boolean;
  readonly update: CalibrationUpdate;
  readonly backfills: Backfills;
  strategiesWritten: number;
  /** Checks that this run still holds the lease. Called before every write. */
  readonly mayWrite: () => Promise<void>;
}

/**
 * Updates the daily histories and computes their statistics. The first reading of a UTC day is the entry of that day. A
 * history therefore costs one write per day for any number of runs. The first run of a day reads all histories, because
 * every window has moved by a day. Later runs read only the histories that change.
 */
export async function updateHistories(
  options: IngestOptions,
  processedPools: ProcessedPoolList,
  { state, calibration }: Pick<PreviousRun, 'state' | 'calibration'>,
  now: Date,
  mayWrite: () => Promise<void>,
): Promise<HistoryUpdate> {
  const today = dayOf(now.getTime());
  const isComplete = state.statisticsDay < today;
  const subjects = subjectsOf(processedPools, state, options.backfillMax ?? INGEST_DEFAULTS.backfillMax);
  const plan: HistoryRun = {
    options,
    today,
    firstDay: quarterOf(today - STATISTICS_DAYS + 1).firstDay,
    complete: isComplete,
    update: new CalibrationUpdate(calibration, today),
    backfills: new Backfills(options),
    strategiesWritten: 0,
    mayWrite,
  };
  const outcomes = new Map<string, HistoryOutcome>();
  await forEachParallel(splitIntoChunks(subjects), CONCURRENT_CHUNKS, async (chunk) => {
    for (const [id, outcome] of await updateChunk(plan, chunk)) outcomes.set(id, outcome);
  });
  return {
    outcomes,
    strategiesWritten: plan.strategiesWritten,
    backfilled: plan.backfills.done,
    backfillFailed: plan.backfills.failed,
    complete: isComplete,
    calibration: isComplete ? plan.update.finish() : calibration,
  };
}

/** Returns all listed strategies, highest TVL first, and marks the strategies that need a backfill. */
function subjectsOf(processedPools: ProcessedPoolList, state: IngestState, backfillMax: number): Subject[] {
  const acceptedObservations = [...processedPools.accepted.values()].sort((a, b) => b.tvlUsd - a.tvlUsd);
  let backfills = 0;
  const subjects = acceptedObservations.map((observation): Subject => {
    const strategyState = state.strategies.get(observation.id);
    const due = (strategyState?.backfill ?? 0) < BACKFILL_ATTEMPTS && backfills < backfillMax;
    if (due) backfills += 1;
    const confirmed = processedPools.confirmed.get(observation.id);
    return { id: observation.id, observation, confirmed, state: strategyState, backfill: due };
  });
  for (const id of processedPools.kept) {
    const strategyState = state.strategies.get(id);
    subjects.push({
      id,
      observation: undefined,
      confirmed: undefined,
      state: strategyState,
      backfill: false,
    });
  }
  return subjects;
}

function* splitIntoChunks(subjects: readonly Subject[]): Generator<readonly Subject[]> {
  for (let start = 0; start < subjects.length; start += STRATEGIES_PER_CHUNK) {
    yield subjects.slice(start, start + STRATEGIES_PER_CHUNK);
  }
}

/** Returns the day of a confirmed reading, if the history has no entry for that day yet. */
function confirmedDay({ confirmed, state }: Subject): number | undefined {
  if (confirmed === undefined) return undefined;
  const day = dayOf(confirmed.observedAtMs);
  return day > (state?.historyDay ?? 0) ? day : undefined;
}

/** Returns the day of the strategy's reading, if the history has no entry for that day yet. */
function findNewDay({ observation, state }: Subject, today: number): number | undefined {
  if (observation === undefined) return undefined;
  const day = Math.min(today, dayOf(observation.observedAtMs));
  return day > (state?.historyDay ?? 0) ? day : undefined;
}

async function updateChunk(plan: HistoryRun, chunk: readonly Subject[]): Promise<[string, HistoryOutcome][]> {
  const { table } = plan.options;
  const changedSubjects = chunk.filter(
    (subject) => plan.complete || subject.backfill || findNewDay(subject, plan.today) !== undefined,
  );
  // A new strategy is left out, because it has no history, and reading a missing item costs as much as reading an item.
  const idsWithHistory = changedSubjects
    .filter(({ state }) => (state?.historyDay ?? 0) > 0)
    .map(({ id }) => id);
  // The first run of a day reads all histories. They were last written on the day before, so an eventually consistent
  // read, which costs half, is sufficient.
  const storedHistories = await readHistories(table, idsWithHistory, plan.firstDay, plan.today, {
    consistent: !plan.complete,
  });
  const fetchedHistories = await plan.backfills.fetch(changedSubjects.filter(({ backfill }) => backfill));
  const writes: { strategyId: string; series: DailySeries }[] = [];
  const outcomes = changedSubjects.map((subject): [string, HistoryOutcome] => {
    const { id } = subject;
    const series = storedHistories.get(id) ?? emptySeries(plan.firstDay, plan.today - plan.firstDay + 1);
    const backfill = fetchedHistories.get(id);
    const before = backfill?.series === undefined ? undefined : series.tvl.slice();
    if (backfill?.series !== undefined) fillGaps(series, backfill.series);
    const addedDays = before === undefined ? undefined : findAddedDays(before, series.tvl);
    const day = findNewDay(subject, plan.today);
    if (day !== undefined && subject.observation !== undefined) setDay(series, day, subject.observation);
    // The confirmed reading is set last, so that it replaces a new reading of the same day. It was observed before
    // the new reading, and the entry of a day is the day's first reading.
    const confirmedReadingDay = confirmedDay(subject);
    if (confirmedReadingDay !== undefined && subject.confirmed !== undefined)
      setDay(series, confirmedReadingDay, subject.confirmed);
    if (plan.complete) countForecasts(plan.update, subject, series);
    if (backfill?.series !== undefined) writes.push({ strategyId: id, series });
    else if (day !== undefined) writes.push(...quartersOf(id, series, [confirmedReadingDay ?? day, day]));
    const tvl = plan.complete ? series.tvl : addedDays;
    return [id, outcomeOf(subject, series, { backfill: backfill?.mark, day, tvl })];
  });
  if (writes.length > 0) {
    await plan.mayWrite();
    await writeHistory(table, writes);
    plan.strategiesWritten += writes.length;
  }
  return outcomes;
}

/** Returns the calendar quarters of the series that contain the given days. Each quarter is returned once. */
function quartersOf(strategyId: string, series: DailySeries, days: readonly number[]) {
  const firstDays = new Set(days.map((day) => quarterOf(day).firstDay));
  return [...firstDays].map((day) => ({ strategyId, series: quarterOfSeries(series, day) }));
}

/**
 * Counts the results of a strategy's past forecasts. Without a reading in this run, the kind of the strategy is
 * unknown, so nothing is counted.
 */
function countForecasts(update: CalibrationUpdate, subject: Subject, series: DailySeries): void {
  const { id, observation, state } = subject;
  if (observation === undefined) return;
  const { exposure, stablecoin } = observation;
  const listedSinceDay = state?.listedSinceDay ?? NEVER_LISTED;
  update.addStrategy({
    id,
    exposure,
    stablecoin,
    series,
    listedSinceDay,
    confirmedDay: confirmedDay(subject),
  });
}

/** Returns the values of the days that only the backfill added. Other days are NaN. */
function findAddedDays(before: Float32Array, after: Float32Array): Float32Array {
  return after.map((value, index) => (Number.isNaN(before[index]) ? value : Number.NaN));
}

function outcomeOf(
  { state }: Subject,
  series: DailySeries,
  {
    backfill,
    day,
    tvl,
  }: {
    readonly backfill: number | undefined;
    readonly day: number | undefined;
    readonly tvl: Float32Array | undefined;
  },
): HistoryOutcome {
  return {
    statistics: statisticsByWindow(series),
    track: trackRecordOf(series),
    historyDay: day ?? state?.historyDay ?? 0,
    historyDays: countKnownDays(series.apy),
    backfill: backfill ?? state?.backfill ?? 0,
    tvl: tvl?.slice(-TVL_HISTORY_DAYS),
  };
}
