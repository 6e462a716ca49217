import { LruCache } from '../../../platform/domain/lru-cache.ts';
import { apyBetween, horizonPlace } from '../../../strategies/domain/expectation/expected-apy.ts';
import { logApy } from '../../../strategies/domain/expectation/log-apy.ts';
import type { HorizonDays } from '../../../strategies/domain/expectation/table.ts';
import { type CostTable, movingCosts, type PositionCosts, type Subject } from './costs.ts';
import { dilutedGrowth, impermanentLossOf } from './estimate.ts';
import type { Candidate } from './policy.ts';

/** What is expected of each candidate over one horizon, by its place in the pool. */
export interface Outlook {
  /** Percent. */
  readonly mean: Float64Array;
  readonly low80: Float64Array;
  /** Percentage points a year that it may lose against holding its tokens. */
  readonly loss: Float64Array;
  /** What one unit earns in a day at the mean, as diluted as the greatest deposit ever asked for. */
  readonly growth: Float64Array;
}

/** Horizons whose outlook is kept: they are numbers of days from 1 to 365, and most callers take one of three. */
const OUTLOOKS_KEPT = 8;
type Figure = 'mean' | 'low80';

/**
 * The candidates of a catalog with what does not depend on the amount worked out once: a question that differs in its
 * amount, caps or least TVL alone costs one pass over numbers.
 */
export class Pool<C extends Candidate> {
  readonly candidates: readonly C[];
  readonly #kinds: Uint32Array;
  readonly #subjects: readonly Subject[];
  readonly #logs = new Map<`${Figure}/${HorizonDays}`, Float64Array>();
  readonly #outlooks = new LruCache<Outlook>(OUTLOOKS_KEPT);

  constructor(candidates: readonly C[]) {
    this.candidates = candidates;
    const kinds = new Map<string, { readonly number: number; readonly subject: Subject }>();
    this.#kinds = Uint32Array.from(candidates, (subject) => {
      const name = `${subject.chain}\n${subject.strategy_type}`;
      const kind = kinds.get(name) ?? { number: kinds.size, subject };
      kinds.set(name, kind);
      return kind.number;
    });
    this.#subjects = [...kinds.values()].map(({ subject }) => subject);
  }

  /** What moving into each candidate costs, by its place: one sum for all of the same chain and type. */
  costs(from: Candidate | undefined, table: CostTable): (place: number) => PositionCosts | undefined {
    const costs = this.#subjects.map((subject) => movingCosts(subject, from, table));
    return (place) => costs[this.#kinds[place] ?? -1];
  }

  /** What is expected over a number of days. */
  outlook(days: number): Outlook {
    return this.#outlooks.get(String(days), () => {
      const mean = this.#over(days, 'mean');
      const loss = Float64Array.from(this.candidates, (candidate, place) =>
        impermanentLossOf(candidate, mean[place] ?? Number.NaN),
      );
      const growth = mean.map((each, place) => dilutedGrowth(each, loss[place] ?? 0));
      return { mean, low80: this.#over(days, 'low80'), loss, growth };
    });
  }

  #over(days: number, figure: Figure): Float64Array {
    const { before, after, part } = horizonPlace(days);
    if (before === after) return this.#published(after, figure);
    const [from, to] = [this.#log(before, figure), this.#log(after, figure)];
    return from.map((log, place) => apyBetween(log, to[place] ?? Number.NaN, part));
  }

  #published(horizon: HorizonDays, figure: Figure): Float64Array {
    return Float64Array.from(this.candidates, ({ expected_apy }) => expected_apy[`${horizon}d`][figure]);
  }

  #log(horizon: HorizonDays, figure: Figure): Float64Array {
    const made = this.#logs.get(`${figure}/${horizon}`) ?? this.#published(horizon, figure).map(logApy);
    this.#logs.set(`${figure}/${horizon}`, made);
    return made;
  }
}
