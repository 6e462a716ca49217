import type { ChainSettings } from '../../chain/networks.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Plan } from '../../platform/contract/plans.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Switches } from '../../platform/dynamodb/switches.ts';
import type { StrategyTerms } from '../../strategies/records.ts';
import { requireDepositsOpen } from '../deposit-gate.ts';
import type { ReadPriceUsd } from '../deposit-minimum.ts';
import type { StrategyAsset } from '../domain/ledger-entry.ts';
import type { StrategyState } from '../store/state-before-transaction.ts';
import type { PoolCache } from './pool-cache.ts';

export interface TransactionCaller {
  readonly ownerId: string;
  readonly plan: Plan;
  readonly now: Date;
  readonly idempotencyKey: string | undefined;
}

/** Number of failed attempts of a transaction, by cause. */
export interface AttemptCounts {
  /** Attempts that failed because the stored data had changed since it was read. */
  readonly refused: number;
  /**
   * Attempts that failed because of a conflict with another transaction, or because the table was throttled.
   */
  readonly busy: number;
  /** Attempts for which the database sent no answer. */
  readonly unknown: number;
}

/** The dependencies for recording a transaction in the sandbox ledger. */
export interface LedgerDependencies {
  readonly table: Table;
  readonly createTransactionId: () => string;
  /** Returns the current time in epoch milliseconds. */
  readonly clock: () => number;
  /** Returns the milliseconds left until the response must be sent. */
  readonly remainingMs: () => number;
  readonly priceUsd: ReadPriceUsd;
  /** Called at the end of every transaction that needed more than one attempt. */
  readonly onContention: (attemptCounts: AttemptCounts) => void;
  /** Waits for a random time below `maxPauseMs` before the next attempt after a conflict. */
  readonly pause: (maxPauseMs: number) => Promise<void>;
}

/** The dependencies of deposits, withdrawals and moves, for sandbox and chain. */
export interface TransactionDependencies extends LedgerDependencies {
  /** Whether the stage settles transactions in the sandbox ledger. */
  readonly sandbox: boolean;
  /** A cache of the strategies' pools (totals) in this process. */
  readonly pools: PoolCache;
  /** Returns the chains whose vaults this stage can reach. */
  readonly chains: () => readonly ChainSettings[];
}

/** A request for a deposit, a withdrawal, or a move (both), before it is settled in the sandbox or on a chain. */
export interface TransactionRequest {
  readonly account: string;
  /** Owner id of the investments in the sandbox ledger: the account, or one of its end users. */
  readonly ownerId: string;
  readonly userId: string | undefined;
  readonly now: Date;
  readonly maxSubAccounts: number;
  /** Id of the strategy from which money is withdrawn; undefined for a deposit. */
  readonly from: string | undefined;
  /** Id of the strategy into which money is deposited; undefined for a withdrawal. */
  readonly to: string | undefined;
  /** The wallet address from the request (EIP-55), or from an investment (lower case). */
  readonly wallet: string | undefined;
  /** The asset symbol of the request, in any letter case. */
  readonly asset: string | undefined;
  /**
   * Returns the amount in base units of the strategy's asset. Returns undefined if the request withdraws
   * everything.
   *
   * @throws ApiError invalid_request if the asset differs, or the amount has too many decimals
   */
  readonly parseRequestedAmount: (
    strategyAsset: Pick<StrategyAsset, 'asset' | 'decimals'>,
  ) => bigint | undefined;
}

/**
 * Requires a strategy to accept deposits.
 *
 * @throws ApiError strategy_not_found, strategy_not_accepting_deposits
 */
export function requireDepositsAccepted(
  { strategy, vault }: StrategyState,
  switches: Switches,
): StrategyTerms {
  if (strategy === undefined) throw new ApiError('strategy_not_found');
  if (strategy.status !== 'listed' || vault?.closed) throw new ApiError('strategy_not_accepting_deposits');
  requireDepositsOpen(switches);
  return strategy;
}

const MOVE_UNAVAILABLE_REASONS = {
  asset: 'their assets differ',
  chain: 'their chains differ',
  settlement: 'they have different kinds of settlement',
} as const;

export function moveUnavailableError(reason: keyof typeof MOVE_UNAVAILABLE_REASONS): ApiError {
  const reasonText = MOVE_UNAVAILABLE_REASONS[reason];
  const message = `You cannot move money between these strategies, because ${reasonText}. Withdraw from one, then deposit into the other.`;
  return new ApiError('move_unavailable', { message, details: { reason } });
}
