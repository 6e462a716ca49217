import { fromBaseUnits } from '../../../platform/domain/units.ts';

/** What a report covers: an investment in the sandbox ledger, or a wallet's shares in a vault. */
export interface Subject {
  readonly settlement: 'sandbox' | 'onchain';
  /** Null for the account's own. */
  readonly userId: string | null;
  readonly investmentId: string;
  readonly strategyId: string;
  readonly chain: string;
  readonly asset: string;
  readonly decimals: number;
  readonly wallet: string | null;
}

/** One movement as reports see it. Amounts in base units of the asset, signed: into the position is positive. */
export interface TrackEntry<H> {
  readonly atMs: number;
  /**
   * The amount that the owner paid in or took out; 0 where nothing was paid, as for a correction or a transfer of
   * shares.
   */
  readonly amount: bigint;
  /** Change of the cost of what is held (average cost). */
  readonly cost: bigint;
  /** The cost that comes in, in USD, where it is not that of this moment's price. */
  readonly costUsd?: number | undefined;
  /** The amount withdrawn beyond the cost of the shares that left. */
  readonly realized: bigint;
  /** Price of one unit of the asset in USD at that moment; undefined when none was known. */
  readonly priceUsd: number | undefined;
  /** What is held right after. */
  readonly holding: H;
}

/** A position as it stood at a moment. Amounts in base units. */
export interface TrackState<H> {
  readonly holding: H;
  readonly lastAtMs: number;
  readonly deposited: bigint;
  readonly withdrawn: bigint;
  readonly cost: bigint;
  readonly realized: bigint;
  /** Average cost of what is held, each deposit at the price of its moment; undefined where one of them had none. */
  readonly costUsd: number | undefined;
  /** What withdrawals paid at the prices of their moments, less that cost of what left. */
  readonly realizedUsd: number | undefined;
}

function first<H>(holding: H): TrackState<H> {
  const none = { deposited: 0n, withdrawn: 0n, cost: 0n, realized: 0n, costUsd: 0, realizedUsd: 0 };
  return { holding, lastAtMs: 0, ...none };
}

/** The state after one more step. */
export function stepped<H>(
  before: TrackState<H> | undefined,
  step: TrackEntry<H>,
  decimals: number,
): TrackState<H> {
  const state = before ?? first(step.holding);
  const usd = (amount: bigint) =>
    step.priceUsd === undefined ? undefined : Number(fromBaseUnits(amount, decimals)) * step.priceUsd;
  const plus = (a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined ? undefined : a + b;
  const isLeaving = step.cost < 0n && state.cost > 0n;
  const leaving = isLeaving ? Number(-step.cost) / Number(state.cost) : 0;
  const costLeaving = state.costUsd === undefined ? undefined : state.costUsd * leaving;
  const costEntering = step.cost > 0n ? (step.costUsd ?? usd(step.cost)) : 0;
  const paid = step.amount < 0n ? usd(-step.amount) : 0;
  // Shares that are sent away take their cost with them, so no gain or loss is realized.
  const isRealized = step.amount < 0n || step.realized !== 0n;
  const gain = isRealized ? plus(paid, costLeaving === undefined ? undefined : -costLeaving) : 0;
  return {
    holding: step.holding,
    lastAtMs: step.atMs,
    deposited: state.deposited + (step.amount > 0n ? step.amount : 0n),
    withdrawn: state.withdrawn - (step.amount < 0n ? step.amount : 0n),
    cost: state.cost + step.cost,
    realized: state.realized + step.realized,
    costUsd:
      // Nothing is left of what had no price.
      state.cost + step.cost === 0n
        ? 0
        : plus(plus(state.costUsd, costEntering), costLeaving === undefined ? 0 : -costLeaving),
    realizedUsd: plus(state.realizedUsd, gain),
  };
}

/** Follows one position through its steps, and keeps how it stood at some moments: before each of them, exclusive. */
export class Track<H> {
  readonly #decimals: number;
  readonly #moments: readonly number[];
  readonly #states: (TrackState<H> | undefined)[] = [];
  #state: TrackState<H> | undefined;

  /**
   * @param momentsMs epoch milliseconds in rising order
   * @param state how it stood after steps that were all before the first of them
   */
  constructor(decimals: number, momentsMs: readonly number[], state?: TrackState<H>) {
    this.#decimals = decimals;
    this.#moments = momentsMs;
    this.#state = state;
  }

  /** The state after its last step; undefined before the first. */
  get state(): TrackState<H> | undefined {
    return this.#state;
  }

  /** Takes the next step; steps come in order of time. */
  add(step: TrackEntry<H>): void {
    while ((this.#moments[this.#states.length] ?? Number.POSITIVE_INFINITY) <= step.atMs) {
      this.#states.push(this.#state);
    }
    this.#state = stepped(this.#state, step, this.#decimals);
  }

  /** How it stood at each moment; undefined before its first step. */
  states(): readonly (TrackState<H> | undefined)[] {
    return this.#moments.map((_, i) => (i < this.#states.length ? this.#states[i] : this.#state));
  }
}
