import { LruCache } from '../../../platform/domain/lru-cache.ts';
import { RISK_LEVELS } from '../../../strategies/contract/strategy.ts';
import { AssetLists } from './asset-lists.ts';
import { type Bar, standingRulesBroken } from './eligibility/eligibility.ts';
import { type CostTable, movingCosts, type PositionCosts } from './estimates/costs.ts';
import { NO_COSTS } from './estimates/estimate.ts';
import { Outlook, Published } from './estimates/outlook.ts';
import type { Candidate, RecommendationRequest } from './policy.ts';

/**
 * The candidates of a catalog with what does not depend on the amount worked out once: a question that differs in its
 * amount, caps or least TVL alone costs one pass over numbers.
 */
export class Pool<C extends Candidate> {
  /** USD, by place. */
  readonly tvl: Float64Array;
  readonly minDeposit: Float64Array;
  readonly published: Published;
  readonly #candidates: readonly C[];
  readonly #holdings: Numbered<C>;
  readonly #assets: AssetLists;
  readonly #kinds: Numbered<C>;
  readonly #standings = new LruCache<Uint8Array>(RISK_LEVELS.length);
  #places: ReadonlyMap<string, number> | undefined;

  constructor(candidates: readonly C[]) {
    this.#candidates = candidates;
    this.published = new Published(candidates);
    this.tvl = Float64Array.from(candidates, ({ tvl }) => tvl);
    this.minDeposit = Float64Array.from(candidates, ({ min_deposit }) => min_deposit);
    this.#holdings = numberedBy(candidates, ({ underlying_assets }) => underlying_assets);
    this.#assets = new AssetLists(this.#holdings.first.map(({ underlying_assets }) => underlying_assets));
    this.#kinds = numberedBy(candidates, ({ chain, strategy_type }) => `${chain}\n${strategy_type}`);
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

  /**
   * The same with the rule for the assets that were asked for, which only some places are looked at for. Strategies
   * share their lists of assets, so each list is judged once.
   */
  standingFor(request: RecommendationRequest, bar: Bar, places: Uint32Array): Uint8Array {
    const standing = this.standing(bar);
    if (request.assets === undefined) return standing;
    const own = standing.slice();
    const { numbers } = this.#holdings;
    const broken = this.#assets.withOthers(request.assets);
    for (let index = 0; index < places.length; index += 1) {
      const place = places[index] ?? 0;
      own[place] = (own[place] ?? 0) + (broken[numbers[place] ?? 0] ?? 0);
    }
    return own;
  }

  /** What moving into each candidate costs. */
  costs(from: Candidate | undefined, table: CostTable): MovingCosts {
    return new MovingCosts(
      this.#kinds.numbers,
      this.#kinds.first.map((subject) => movingCosts(subject, from, table)),
    );
  }

  /** What is expected over a number of days. */
  outlook(days: number): Outlook {
    return new Outlook(this.published, days);
  }
}

/** Candidates that have something in common share a number. */
interface Numbered<C> {
  /** By place. */
  readonly numbers: Uint32Array;
  /** The first candidate with each number. */
  readonly first: readonly C[];
}

function numberedBy<C, K>(candidates: readonly C[], keyOf: (candidate: C) => K): Numbered<C> {
  const known = new Map<K, number>();
  const first: C[] = [];
  const numbers = Uint32Array.from(candidates, (candidate) => {
    const key = keyOf(candidate);
    const number = known.get(key) ?? known.size;
    if (number === first.length) first.push(candidate);
    known.set(key, number);
    return number;
  });
  return { numbers, first };
}

/** What moving into each candidate of a pool costs: the same for all of a kind, that is of one chain and type. */
export class MovingCosts {
  /** The kind of each candidate, by its place. */
  readonly kinds: Uint32Array;
  /** By kind: USD, and fractions of what is moved. */
  readonly gasUsd: Float64Array;
  readonly entryShare: Float64Array;
  readonly exitShare: Float64Array;
  readonly #costs: readonly PositionCosts[];

  constructor(kinds: Uint32Array, costs: readonly PositionCosts[]) {
    this.kinds = kinds;
    this.#costs = costs;
    this.gasUsd = Float64Array.from(costs, ({ gasUsd }) => gasUsd);
    this.entryShare = Float64Array.from(costs, ({ entryShare }) => entryShare);
    this.exitShare = Float64Array.from(costs, ({ exitShare }) => exitShare);
  }

  /** Of the candidate at a place. */
  at(place: number): PositionCosts {
    return this.#costs[this.kinds[place] ?? -1] ?? NO_COSTS;
  }
}
