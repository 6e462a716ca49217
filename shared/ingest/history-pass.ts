import type { Calibration } from '../market/domain/calibration/calibration.ts';
import { Lesson } from '../market/domain/calibration/learn.ts';
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
import type { Intake } from './domain/intake.ts';
import type { PublishableObservation } from './domain/publication.ts';
import { countKnownDays, fillGaps, quarterOfSeries, setDay } from './domain/series.ts';
import { INGEST_DEFAULTS, type IngestOptions } from './options.ts';
import type { Previous } from './snapshots.ts';

/** Days that statistics look back on. */
const LOOK_BACK_DAYS = 365;
const STRATEGIES_PER_CHUNK = 400;
const CHUNKS_AT_ONCE = 2;

/** The pass's results for one strategy whose history it read. */
interface HistoryOutcome {
  readonly statistics: StatisticsByWindow;
  readonly historyDay: number;
  readonly historyDays: number;
  readonly backfill: number;
  readonly track: TrackRecord;
  /**
   * Daily TVL that ends today. When all histories were read: the whole series. Otherwise the days that a backfill has
   * added, NaN elsewhere; undefined without one.
   */
  readonly tvl: Float32Array | undefined;
}

export interface HistoryPass {
  readonly outcomes: ReadonlyMap<string, HistoryOutcome>;
  readonly strategiesWritten: number;
  readonly backfilled: number;
  readonly backfillFailed: number;
  /** Whether all histories were read, as the first run of every day does. */
  readonly complete: boolean;
  /** What all outcomes up to today have taught; as it was before unless all histories were read. */
  readonly calibration: Calibration;
}

interface Subject {
  readonly id: string;
  readonly observation: PublishableObservation | undefined;
  /** A held reading that this run's has confirmed. */
  readonly confirmed: Reading | undefined;
  readonly state: StrategyState | undefined;
  readonly backfill: boolean;
}

interface HistoryRun {
  readonly options: IngestOptions;
  readonly today: number;
  readonly firstDay: number;
  readonly complete: boolean;
  readonly lesson: Lesson;
  readonly backfills: Backfills;
  strategiesWritten: number;
  /** Called before every write. */
  readonly mayWrite: () => Promise<void>;
}

/**
 * Brings the daily histories up to date and computes their statistics. The first reading of a UTC day is that day's
 * entry, so a strategy's history costs one write a day however often the ingestion runs. The first run of a day goes
 * through all histories, because every window has moved on; later ones touch only what changed.
 */
export async function historyPass(
  options: IngestOptions,
  intake: Intake,
  { state, calibration }: Pick<Previous, 'state' | 'calibration'>,
  now: Date,
  mayWrite: () => Promise<void>,
): Promise<HistoryPass> {
  const today = dayOf(now.getTime());
  const complete = state.statisticsDay < today;
  const subjects = subjectsOf(intake, state, options.backfillMax ?? INGEST_DEFAULTS.backfillMax);
  const plan: HistoryRun = {
    options,
    today,
    firstDay: quarterOf(today - LOOK_BACK_DAYS + 1).firstDay,
    complete,
    lesson: new Lesson(calibration, today),
    backfills: new Backfills(options),
    strategiesWritten: 0,
    mayWrite,
  };
  const outcomes = new Map<string, HistoryOutcome>();
  await forEachParallel(chunks(subjects), CHUNKS_AT_ONCE, async (chunk) => {
    for (const [id, outcome] of await passChunk(plan, chunk)) outcomes.set(id, outcome);
  });
  return {
    outcomes,
    strategiesWritten: plan.strategiesWritten,
    backfilled: plan.backfills.done,
    backfillFailed: plan.backfills.failed,
    complete,
    calibration: complete ? plan.lesson.learned() : calibration,
  };
}

/** All listed strategies, by TVL, highest first, and which of them are due for a backfill. */
function subjectsOf(intake: Intake, state: IngestState, backfillMax: number): Subject[] {
  const accepted = [...intake.accepted.values()].sort((a, b) => b.tvlUsd - a.tvlUsd);
  let backfills = 0;
  const subjects = accepted.map((observation): Subject => {
    const known = state.strategies.get(observation.id);
    const due = (known?.backfill ?? 0) < BACKFILL_ATTEMPTS && backfills < backfillMax;
    if (due) backfills += 1;
    const confirmed = intake.confirmed.get(observation.id);
    return { id: observation.id, observation, confirmed, state: known, backfill: due };
  });
  for (const id of intake.kept) {
    const known = state.strategies.get(id);
    subjects.push({ id, observation: undefined, confirmed: undefined, state: known, backfill: false });
  }
  return subjects;
}

function* chunks(subjects: readonly Subject[]): Generator<readonly Subject[]> {
  for (let start = 0; start < subjects.length; start += STRATEGIES_PER_CHUNK) {
    yield subjects.slice(start, start + STRATEGIES_PER_CHUNK);
  }
}

/** The day of a confirmed reading, when the history has no entry for it yet. */
function confirmedDay({ confirmed, state }: Subject): number | undefined {
  if (confirmed === undefined) return undefined;
  const day = dayOf(confirmed.observedAtMs);
  return day > (state?.historyDay ?? 0) ? day : undefined;
}

/** A new day's reading of the subject, if there is one. */
function newDay({ observation, state }: Subject, today: number): number | undefined {
  if (observation === undefined) return undefined;
  const day = Math.min(today, dayOf(observation.observedAtMs));
  return day > (state?.historyDay ?? 0) ? day : undefined;
}

async function passChunk(plan: HistoryRun, chunk: readonly Subject[]): Promise<[string, HistoryOutcome][]> {
  const { table } = plan.options;
  const touched = chunk.filter(
    (subject) => plan.complete || subject.backfill || newDay(subject, plan.today) !== undefined,
  );
  // A strategy that was never seen has no history, and reading nothing costs as much as reading something.
  const known = touched.filter(({ state }) => (state?.historyDay ?? 0) > 0).map(({ id }) => id);
  // The first run of a day reads all histories. They were last written the day before, so an eventually consistent
  // read, at half the price, is enough.
  const stored = await readHistories(table, known, plan.firstDay, plan.today, { consistent: !plan.complete });
  const fetched = await plan.backfills.fetch(touched.filter(({ backfill }) => backfill));
  const writes: { strategyId: string; series: DailySeries }[] = [];
  const outcomes = touched.map((subject): [string, HistoryOutcome] => {
    const { id } = subject;
    const series = stored.get(id) ?? emptySeries(plan.firstDay, plan.today - plan.firstDay + 1);
    const backfill = fetched.get(id);
    const before = backfill?.series === undefined ? undefined : series.tvl.slice();
    if (backfill?.series !== undefined) fillGaps(series, backfill.series);
    const added = before === undefined ? undefined : daysAdded(before, series.tvl);
    const day = newDay(subject, plan.today);
    if (day !== undefined && subject.observation !== undefined) setDay(series, day, subject.observation);
    // After the day's own reading: the first reading of a day is that day's entry, and a held one came first.
    const earlier = confirmedDay(subject);
    if (earlier !== undefined && subject.confirmed !== undefined) setDay(series, earlier, subject.confirmed);
    if (plan.complete) learn(plan.lesson, subject, series);
    if (backfill?.series !== undefined) writes.push({ strategyId: id, series });
    else if (day !== undefined) writes.push(...quartersOf(id, series, [earlier ?? day, day]));
    const tvl = plan.complete ? series.tvl : added;
    return [id, outcomeOf(subject, series, { backfill: backfill?.mark, day, tvl })];
  });
  if (writes.length > 0) {
    await plan.mayWrite();
    await writeHistory(table, writes);
    plan.strategiesWritten += writes.length;
  }
  return outcomes;
}

/** The quarters of the series that some days lie in, once each. */
function quartersOf(strategyId: string, series: DailySeries, days: readonly number[]) {
  const firstDays = new Set(days.map((day) => quarterOf(day).firstDay));
  return [...firstDays].map((day) => ({ strategyId, series: quarterOfSeries(series, day) }));
}

/** What became of the strategy's forecasts is counted where there is a reading to say what kind of strategy it is. */
function learn(lesson: Lesson, subject: Subject, series: DailySeries): void {
  const { id, observation, state } = subject;
  if (observation === undefined) return;
  const { exposure, stablecoin } = observation;
  const listedSinceDay = state?.listedSinceDay ?? NEVER_LISTED;
  lesson.look({ id, exposure, stablecoin, series, listedSinceDay, confirmedDay: confirmedDay(subject) });
}

/** The days that are known now and were not before, NaN elsewhere. */
function daysAdded(before: Float32Array, after: Float32Array): Float32Array {
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
