import { type ExpectationKind, kindOf } from '../../../strategies/domain/expectation/kinds.ts';
import {
  EXPECTATION_TABLE,
  HORIZON_DAYS,
  type HorizonDays,
} from '../../../strategies/domain/expectation/table.ts';
import type { DailySeries } from '../history/history.ts';
import { AllocationOutcomes, isDue } from './allocations.ts';
import {
  CALIBRATION_TABLE,
  type Calibration,
  cellIndexOf,
  computeReaches,
  type Tally,
} from './calibration.ts';
import { classifyOutcome, computeOutcome } from './outcomes.ts';
import { countScore } from './scores.ts';

/** A strategy with its daily history, for the calibration. */
export interface Subject {
  readonly id: string;
  readonly exposure: 'single' | 'multi';
  readonly stablecoin: boolean | null;
  readonly series: DailySeries;
  /** The day on which the current unbroken listing started (days since 1970-01-01). */
  readonly listedSinceDay: number;
  /**
   * The day of a held reading that a later reading confirmed. That day's results were not counted at the time,
   * because the reading was not published yet.
   */
  readonly confirmedDay?: number | undefined;
}

/**
 * The update of the calibration on one day: call `addStrategy` for each strategy, then `finish`. If a day was missed,
 * the next run also counts its results, up to seven days back.
 */
export class CalibrationUpdate {
  readonly #before: Calibration;
  readonly #today: number;
  readonly #scores: Calibration['scores'];
  readonly #tallies: Tally[];
  readonly #plans: AllocationOutcomes;

  constructor(before: Calibration, today: number) {
    this.#before = before;
    this.#today = today;
    this.#scores = before.scores.map((counts) => counts.slice());
    this.#tallies = [...before.tallies];
    this.#plans = new AllocationOutcomes(before.plans, today);
  }

  /** Counts those forecasts of one strategy whose horizon has ended since the last update. */
  addStrategy(subject: Subject): void {
    const { everyDays } = CALIBRATION_TABLE;
    // This run repeats a failed run. The failed run has already counted and published this day.
    if (this.#before.lastDay >= this.#today) return;
    this.#plans.addStrategy(subject.id, subject.series);
    const kind = kindOf(subject);
    const next = Math.min(this.#before.lastDay + 1, subject.confirmedDay ?? this.#today);
    const firstDay = Math.max(next, this.#today - everyDays + 1);
    for (let due = firstDay; due <= this.#today; due += 1) {
      for (const horizon of HORIZON_DAYS) {
        const forecastDay = due - horizon;
        if ((forecastDay + dayOffset(subject.id)) % everyDays === 0)
          this.#count(subject, kind, forecastDay, horizon);
      }
    }
  }

  #count(subject: Subject, kind: ExpectationKind, forecastDay: number, horizon: HorizonDays): void {
    const { series } = subject;
    const outcome = computeOutcome(series, forecastDay - series.firstDay, horizon, kind === 'pool');
    if (outcome === undefined) return;
    const cell = cellIndexOf(kind, horizon);
    const counts = this.#scores[cell];
    if (counts !== undefined) countScore(counts, outcome.score);
    const reach = this.#before.published.get(forecastDay)?.[cell];
    // If the history was too short at that time, the published interval also used the source's mean. The history does
    // not contain this mean, so the interval cannot be computed again.
    const wasPublished =
      forecastDay >= subject.listedSinceDay && outcome.days30 >= EXPECTATION_TABLE.ownMeanDays;
    const tally = this.#tallies[cell];
    if (reach === undefined || tally === undefined || !wasPublished) return;
    const outcomeClass = classifyOutcome(outcome, reach);
    this.#tallies[cell] = { ...tally, [outcomeClass]: tally[outcomeClass] + 1 };
  }

  /**
   * Returns the calibration after all strategies were counted. From now on, the reach of published intervals comes
   * from it.
   */
  finish(): Calibration {
    const { published, sinceDay, plans, planTallies } = this.#before;
    // If this run repeats an earlier run, it has counted nothing and must not change the allocations.
    const isRepeated = this.#before.lastDay >= this.#today;
    const reaches = computeReaches({ scores: this.#scores });
    const rememberedDays = [...published].filter(
      ([day]) => day > this.#today - CALIBRATION_TABLE.rememberedDays,
    );
    return {
      lastDay: this.#today,
      scores: this.#scores,
      published: new Map([...rememberedDays, [this.#today, reaches]]),
      tallies: this.#tallies,
      sinceDay: sinceDay === 0 ? this.#today : sinceDay,
      plans: isRepeated ? plans : plans.filter((plan) => !isDue(plan, this.#today)),
      planTallies: isRepeated ? planTallies : this.#plans.settle(planTallies),
    };
  }
}

/**
 * Returns a number that is always the same for a strategy. It spreads the counts of strategies over the days of the
 * week.
 */
function dayOffset(id: string): number {
  let sum = 0;
  for (let index = 0; index < id.length; index += 1) sum = (sum * 31 + id.charCodeAt(index)) % 9_973;
  return sum;
}
