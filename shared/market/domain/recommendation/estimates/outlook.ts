import {
  apyBetween,
  type HorizonPlace,
  horizonPlace,
} from '../../../../strategies/domain/expectation/expected-apy.ts';
import { logApy } from '../../../../strategies/domain/expectation/log-apy.ts';
import type { HorizonDays } from '../../../../strategies/domain/expectation/table.ts';
import { mayLoseImpermanently } from '../../../../strategies/domain/families.ts';
import type { Candidate } from '../policy.ts';
import { dilutedGrowth, impermanentLoss } from './estimate.ts';

/** What the way to a scale and back, and logarithms, may be wrong by: as a part of a figure, and where it is near 0. */
const ROUNDING = { share: 1e-9, least: 1e-15 } as const;

type Figure = 'mean' | 'low80' | 'growth';

/** What is published of every candidate, and what follows from it alone, by its place. */
export class Published {
  /** 1 where a candidate is exposed to impermanent loss, by its place. */
  readonly exposed: Uint8Array;
  readonly #candidates: readonly Candidate[];
  readonly #columns = new Map<`${Figure}/${HorizonDays}`, Float64Array>();
  readonly #logs = new Map<`${Figure}/${HorizonDays}`, Float64Array>();
  readonly #bounds = new Map<`${'least' | 'most'}/${Figure}/${HorizonDays}/${HorizonDays}`, Float64Array>();
  readonly #orders = new Map<`${HorizonDays}/${HorizonDays}`, Uint32Array>();

  constructor(candidates: readonly Candidate[]) {
    this.#candidates = candidates;
    this.exposed = Uint8Array.from(candidates, (candidate) => +mayLoseImpermanently(candidate));
  }

  /** Percent a year, but for the growth, which is what one unit earns in a day. */
  at(horizon: HorizonDays, figure: Figure): Float64Array {
    const key = `${figure}/${horizon}` as const;
    const column = this.#columns.get(key) ?? this.#make(horizon, figure);
    this.#columns.set(key, column);
    return column;
  }

  /** On the scale that horizons are joined on. */
  logAt(horizon: HorizonDays, figure: 'mean' | 'low80'): Float64Array {
    const key = `${figure}/${horizon}` as const;
    const made = this.#logs.get(key) ?? this.at(horizon, figure).map(logApy);
    this.#logs.set(key, made);
    return made;
  }

  /** What a figure is at least, or at most, over any horizon between two: it follows the way from one to the other. */
  bound(side: 'least' | 'most', figure: Figure, before: HorizonDays, after: HorizonDays): Float64Array {
    const key = `${side}/${figure}/${before}/${after}` as const;
    const kept = this.#bounds.get(key);
    if (kept !== undefined) return kept;
    const others = this.at(after, figure);
    const [farther, away] = side === 'least' ? [Math.min, -1] : [Math.max, 1];
    const made = this.at(before, figure).map((value, place) => {
      const bound = farther(value, others[place] ?? Number.NaN);
      return bound + away * (ROUNDING.share * Math.abs(bound) + ROUNDING.least);
    });
    this.#bounds.set(key, made);
    return made;
  }

  /** All places, those with the greatest most of the mean over any horizon between two first. */
  byMostMean(before: HorizonDays, after: HorizonDays): Uint32Array {
    const key = `${before}/${after}` as const;
    const most = this.bound('most', 'mean', before, after);
    const made =
      this.#orders.get(key) ??
      Uint32Array.from(most.keys()).sort((a, b) => (most[b] ?? Number.NaN) - (most[a] ?? Number.NaN));
    this.#orders.set(key, made);
    return made;
  }

  #make(horizon: HorizonDays, figure: Figure): Float64Array {
    if (figure === 'mean' || figure === 'low80')
      return Float64Array.from(this.#candidates, ({ expected_apy }) => expected_apy[`${horizon}d`][figure]);
    return this.at(horizon, 'mean').map((mean, place) =>
      dilutedGrowth(mean, impermanentLoss(this.exposed[place] === 1, mean)),
    );
  }
}

/**
 * What is expected of each candidate over one horizon, by its place in the pool. Between published horizons a figure
 * takes logarithms: of most candidates, what the two around it say is enough.
 */
export class Outlook {
  /** What the mean of a place is at most, in percent. */
  readonly mostMean: Float64Array;
  /** What a unit earns in a day at the mean, as diluted as the greatest deposit ever asked for: at least and at most. */
  readonly leastGrowth: Float64Array;
  readonly mostGrowth: Float64Array;
  readonly #published: Published;
  readonly #place: HorizonPlace;

  constructor(published: Published, days: number) {
    this.#published = published;
    this.#place = horizonPlace(days);
    const { before, after } = this.#place;
    this.mostMean = published.bound('most', 'mean', before, after);
    this.leastGrowth = published.bound('least', 'growth', before, after);
    this.mostGrowth = published.bound('most', 'growth', before, after);
  }

  /** All places, those first of which most can be expected. */
  byMostMean(): Uint32Array {
    return this.#published.byMostMean(this.#place.before, this.#place.after);
  }

  /** A figure of every place in percent: a function of the place. */
  figure(name: 'mean' | 'low80'): (place: number) => number {
    const { before, after, part } = this.#place;
    if (before === after) {
      const column = this.#published.at(after, name);
      return (place) => column[place] ?? Number.NaN;
    }
    const [from, to] = [this.#published.logAt(before, name), this.#published.logAt(after, name)];
    return (place) => apyBetween(from[place] ?? Number.NaN, to[place] ?? Number.NaN, part);
  }

  /** A figure of some places in percent, in their order. */
  figures(name: 'mean' | 'low80', places: Uint32Array): Float64Array {
    const { before, after, part } = this.#place;
    if (before === after) return this.#publishedFigures(name, places);
    const from = this.#published.logAt(before, name);
    const to = this.#published.logAt(after, name);
    const figures = new Float64Array(places.length);
    for (let index = 0; index < places.length; index += 1) {
      const place = places[index] ?? 0;
      figures[index] = apyBetween(from[place] ?? Number.NaN, to[place] ?? Number.NaN, part);
    }
    return figures;
  }

  #publishedFigures(name: 'mean' | 'low80', places: Uint32Array): Float64Array {
    const column = this.#published.at(this.#place.after, name);
    const figures = new Float64Array(places.length);
    for (let index = 0; index < places.length; index += 1)
      figures[index] = column[places[index] ?? 0] ?? Number.NaN;
    return figures;
  }
}
