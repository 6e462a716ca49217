import { PLAN_LIMITS } from '../../platform/contract/plans.ts';
import type { RouteInput } from '../../platform/contract/route.ts';
import { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { Reply } from '../../platform/request.ts';
import { depositRoute } from '../contract/movements/deposit.ts';
import { ownerOf } from '../domain/ids/owner.ts';
import type { MovementState } from '../store/movement-state.ts';
import type { StrategyLedger } from '../store/strategy-ledger.ts';
import { depositDecision, requireAsset } from './deposit-decision.ts';
import type { Depositor, DepositPorts } from './movement-request.ts';
import { move, ONE_MOVEMENT, oneMovement, recallMovement } from './movements.ts';
import { amountOf } from './request-amount.ts';
import { walletOf } from './request-wallet.ts';

/**
 * Deposits into a strategy: opens the caller's investment there, or adds to it.
 *
 * @param first the state that it is decided on, where it has just been read
 * @throws ApiError invalid_request, sub_account_limit_reached, idempotency_key_reused, and what decides on a deposit throws
 */
export async function deposit(
  ports: DepositPorts,
  body: RouteInput<typeof depositRoute>['body'],
  caller: Depositor,
  first?: MovementState,
): Promise<Reply> {
  const { ownerId: account, now, idempotencyKey: key } = caller;
  const ownerId = ownerOf(account, body.user_id);
  const walletAddress = walletOf(body.wallet_address);
  const decided = depositDecision(ports, now);
  const amountIn = (ledger: StrategyLedger) => {
    requireAsset(body.asset, ledger.asset);
    return amountOf(body.amount, ledger);
  };
  const recall = recallMovement(ports.table, ownerId, ONE_MOVEMENT);
  // The key is the account's: with another user it is another request.
  const request = { ownerId: account, routeId: depositRoute.id, key, input: body, now, recall };
  return move(ports, {
    ownerId,
    strategyIds: [body.strategy_id],
    withStrategy: true,
    now,
    first,
    idempotency: new Idempotency(request),
    maxSubAccounts: PLAN_LIMITS[caller.plan].maxSubAccounts,
    decide: async ({ places: [place], switches }) => [
      await decided(place, switches, { walletAddress, amountIn }),
    ],
    view: oneMovement,
  });
}
