import type { ChainSettings } from '../../chain/networks.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Plan } from '../../platform/contract/plans.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Switches } from '../../platform/dynamodb/switches.ts';
import type { StrategyTerms } from '../../strategies/records.ts';
import { requireDepositsOpen } from '../deposit-gate.ts';
import type { PriceUsd } from '../deposit-minimum.ts';
import type { Denomination } from '../domain/books.ts';
import type { PlaceState } from '../store/movement-state.ts';
import type { RecentPools } from './recent-pools.ts';

/** Who sends a request, when, and under which key. */
export interface MovementCaller {
  readonly ownerId: string;
  readonly plan: Plan;
  readonly now: Date;
  readonly idempotencyKey: string | undefined;
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

/** What recording a transaction in the sandbox ledger needs from outside. */
export interface LedgerPorts {
  readonly table: Table;
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

/** What moving money needs from outside, whichever way it is settled. */
export interface MovementPorts extends LedgerPorts {
  /** Whether a ledger entry alone settles a transaction, as in a test environment. */
  readonly sandbox: boolean;
  /** What this instance has last read of strategies' pools. */
  readonly pools: RecentPools;
  /** Chains on which vaults can be reached. */
  readonly chains: () => readonly ChainSettings[];
}

/** A deposit, a withdrawal, or both (a move), as it goes to either settlement. */
export interface Movement {
  readonly account: string;
  /** The owner of the investments in the sandbox ledger: the account, or one of its users. */
  readonly ownerId: string;
  readonly userId: string | undefined;
  readonly now: Date;
  readonly maxSubAccounts: number;
  /** The strategy that money comes from; undefined for a deposit. */
  readonly from: string | undefined;
  /** The strategy that money goes to; undefined for a withdrawal. */
  readonly to: string | undefined;
  /** In its EIP-55 form, as the request names it, or in lower case. */
  readonly wallet: string | undefined;
  /** The asset symbol of the request, in any letter case. */
  readonly asset: string | undefined;
  /**
   * Base units, once it is known what the strategy counts in; undefined for everything.
   *
   * @throws ApiError invalid_request for another asset, or an amount that the asset cannot have
   */
  readonly amountIn: (denomination: Pick<Denomination, 'asset' | 'decimals'>) => bigint | undefined;
}

/**
 * Requires a strategy to accept deposits.
 *
 * @throws ApiError strategy_not_found, strategy_not_accepting_deposits
 */
export function requireAccepting({ strategy, vault }: PlaceState, switches: Switches): StrategyTerms {
  if (strategy === undefined) throw new ApiError('strategy_not_found');
  if (strategy.status !== 'listed' || vault?.closed) throw new ApiError('strategy_not_accepting_deposits');
  requireDepositsOpen(switches);
  return strategy;
}

const REASONS = {
  asset: 'their assets differ',
  chain: 'their chains differ',
  settlement: 'they have different kinds of settlement',
} as const;

/** The refusal of a move that one withdrawal and one deposit of the same amount do not make. */
export function unmovable(reason: keyof typeof REASONS): ApiError {
  const message = `You cannot move money between these strategies: ${REASONS[reason]}. Withdraw from one, then deposit into the other.`;
  return new ApiError('move_unavailable', { message, details: { reason } });
}
