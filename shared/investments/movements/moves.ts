import { ApiError } from '../../platform/contract/errors.ts';
import type { RouteInput } from '../../platform/contract/route.ts';
import { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { Reply } from '../../platform/request.ts';
import type { Vault } from '../../strategies/records.ts';
import { moveRoute } from '../contract/movements/move.ts';
import type { MoveResult } from '../contract/movements/move-responses.ts';
import { insufficient } from '../domain/booking.ts';
import type { Entry, OwnerHead } from '../domain/books.ts';
import { indexAt } from '../domain/growth-index.ts';
import { worthOf } from '../domain/holdings.ts';
import { movementView } from '../domain/views.ts';
import { placeOfInvestment } from '../owners.ts';
import type { PlaceState } from '../store/movement-state.ts';
import type { StrategyLedger } from '../store/strategy-ledger.ts';
import { depositDecision } from './deposit-decision.ts';
import type { DepositPorts, MovementCaller } from './movement-request.ts';
import { move, recallMovement } from './movements.ts';
import { amountOf } from './request-amount.ts';

/** A move between two strategies in the sandbox ledger. */
type BooksMove = Pick<RouteInput<typeof moveRoute>['body'], 'to_strategy_id' | 'amount' | 'all'> & {
  readonly investment_id: string;
};

const REASONS = {
  asset: 'their assets differ',
  chain: 'their chains differ',
  settlement: 'they have different kinds of settlement',
} as const;

/** The refusal of a move that one withdrawal and one deposit of the same amount do not make. */
export function unmovable(reason: keyof typeof REASONS): ApiError {
  const message = `A move between these strategies is not possible: ${REASONS[reason]}. Withdraw from one and deposit into the other.`;
  return new ApiError('move_unavailable', { message, details: { reason } });
}

/** @throws ApiError move_unavailable when the money is where it would go */
export function requireOther(fromStrategyId: string | undefined, toStrategyId: string): void {
  if (fromStrategyId !== toStrategyId) return;
  throw new ApiError('move_unavailable', {
    message: 'The investment is already in this strategy. Choose another to_strategy_id.',
    details: { reason: 'strategy' },
  });
}

/** The part of a position that a move withdraws, in base units. It is known before the deposit is decided. */
function takenFrom(
  { position, ledger }: PlaceState,
  body: BooksMove,
  { head, now }: { readonly head: OwnerHead; readonly now: Date },
): { readonly amount: bigint; readonly ledger: StrategyLedger; readonly walletAddress: string | undefined } {
  if (position === undefined || ledger === undefined) throw new ApiError('investment_not_found');
  // The time that the entry will have.
  const index = indexAt(ledger.segments, Math.max(now.getTime(), head.lastAtMs));
  const worth = worthOf(position.holdings, index);
  const amount = body.amount === undefined ? worth : amountOf(body.amount, ledger);
  if (amount > worth || worth === 0n) throw insufficient(position.holdings, index, ledger);
  return { amount, ledger, walletAddress: position.walletAddress };
}

function moveView(entries: readonly Entry[]): MoveResult {
  const [withdrawal, deposit] = entries.map(movementView);
  if (withdrawal === undefined || deposit === undefined) throw new RangeError('A move has two entries');
  return { withdrawal, deposit };
}

/**
 * Moves an amount, or all, from one of the caller's investments into another strategy of the same asset: a withdrawal
 * and a deposit in one transaction. Either both are recorded or neither.
 *
 * @param vault of the strategy to move to, which then accepts nothing from the sandbox ledger; it may be newer than the
 * first
 * answer to a repeated request
 * @throws ApiError invalid_request, investment_not_found, strategy_not_found, move_unavailable, insufficient_balance,
 * idempotency_key_reused, and what decides on a deposit throws
 */
export async function moveInBooks(
  ports: DepositPorts,
  body: BooksMove,
  caller: MovementCaller,
  vault?: Vault,
): Promise<Reply> {
  const { ownerId: account, now, idempotencyKey: key } = caller;
  const from = await placeOfInvestment(ports.table, account, body.investment_id);
  requireOther(from?.strategyId, body.to_strategy_id);
  const ownerId = from?.ownerId ?? account;
  const recall = recallMovement(ports.table, ownerId, { count: 2, view: moveView });
  const request = { ownerId: account, routeId: moveRoute.id, key, input: body, now, recall };
  const idempotency = new Idempotency(request);
  if (vault !== undefined) {
    return idempotency.answerOnce(ports.table, async () => {
      throw unmovable('settlement');
    });
  }
  const decided = depositDecision(ports, now);
  return move(ports, {
    ownerId,
    strategyIds: from === undefined ? [] : [from.strategyId, body.to_strategy_id],
    withStrategy: true,
    now,
    idempotency,
    decide: async ({ head, places: [place, target], switches }) => {
      if (place === undefined) throw new ApiError('investment_not_found');
      const { amount, ledger, walletAddress } = takenFrom(place, body, { head, now });
      const amountIn = ({ asset, decimals }: StrategyLedger) => {
        if (asset !== ledger.asset || decimals !== ledger.decimals) throw unmovable('asset');
        return amount;
      };
      return [
        { order: { type: 'withdrawal', amount }, ledger, opensLedger: false },
        await decided(target, switches, { walletAddress, amountIn }),
      ];
    },
    view: moveView,
  });
}
