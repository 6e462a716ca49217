import { type ForecastKind, forecastKindOf } from '../../../strategies/domain/expectation/kinds.ts';
import {
  FORECAST_CONSTANTS,
  HORIZON_DAYS,
  type HorizonDays,
} from '../../../strategies/domain/expectation/table.ts';
import type { DailySeries } from '../history/history.ts';
import { AllocationOutcomes, isAllocationDue } from './allocations.ts';
import {
  CALIBRATION_CONSTANTS,
  type Calibration,
  computeIntervalReaches,
  type IntervalTally,
  kindHorizonIndexOf,
} from './calibration.ts';
import { classifyForecastOutcome, computeForecastOutcome } from './outcomes.ts';
import { addToScoreCounts } from './scores.ts';

export interface CalibratedStrategy {
  readonly id: string;
  readonly exposure: 'single' | 'multi';
  readonly stablecoin: boolean | null;
  readonly series: DailySeries;
  /** First day of the strategy's current, uninterrupted listing in the catalog (days since 1970-01-01). */
  readonly listedSinceDay: number;
  /**
   * Day of an earlier suspicious reading that this ingestion confirms, in days since 1970-01-01. The update counts the
   * forecast results from this day on. Undefined if there is no such reading, or if the history already contains a
   * value for this day.
   */
  readonly confirmedDay?: number | undefined;
}

/**
 * Updates the calibration once per day. Call `addStrategy` for each strategy, then `finish`.
 * After days without a run, the next update also counts the results of the missed days, up to one week.
 */
export class CalibrationUpdate {
  readonly #previous: Calibration;
  readonly #today: number;
  readonly #scores: Calibration['scores'];
  readonly #tallies: IntervalTally[];
  readonly #allocationOutcomes: AllocationOutcomes;

  constructor(calibrationBefore: Calibration, today: number) {
    this.#previous = calibrationBefore;
    this.#today = today;
    this.#scores = calibrationBefore.scores.map((scoreCounts) => scoreCounts.slice());
    this.#tallies = [...calibrationBefore.intervalTallies];
    this.#allocationOutcomes = new AllocationOutcomes(calibrationBefore.pendingAllocations, today);
  }

  /**
   * Counts the results of one strategy's forecasts. Only forecasts whose horizon has ended since the last update are
   * counted.
   */
  addStrategy(strategy: CalibratedStrategy): void {
    const { countIntervalDays } = CALIBRATION_CONSTANTS;
    // An earlier run of this day has already counted the results, so this run counts nothing.
    if (this.#previous.lastDay >= this.#today) return;
    this.#allocationOutcomes.addStrategy(strategy.id, strategy.series);
    const kind = forecastKindOf(strategy);
    const firstUncountedDay = Math.min(this.#previous.lastDay + 1, strategy.confirmedDay ?? this.#today);
    const firstDay = Math.max(firstUncountedDay, this.#today - countIntervalDays + 1);
    for (let dueDay = firstDay; dueDay <= this.#today; dueDay += 1) {
      for (const horizon of HORIZON_DAYS) {
        const forecastDay = dueDay - horizon;
        if ((forecastDay + countingDayOffsetOf(strategy.id)) % countIntervalDays === 0)
          this.#count(strategy, kind, forecastDay, horizon);
      }
    }
  }

  #count(strategy: CalibratedStrategy, kind: ForecastKind, forecastDay: number, horizon: HorizonDays): void {
    const { series } = strategy;
    const forecastOutcome = computeForecastOutcome(
      series,
      forecastDay - series.firstDay,
      horizon,
      kind === 'pool',
    );
    if (forecastOutcome === undefined) return;
    const kindHorizonIndex = kindHorizonIndexOf(kind, horizon);
    const scoreCounts = this.#scores[kindHorizonIndex];
    if (scoreCounts !== undefined) addToScoreCounts(scoreCounts, forecastOutcome.score);
    const publishedReach = this.#previous.publishedReachesByDay.get(forecastDay)?.[kindHorizonIndex];
    // Do not count forecasts from a short history: they also used the source's 30-day mean, which is not stored.
    const wasForecastPublished =
      forecastDay >= strategy.listedSinceDay &&
      forecastOutcome.knownDays30 >= FORECAST_CONSTANTS.minOwnMeanDays;
    const intervalTally = this.#tallies[kindHorizonIndex];
    if (publishedReach === undefined || intervalTally === undefined || !wasForecastPublished) return;
    const outcomeClass = classifyForecastOutcome(forecastOutcome, publishedReach);
    this.#tallies[kindHorizonIndex] = { ...intervalTally, [outcomeClass]: intervalTally[outcomeClass] + 1 };
  }

  finish(): Calibration {
    const { publishedReachesByDay, sinceDay, pendingAllocations, allocationTallies } = this.#previous;
    // If an earlier run has already counted this day, keep the pending allocations and the tallies unchanged.
    const isDayAlreadyCounted = this.#previous.lastDay >= this.#today;
    const intervalReaches = computeIntervalReaches({ scores: this.#scores });
    const retainedReachEntries = [...publishedReachesByDay].filter(
      ([day]) => day > this.#today - CALIBRATION_CONSTANTS.reachRetentionDays,
    );
    return {
      lastDay: this.#today,
      scores: this.#scores,
      publishedReachesByDay: new Map([...retainedReachEntries, [this.#today, intervalReaches]]),
      intervalTallies: this.#tallies,
      sinceDay: sinceDay === 0 ? this.#today : sinceDay,
      pendingAllocations: isDayAlreadyCounted
        ? pendingAllocations
        : pendingAllocations.filter((plan) => !isAllocationDue(plan, this.#today)),
      allocationTallies: isDayAlreadyCounted
        ? allocationTallies
        : this.#allocationOutcomes.addToTallies(allocationTallies),
    };
  }
}

/**
 * Returns an offset in days that depends only on the strategy id. It distributes the counting of the forecasts over
 * different days.
 */
function countingDayOffsetOf(id: string): number {
  let sum = 0;
  for (let index = 0; index < id.length; index += 1) sum = (sum * 31 + id.charCodeAt(index)) % 9_973;
  return sum;
}
