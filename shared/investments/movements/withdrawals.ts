import { ApiError } from '../../platform/contract/errors.ts';
import type { RouteInput } from '../../platform/contract/route.ts';
import { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { Reply } from '../../platform/request.ts';
import { withdrawRoute } from '../contract/movements/withdraw.ts';
import { placeOfInvestment } from '../owners.ts';
import type { MovementCaller, MovementPorts } from './movement-request.ts';
import { move, ONE_MOVEMENT, oneMovement, recallMovement } from './movements.ts';
import { amountOf } from './request-amount.ts';

/** A withdrawal from an investment in the sandbox ledger. */
type BooksWithdrawal = Pick<RouteInput<typeof withdrawRoute>['body'], 'amount' | 'all'> & {
  readonly investment_id: string;
};

/**
 * Withdraws an amount from one of the caller's investments, or all of it. An investment of another account is answered
 * like one that does not exist.
 *
 * @throws ApiError invalid_request, investment_not_found, insufficient_balance, idempotency_key_reused
 */
export async function withdraw(
  ports: MovementPorts,
  body: BooksWithdrawal,
  caller: MovementCaller,
): Promise<Reply> {
  const { ownerId: account, now, idempotencyKey: key } = caller;
  const place = await placeOfInvestment(ports.table, account, body.investment_id);
  const ownerId = place?.ownerId ?? account;
  const recall = recallMovement(ports.table, ownerId, ONE_MOVEMENT);
  const request = { ownerId: account, routeId: withdrawRoute.id, key, input: body, now, recall };
  return move(ports, {
    ownerId,
    strategyIds: place === undefined ? [] : [place.strategyId],
    withStrategy: false,
    now,
    idempotency: new Idempotency(request),
    decide: async ({ places: [held] }) => {
      const { position, ledger } = held ?? {};
      if (position === undefined || ledger === undefined) throw new ApiError('investment_not_found');
      const amount = body.amount === undefined ? 'all' : amountOf(body.amount, ledger);
      return [{ order: { type: 'withdrawal', amount }, ledger, opensLedger: false }];
    },
    view: oneMovement,
  });
}
