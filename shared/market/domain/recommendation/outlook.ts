import { apyBetween, horizonPlace } from '../../../strategies/domain/expectation/expected-apy.ts';
import { logApy } from '../../../strategies/domain/expectation/log-apy.ts';
import type { HorizonDays } from '../../../strategies/domain/expectation/table.ts';
import { dilutedGrowth, impermanentLossOf } from './estimate.ts';
import type { Candidate } from './policy.ts';

type Figure = 'mean' | 'low80';

/** What is published of every candidate, by its place, in percent and on the scale that horizons are joined on. */
export class Published {
  readonly #candidates: readonly Candidate[];
  readonly #columns = new Map<`${Figure}/${HorizonDays}`, Float64Array>();
  readonly #logs = new Map<`${Figure}/${HorizonDays}`, Float64Array>();

  constructor(candidates: readonly Candidate[]) {
    this.#candidates = candidates;
  }

  at(horizon: HorizonDays, figure: Figure): Float64Array {
    const key = `${figure}/${horizon}` as const;
    const known = this.#columns.get(key);
    if (known !== undefined) return known;
    const column = Float64Array.from(
      this.#candidates,
      ({ expected_apy }) => expected_apy[`${horizon}d`][figure],
    );
    this.#columns.set(key, column);
    return column;
  }

  logAt(horizon: HorizonDays, figure: Figure): Float64Array {
    const key = `${figure}/${horizon}` as const;
    const made = this.#logs.get(key) ?? this.at(horizon, figure).map(logApy);
    this.#logs.set(key, made);
    return made;
  }
}

/** How far a horizon lies on the way between two published ones, and the figures at both, on the scale of `logApy`. */
interface Way {
  readonly part: number;
  readonly meanFrom: Float64Array;
  readonly meanTo: Float64Array;
  readonly lowFrom: Float64Array;
  readonly lowTo: Float64Array;
}

/** Horizons that all have the same outlook have the same name: those before the first published one, for instance. */
export function outlookName(days: number): string {
  const { before, after } = horizonPlace(days);
  return before === after ? String(after) : String(days);
}

/**
 * What is expected of each candidate over one horizon, by its place in the pool. It is worked out for those that are
 * asked about: most are out of the question for other reasons.
 */
export class Outlook {
  /** Percent. */
  readonly mean: Float64Array;
  readonly low80: Float64Array;
  /** Percentage points a year that it may lose against holding its tokens. */
  readonly loss: Float64Array;
  /** What one unit earns in a day at the mean, as diluted as the greatest deposit ever asked for. */
  readonly growth: Float64Array;
  readonly #candidates: readonly Candidate[];
  readonly #known: Uint8Array;
  /** Undefined where the horizon is a published one. */
  readonly #way: Way | undefined;

  constructor(candidates: readonly Candidate[], published: Published, days: number) {
    const size = candidates.length;
    const { before, after, part } = horizonPlace(days);
    const isPublished = before === after;
    this.#candidates = candidates;
    this.#known = new Uint8Array(size);
    this.#way = isPublished
      ? undefined
      : {
          part,
          meanFrom: published.logAt(before, 'mean'),
          meanTo: published.logAt(after, 'mean'),
          lowFrom: published.logAt(before, 'low80'),
          lowTo: published.logAt(after, 'low80'),
        };
    this.mean = isPublished ? published.at(after, 'mean') : new Float64Array(size);
    this.low80 = isPublished ? published.at(after, 'low80') : new Float64Array(size);
    this.loss = new Float64Array(size);
    this.growth = new Float64Array(size);
  }

  /** Works the figures of a place out, unless they are. */
  know(place: number): void {
    if (this.#known[place] === 1) return;
    this.#known[place] = 1;
    if (this.#way !== undefined) {
      const { part, meanFrom, meanTo, lowFrom, lowTo } = this.#way;
      this.mean[place] = apyBetween(meanFrom[place] ?? 0, meanTo[place] ?? 0, part);
      this.low80[place] = apyBetween(lowFrom[place] ?? 0, lowTo[place] ?? 0, part);
    }
    const candidate = this.#candidates[place];
    if (candidate === undefined) throw new RangeError('A place lies outside the pool.');
    const mean = this.mean[place] ?? Number.NaN;
    const loss = impermanentLossOf(candidate, mean);
    this.loss[place] = loss;
    this.growth[place] = dilutedGrowth(mean, loss);
  }
}
