import { type ExpectationKind, kindOf } from '../../../strategies/domain/expectation/kinds.ts';
import {
  EXPECTATION_TABLE,
  HORIZON_DAYS,
  type HorizonDays,
} from '../../../strategies/domain/expectation/table.ts';
import type { DailySeries } from '../history/history.ts';
import { CALIBRATION_TABLE, type Calibration, cellOf, reachesOf, type Tally } from './calibration.ts';
import { outcomeOf, placeOf } from './outcomes.ts';
import { isDue, PlanOutcomes } from './plans.ts';
import { countScore } from './scores.ts';

/** A strategy whose outcomes are examined. */
export interface Subject {
  readonly id: string;
  readonly exposure: 'single' | 'multi';
  readonly stablecoin: boolean | null;
  readonly series: DailySeries;
  /** The first day of those on which it has been listed without a break (days since 1970-01-01). */
  readonly listedSinceDay: number;
  /** The earlier day of a held reading that was confirmed since: what came due on it was not counted then. */
  readonly confirmedDay?: number | undefined;
}

/**
 * One day's lesson: looks at the strategies one after another, then gives the calibration as it is from that day on.
 * A day that no run looked at is made up for by the next one, up to a week of them.
 */
export class Lesson {
  readonly #before: Calibration;
  readonly #today: number;
  readonly #scores: Calibration['scores'];
  readonly #tallies: Tally[];
  readonly #plans: PlanOutcomes;

  constructor(before: Calibration, today: number) {
    this.#before = before;
    this.#today = today;
    this.#scores = before.scores.map((counts) => counts.slice());
    this.#tallies = [...before.tallies];
    this.#plans = new PlanOutcomes(before.plans, today);
  }

  /** Counts what came due since the last lesson of the strategy's forecasts. */
  look(subject: Subject): void {
    const { everyDays } = CALIBRATION_TABLE;
    // A run that died after this calibration was published is repeated.
    if (this.#before.lastDay >= this.#today) return;
    this.#plans.look(subject.id, subject.series);
    const kind = kindOf(subject);
    const next = Math.min(this.#before.lastDay + 1, subject.confirmedDay ?? this.#today);
    const firstDay = Math.max(next, this.#today - everyDays + 1);
    for (let due = firstDay; due <= this.#today; due += 1) {
      for (const horizon of HORIZON_DAYS) {
        const made = due - horizon;
        if ((made + turnOf(subject.id)) % everyDays === 0) this.#count(subject, kind, made, horizon);
      }
    }
  }

  #count(subject: Subject, kind: ExpectationKind, made: number, horizon: HorizonDays): void {
    const { series } = subject;
    const outcome = outcomeOf(series, made - series.firstDay, horizon, kind === 'pool');
    if (outcome === undefined) return;
    const cell = cellOf(kind, horizon);
    const counts = this.#scores[cell];
    if (counts !== undefined) countScore(counts, outcome.score);
    const reach = this.#before.published.get(made)?.[cell];
    // A young strategy's interval also went by the source's own mean, which no history keeps.
    const wasPublished = made >= subject.listedSinceDay && outcome.days30 >= EXPECTATION_TABLE.ownMeanDays;
    const tally = this.#tallies[cell];
    if (reach === undefined || tally === undefined || !wasPublished) return;
    const place = placeOf(outcome, reach);
    this.#tallies[cell] = { ...tally, [place]: tally[place] + 1 };
  }

  /** The calibration after all strategies were examined. It sets the reach of later intervals. */
  learned(): Calibration {
    const { published, sinceDay, plans, planTallies } = this.#before;
    // A repeated run has looked at nothing, so it settles nothing.
    const isRepeated = this.#before.lastDay >= this.#today;
    const reaches = reachesOf({ scores: this.#scores });
    const remembered = [...published].filter(([day]) => day > this.#today - CALIBRATION_TABLE.rememberedDays);
    return {
      lastDay: this.#today,
      scores: this.#scores,
      published: new Map([...remembered, [this.#today, reaches]]),
      tallies: this.#tallies,
      sinceDay: sinceDay === 0 ? this.#today : sinceDay,
      plans: isRepeated ? plans : plans.filter((plan) => !isDue(plan, this.#today)),
      planTallies: isRepeated ? planTallies : this.#plans.settle(planTallies),
    };
  }
}

/** A number of its own for each strategy, so that not all are counted on the same day of the week. */
function turnOf(id: string): number {
  let sum = 0;
  for (let index = 0; index < id.length; index += 1) sum = (sum * 31 + id.charCodeAt(index)) % 9_973;
  return sum;
}
