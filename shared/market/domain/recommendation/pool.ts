import { LruCache } from '../../../platform/domain/lru-cache.ts';
import { RISK_LEVELS } from '../../../strategies/contract/strategy.ts';
import { apyBetween, horizonPlace } from '../../../strategies/domain/expectation/expected-apy.ts';
import { logApy } from '../../../strategies/domain/expectation/log-apy.ts';
import type { HorizonDays } from '../../../strategies/domain/expectation/table.ts';
import { type CostTable, movingCosts, type PositionCosts, type Subject } from './costs.ts';
import { assetRulesBroken, type Bar, standingRulesBroken } from './eligibility.ts';
import { dilutedGrowth, impermanentLossOf, NO_COSTS } from './estimate.ts';
import type { Candidate, RecommendationRequest } from './policy.ts';

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
  /** USD, by place. */
  readonly tvl: Float64Array;
  readonly minDeposit: Float64Array;
  readonly #candidates: readonly C[];
  readonly #holdsSeveral: Uint8Array;
  readonly #kinds: Uint32Array;
  readonly #subjects: readonly Subject[];
  readonly #published = new Map<`${Figure}/${HorizonDays}`, Float64Array>();
  readonly #logs = new Map<`${Figure}/${HorizonDays}`, Float64Array>();
  readonly #standings = new LruCache<Uint8Array>(RISK_LEVELS.length);
  #places: ReadonlyMap<string, number> | undefined;
  readonly #outlooks = new LruCache<Outlook>(OUTLOOKS_KEPT);

  constructor(candidates: readonly C[]) {
    this.#candidates = candidates;
    this.tvl = Float64Array.from(candidates, ({ tvl }) => tvl);
    this.minDeposit = Float64Array.from(candidates, ({ min_deposit }) => min_deposit);
    this.#holdsSeveral = Uint8Array.from(
      candidates,
      ({ underlying_assets }) => +(underlying_assets.length > 1),
    );
    const kinds = new Map<string, { readonly number: number; readonly subject: Subject }>();
    this.#kinds = Uint32Array.from(candidates, (subject) => {
      const name = `${subject.chain}\n${subject.strategy_type}`;
      const kind = kinds.get(name) ?? { number: kinds.size, subject };
      kinds.set(name, kind);
      return kind.number;
    });
    this.#subjects = [...kinds.values()].map(({ subject }) => subject);
  }

  /** The candidate at a place. */
  at(place: number): C {
    const candidate = this.#candidates[place];
    if (candidate === undefined) throw new RangeError('A place lies outside the pool.');
    return candidate;
  }

  /** The place of a candidate by id; undefined when the pool has none. */
  placeOf(id: string): number | undefined {
    this.#places ??= new Map(this.#candidates.map((candidate, place) => [candidate.id, place]));
    return this.#places.get(id);
  }

  /** How many rules each candidate breaks whatever the amount, by place. */
  standing(bar: Bar): Uint8Array {
    return this.#standings.get(`${bar.riskLevel}/${bar.asOfMs}`, () =>
      Uint8Array.from(this.#candidates, (candidate) => standingRulesBroken(candidate, bar)),
    );
  }

  /** How many rules the candidate at a place breaks for the assets that were asked for. */
  assetRulesBroken(place: number, request: RecommendationRequest): number {
    return this.#holdsSeveral[place] === 1 ? assetRulesBroken(this.at(place), request) : 0;
  }

  /** What moving into each candidate costs, by its place: one sum for all of the same chain and type. */
  costs(from: Candidate | undefined, table: CostTable): (place: number) => PositionCosts {
    const costs = this.#subjects.map((subject) => movingCosts(subject, from, table));
    return (place) => costs[this.#kinds[place] ?? -1] ?? NO_COSTS;
  }

  /** What is expected over a number of days. */
  outlook(days: number): Outlook {
    return this.#outlooks.get(String(days), () => {
      const mean = this.#over(days, 'mean');
      const loss = Float64Array.from(this.#candidates, (candidate, place) =>
        impermanentLossOf(candidate, mean[place] ?? Number.NaN),
      );
      const growth = mean.map((each, place) => dilutedGrowth(each, loss[place] ?? 0));
      return { mean, low80: this.#over(days, 'low80'), loss, growth };
    });
  }

  #over(days: number, figure: Figure): Float64Array {
    const { before, after, part } = horizonPlace(days);
    if (before === after) return this.#at(after, figure);
    const [from, to] = [this.#logAt(before, figure), this.#logAt(after, figure)];
    return from.map((log, place) => apyBetween(log, to[place] ?? Number.NaN, part));
  }

  /** A published figure of every candidate. */
  #at(horizon: HorizonDays, figure: Figure): Float64Array {
    const key = `${figure}/${horizon}` as const;
    const known = this.#published.get(key);
    if (known !== undefined) return known;
    const column = Float64Array.from(
      this.#candidates,
      ({ expected_apy }) => expected_apy[`${horizon}d`][figure],
    );
    this.#published.set(key, column);
    return column;
  }

  #logAt(horizon: HorizonDays, figure: Figure): Float64Array {
    const key = `${figure}/${horizon}` as const;
    const made = this.#logs.get(key) ?? this.#at(horizon, figure).map(logApy);
    this.#logs.set(key, made);
    return made;
  }
}
