import type { Plan } from '../../platform/contract/plans.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { PriceUsd } from '../deposit-minimum.ts';
import type { Order } from '../domain/booking.ts';
import type { Entry } from '../domain/books.ts';
import type { MovementState } from '../store/movement-state.ts';
import type { StrategyLedger } from '../store/strategy-ledger.ts';
import type { RecentPools } from './recent-pools.ts';

/** Who asks, when, and under which key. */
export interface MovementCaller {
  readonly ownerId: string;
  readonly now: Date;
  readonly idempotencyKey: string | undefined;
}

/** The caller of a deposit, with the number of sub-accounts that the plan allows. */
export interface Depositor extends MovementCaller {
  readonly plan: Plan;
}

/** How many attempts of a movement ended in which way. */
export interface AttemptCounts {
  /** Attempts that failed because the state that they depended on had changed. */
  readonly refused: number;
  /** Another transaction was in the way, or the table at its limit. */
  readonly busy: number;
  /** No answer came. */
  readonly unknown: number;
}

/** What moving money needs from outside. */
export interface MovementPorts {
  readonly table: Table;
  /** Whether a ledger entry alone settles a transaction, as in a test environment. */
  readonly sandbox: boolean;
  /** A new transaction id, different on every call. */
  readonly newTransactionId: () => string;
  /** The time now in epoch milliseconds, for giving up. */
  readonly clock: () => number;
  /** Milliseconds that are left until the request has to be answered. */
  readonly remainingMs: () => number;
  readonly priceUsd: PriceUsd;
  /** Called for every transaction that took more than one attempt, once it has ended. */
  readonly contended: (attempts: AttemptCounts) => void;
  /** Waits for a random time below `boundMs` before the next attempt of a movement that met others. */
  readonly pause: (boundMs: number) => Promise<void>;
}

/** What a deposit needs besides. */
export interface DepositPorts extends MovementPorts {
  /** What this instance has last read of strategies' pools. */
  readonly pools: RecentPools;
}

/** What a request turns out to ask for in one strategy once the state is known. */
export interface Instruction {
  readonly order: Order;
  readonly ledger: StrategyLedger;
  /** Whether the ledger is new and must be opened by this very movement. */
  readonly opensLedger: boolean;
  /** The turn in which room was found for a deposit that is not small: it is taken by this very movement. */
  readonly turn?: number | undefined;
}

export interface MovementRequest {
  readonly ownerId: string;
  /** The strategies concerned, one after the other; none when the request names nothing that could exist. */
  readonly strategyIds: readonly string[];
  /** Whether `decide` needs the catalog's records. */
  readonly withStrategy: boolean;
  readonly now: Date;
  /** The state for the first attempt, where it has just been read. */
  readonly first?: MovementState | undefined;
  readonly idempotency: Idempotency;
  /** The largest number of sub-accounts that the plan allows, where the transaction can create one. */
  readonly maxSubAccounts?: number;
  /** Decides on the state as read, with an instruction for each strategy, or refuses with an ApiError. */
  readonly decide: (state: MovementState) => Promise<readonly Instruction[]>;
  /** What the request is answered with, from its entries alone: the same whenever it is made. */
  readonly view: (entries: readonly Entry[]) => unknown;
}
