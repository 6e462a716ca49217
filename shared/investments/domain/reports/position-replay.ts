import { fromBaseUnits } from '../../../platform/domain/units.ts';

/** A position in a report: an investment in the sandbox ledger, or a wallet's shares in a vault. */
export interface ReportSubject {
  readonly settlement: 'sandbox' | 'onchain';
  /** The end user; null for the account's own position. */
  readonly userId: string | null;
  readonly investmentId: string;
  readonly strategyId: string;
  readonly chain: string;
  readonly asset: string;
  readonly decimals: number;
  readonly wallet: string | null;
}

/** One transaction in a report. Amounts are in base units of the asset. */
export interface ReportTransaction<H> {
  readonly atMs: number;
  /**
   * The amount that the owner deposited (positive) or withdrew (negative). 0 for an adjustment or a transfer of
   * shares.
   */
  readonly amount: bigint;
  /** Change of the cost basis (average cost), negative if the cost decreases. */
  readonly cost: bigint;
  /** The cost that the transaction adds, in USD. If undefined, `cost` is converted to USD at `priceUsd`. */
  readonly costUsd?: number | undefined;
  /** Amount withdrawn, less the cost of the withdrawn shares. Negative for a loss. */
  readonly realized: bigint;
  /** Price of one unit of the asset in USD at that time; undefined if unknown. */
  readonly priceUsd: number | undefined;
  /** The holdings after the transaction. */
  readonly holding: H;
}

/** A position at one moment. Amounts are in base units. */
export interface ReportState<H> {
  readonly holding: H;
  readonly lastAtMs: number;
  readonly deposited: bigint;
  readonly withdrawn: bigint;
  readonly cost: bigint;
  readonly realized: bigint;
  /**
   * Average cost of the current holdings in USD, with each deposit at the price of its time. Undefined if a price
   * is unknown.
   */
  readonly costUsd: number | undefined;
  /**
   * Profit or loss of all withdrawals in USD, at the asset's price at each withdrawal. Undefined if a price is unknown.
   */
  readonly realizedUsd: number | undefined;
}

function createFirstState<H>(holding: H): ReportState<H> {
  const zeroAmounts = { deposited: 0n, withdrawn: 0n, cost: 0n, realized: 0n, costUsd: 0, realizedUsd: 0 };
  return { holding, lastAtMs: 0, ...zeroAmounts };
}

/** Returns the state of a position after one more transaction. */
export function stateAfterEntry<H>(
  stateBefore: ReportState<H> | undefined,
  transaction: ReportTransaction<H>,
  decimals: number,
): ReportState<H> {
  const state = stateBefore ?? createFirstState(transaction.holding);
  const usd = (amount: bigint) =>
    transaction.priceUsd === undefined
      ? undefined
      : Number(fromBaseUnits(amount, decimals)) * transaction.priceUsd;
  const plus = (a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined ? undefined : a + b;
  const isCostReduced = transaction.cost < 0n && state.cost > 0n;
  const removedFraction = isCostReduced ? Number(-transaction.cost) / Number(state.cost) : 0;
  const removedCostUsd = state.costUsd === undefined ? undefined : state.costUsd * removedFraction;
  const addedCostUsd = transaction.cost > 0n ? (transaction.costUsd ?? usd(transaction.cost)) : 0;
  const withdrawnUsd = transaction.amount < 0n ? usd(-transaction.amount) : 0;
  // A transfer (`amount` and `realized` are 0) moves shares together with their cost, so it realizes no gain or loss.
  const realizesProfitOrLoss = transaction.amount < 0n || transaction.realized !== 0n;
  const gain = realizesProfitOrLoss
    ? plus(withdrawnUsd, removedCostUsd === undefined ? undefined : -removedCostUsd)
    : 0;
  return {
    holding: transaction.holding,
    lastAtMs: transaction.atMs,
    deposited: state.deposited + (transaction.amount > 0n ? transaction.amount : 0n),
    withdrawn: state.withdrawn - (transaction.amount < 0n ? transaction.amount : 0n),
    cost: state.cost + transaction.cost,
    realized: state.realized + transaction.realized,
    costUsd:
      // If no cost remains, the cost in USD is 0, even if an earlier price was unknown.
      state.cost + transaction.cost === 0n
        ? 0
        : plus(plus(state.costUsd, addedCostUsd), removedCostUsd === undefined ? 0 : -removedCostUsd),
    realizedUsd: plus(state.realizedUsd, gain),
  };
}

/** Replays the transactions of one position. Records the state just before each of the given moments. */
export class PositionReplay<H> {
  readonly #decimals: number;
  readonly #moments: readonly number[];
  readonly #states: (ReportState<H> | undefined)[] = [];
  #state: ReportState<H> | undefined;

  /**
   * @param momentsMs epoch milliseconds in ascending order
   * @param state the position at the start of the replay; all transactions in it must be earlier than the first
   * moment
   */
  constructor(decimals: number, momentsMs: readonly number[], state?: ReportState<H>) {
    this.#decimals = decimals;
    this.#moments = momentsMs;
    this.#state = state;
  }

  /** The state after the last transaction; undefined if there was no transaction yet. */
  get state(): ReportState<H> | undefined {
    return this.#state;
  }

  /** Adds the next transaction. Transactions must be in order of time. */
  add(transaction: ReportTransaction<H>): void {
    while ((this.#moments[this.#states.length] ?? Number.POSITIVE_INFINITY) <= transaction.atMs) {
      this.#states.push(this.#state);
    }
    this.#state = stateAfterEntry(this.#state, transaction, this.#decimals);
  }

  /** Returns the state at each moment. The state is undefined at moments before the first transaction. */
  states(): readonly (ReportState<H> | undefined)[] {
    return this.#moments.map((_, i) => (i < this.#states.length ? this.#states[i] : this.#state));
  }
}
