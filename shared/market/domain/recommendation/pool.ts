import { LruCache } from '../../../platform/domain/lru-cache.ts';
import { RISK_LEVELS } from '../../../strategies/contract/strategy.ts';
import { type CostTable, movingCosts, type PositionCosts, type Subject } from './costs.ts';
import { assetRulesBroken, type Bar, standingRulesBroken } from './eligibility.ts';
import { NO_COSTS } from './estimate.ts';
import { Outlook, Published } from './outlook.ts';
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
  readonly #holdsSeveral: Uint8Array;
  readonly #kinds: Uint32Array;
  readonly #subjects: readonly Subject[];
  readonly #standings = new LruCache<Uint8Array>(RISK_LEVELS.length);
  #places: ReadonlyMap<string, number> | undefined;

  constructor(candidates: readonly C[]) {
    this.#candidates = candidates;
    this.published = new Published(candidates);
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

  /** What moving into each candidate costs. */
  costs(from: Candidate | undefined, table: CostTable): MovingCosts {
    return new MovingCosts(
      this.#kinds,
      this.#subjects.map((subject) => movingCosts(subject, from, table)),
    );
  }

  /** What is expected over a number of days. */
  outlook(days: number): Outlook {
    return new Outlook(this.published, days);
  }
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
