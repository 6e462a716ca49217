import type { Calibration } from '../market/domain/calibration/calibration.ts';
import { Lesson } from '../market/domain/calibration/learn.ts';
import type { DailySeries } from '../market/domain/history.ts';
import { emptySeries, quarterOf } from '../market/domain/history.ts';
import { TVL_HISTORY_DAYS } from '../market/domain/market-snapshot.ts';
import { type StatisticsByWindow, statisticsByWindow } from '../market/domain/window-statistics.ts';
import { readHistories, writeHistory } from '../market/stored-histories.ts';
import { dayOf } from '../platform/domain/days.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import { type TrackRecord, trackRecordOf } from '../strategies/domain/expectation/track-record.ts';
import {
  BACKFILL_ATTEMPTS,
  BACKFILLED,
  type IngestState,
  NEVER_LISTED,
  type StrategyState,
} from './domain/ingest-state.ts';
import type { Intake } from './domain/intake.ts';
import type { PublishableObservation } from './domain/publish.ts';
import { INGEST_DEFAULTS, type IngestOptions } from './options.ts';
import type { Previous } from './snapshots.ts';
import { SourceError } from './sources/market-source.ts';

/** Days that statistics look back on. */
const LOOK_BACK_DAYS = 365;
const STRATEGIES_PER_CHUNK = 400;
const CHUNKS_AT_ONCE = 2;
const BACKFILLS_AT_ONCE = 6;

/** What the pass found out of one strategy whose history it looked at. */
interface HistoryOutcome {
  readonly statistics: StatisticsByWindow;
  readonly historyDay: number;
  readonly historyDays: number;
  readonly backfill: number;
  readonly track: TrackRecord;
  /** Daily TVL that ends today; only when all histories were read. */
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
  readonly state: StrategyState | undefined;
  readonly backfill: boolean;
}

interface HistoryRun {
  readonly options: IngestOptions;
  readonly today: number;
  readonly firstDay: number;
  readonly complete: boolean;
  readonly lesson: Lesson;
  readonly backfillUntilMs: number;
  /** Turned on when the source says that it has had enough. */
  sourceTired: boolean;
  strategiesWritten: number;
  backfilled: number;
  backfillFailed: number;
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
    backfillUntilMs: performance.now() + (options.backfillSeconds ?? INGEST_DEFAULTS.backfillSeconds) * 1000,
    sourceTired: false,
    strategiesWritten: 0,
    backfilled: 0,
    backfillFailed: 0,
    mayWrite,
  };
  const outcomes = new Map<string, HistoryOutcome>();
  await forEachParallel(chunks(subjects), CHUNKS_AT_ONCE, async (chunk) => {
    for (const [id, outcome] of await passChunk(plan, chunk)) outcomes.set(id, outcome);
  });
  const { strategiesWritten, backfilled, backfillFailed } = plan;
  return {
    outcomes,
    strategiesWritten,
    backfilled,
    backfillFailed,
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
    return { id: observation.id, observation, state: known, backfill: due };
  });
  for (const id of intake.kept) {
    subjects.push({ id, observation: undefined, state: state.strategies.get(id), backfill: false });
  }
  return subjects;
}

function* chunks(subjects: readonly Subject[]): Generator<readonly Subject[]> {
  for (let start = 0; start < subjects.length; start += STRATEGIES_PER_CHUNK) {
    yield subjects.slice(start, start + STRATEGIES_PER_CHUNK);
  }
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
  // The first run of a day reads everything, and what it reads was last written the day before: half the price will do.
  const stored = await readHistories(table, known, plan.firstDay, plan.today, { consistent: !plan.complete });
  const fetched = await backfillChunk(
    plan,
    touched.filter(({ backfill }) => backfill),
  );
  const writes: { strategyId: string; series: DailySeries }[] = [];
  const outcomes = touched.map((subject): [string, HistoryOutcome] => {
    const { id } = subject;
    const series = stored.get(id) ?? emptySeries(plan.firstDay, plan.today - plan.firstDay + 1);
    const backfill = fetched.get(id);
    if (backfill?.series !== undefined) fillGaps(series, backfill.series);
    const day = newDay(subject, plan.today);
    if (day !== undefined) setDay(series, day, subject.observation);
    if (plan.complete) learn(plan.lesson, subject, series);
    if (backfill?.series !== undefined) writes.push({ strategyId: id, series });
    else if (day !== undefined) writes.push({ strategyId: id, series: quarterOfSeries(series, day) });
    return [id, outcomeOf(plan, subject, series, backfill?.mark, day)];
  });
  if (writes.length > 0) {
    await plan.mayWrite();
    await writeHistory(table, writes);
    plan.strategiesWritten += writes.length;
  }
  return outcomes;
}

/** What became of the strategy's forecasts is counted where there is a reading to say what kind of strategy it is. */
function learn(lesson: Lesson, { id, observation, state }: Subject, series: DailySeries): void {
  if (observation === undefined) return;
  const { exposure, stablecoin } = observation;
  lesson.look({ id, exposure, stablecoin, series, listedSinceDay: state?.listedSinceDay ?? NEVER_LISTED });
}

function outcomeOf(
  plan: HistoryRun,
  { state }: Subject,
  series: DailySeries,
  backfill: number | undefined,
  day: number | undefined,
): HistoryOutcome {
  return {
    statistics: statisticsByWindow(series),
    track: trackRecordOf(series),
    historyDay: day ?? state?.historyDay ?? 0,
    historyDays: knownDays(series.apy),
    backfill: backfill ?? state?.backfill ?? 0,
    tvl: plan.complete ? series.tvl.slice(-TVL_HISTORY_DAYS) : undefined,
  };
}

function knownDays(apy: Float32Array): number {
  let days = 0;
  for (let index = 0; index < apy.length; index += 1) if (!Number.isNaN(apy[index])) days += 1;
  return days;
}

function setDay(series: DailySeries, day: number, observation: PublishableObservation | undefined): void {
  const index = day - series.firstDay;
  if (observation === undefined || index < 0 || index >= series.apy.length) return;
  series.apy[index] = observation.apy;
  series.tvl[index] = observation.tvlUsd;
}

/** Puts days of the source's history where our own has none: what was observed here is never overwritten. */
function fillGaps(own: DailySeries, source: DailySeries): void {
  const shift = source.firstDay - own.firstDay;
  const end = Math.min(source.apy.length, own.apy.length - shift);
  for (let index = Math.max(0, -shift); index < end; index += 1) {
    if (!Number.isNaN(own.apy[index + shift])) continue;
    own.apy[index + shift] = source.apy[index] ?? Number.NaN;
    own.tvl[index + shift] = source.tvl[index] ?? Number.NaN;
  }
}

/** The part of a series that lies in the quarter of `day`. */
function quarterOfSeries(series: DailySeries, day: number): DailySeries {
  const quarter = quarterOf(day);
  const from = Math.max(0, quarter.firstDay - series.firstDay);
  const to = quarter.firstDay + quarter.days - series.firstDay;
  return {
    firstDay: series.firstDay + from,
    apy: series.apy.subarray(from, to),
    tvl: series.tvl.subarray(from, to),
  };
}

interface Backfill {
  readonly series: DailySeries | undefined;
  readonly mark: number;
}

/** The source's histories of the subjects. One that cannot be read is tried again by a later run, a few times. */
async function backfillChunk(plan: HistoryRun, subjects: readonly Subject[]): Promise<Map<string, Backfill>> {
  const found = new Map<string, Backfill>();
  await forEachParallel(subjects, BACKFILLS_AT_ONCE, async ({ id, observation, state }) => {
    if (observation === undefined || plan.sourceTired || performance.now() > plan.backfillUntilMs) return;
    try {
      const series = await plan.options.source.history(observation.sourcePoolId);
      found.set(id, { series, mark: BACKFILLED });
      plan.backfilled += 1;
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      plan.backfillFailed += 1;
      plan.options.log.warn('A history could not be read', { strategy_id: id, reason: error.message });
      // Too many requests, or nobody there: the pool is not to blame.
      plan.sourceTired ||= error.kind === 'rate_limited' || error.kind === 'unreachable';
      if (!plan.sourceTired) found.set(id, { series: undefined, mark: (state?.backfill ?? 0) + 1 });
    }
  });
  return found;
}
