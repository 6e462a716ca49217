import type { RouteInput } from '../../platform/contract/route.ts';
import { answerKey } from '../../platform/idempotency/answers.ts';
import type { Reply } from '../../platform/request.ts';
import { readVault } from '../../strategies/records.ts';
import { depositRoute } from '../contract/movements/deposit.ts';
import { withdrawRoute } from '../contract/movements/withdraw.ts';
import type { ChainTransaction } from '../contract/transactions/onchain-responses.ts';
import { ownerOf } from '../domain/owner.ts';
import { openIntents } from '../intents.ts';
import { readDepositStart } from '../store/movement-state.ts';
import type { IntentRequest } from '../vaults/plan.ts';
import { requireAsset } from './deposit-decision.ts';
import { deposit } from './deposits.ts';
import type { Caller, Depositor } from './movement-request.ts';
import { requiredWallet } from './request-wallet.ts';
import { amountIn, inBooks, noVault, requireTaken, type SettlementPorts } from './settlement-ports.ts';
import { withdraw } from './withdrawals.ts';

function open(
  ports: SettlementPorts,
  caller: Caller,
  request: Omit<IntentRequest, keyof Caller>,
): Promise<Reply> {
  const { ownerId, now, idempotencyKey } = caller;
  const view = ([transaction]: readonly ChainTransaction[]) => transaction;
  const one = { ...request, ownerId, now, idempotencyKey };
  return openIntents({ ...ports, chains: ports.chains() }, [one], view);
}

/** How a deposit is settled and, in the sandbox, all else that it begins with. */
async function depositStart(
  { table, sandbox }: SettlementPorts,
  { strategy_id: strategyId, user_id }: RouteInput<typeof depositRoute>['body'],
  { ownerId: account, now, idempotencyKey: key }: Caller,
) {
  if (!sandbox) return { vault: await readVault(table, strategyId), state: undefined, now };
  const answered =
    key === undefined ? undefined : answerKey({ ownerId: account, routeId: depositRoute.id, key });
  const request = { ownerId: ownerOf(account, user_id), strategyId, answerKey: answered };
  const { vault, state, aheadMs } = await readDepositStart(table, request);
  return { vault, state, now: new Date(now.getTime() + aheadMs) };
}

/**
 * Deposits into a strategy: with the steps of a transaction where it has a vault, in the sandbox's books where it has
 * none.
 *
 * @throws ApiError of either way
 */
export async function depositAnywhere(
  ports: SettlementPorts,
  body: RouteInput<typeof depositRoute>['body'],
  caller: Depositor,
): Promise<Reply> {
  const { vault, state, now } = await depositStart(ports, body, caller);
  if (vault === undefined) return deposit(ports, body, { ...caller, now }, state);
  const wallet = requiredWallet(body.wallet_address);
  requireAsset(body.asset, vault.asset.symbol);
  const assets = amountIn(vault, body.amount);
  await requireTaken(ports.table, body.strategy_id, vault);
  const routeId = depositRoute.id;
  return open(ports, caller, {
    vault,
    type: 'deposit',
    routeId,
    input: body,
    wallet,
    assets,
    userId: body.user_id,
  });
}

/**
 * Withdraws from an investment in the books, or, by strategy and wallet, from a vault.
 *
 * @throws ApiError of either way
 */
export async function withdrawAnywhere(
  ports: SettlementPorts,
  body: RouteInput<typeof withdrawRoute>['body'],
  caller: Caller,
): Promise<Reply> {
  const { investment_id, strategy_id, wallet_address, user_id, ...what } = body;
  if (investment_id !== undefined) {
    return withdraw(ports, { investment_id, ...what }, await inBooks(ports, caller));
  }
  const vault = await readVault(ports.table, strategy_id ?? '');
  if (vault === undefined) throw noVault();
  const wallet = requiredWallet(wallet_address);
  const assets = what.amount === undefined ? undefined : amountIn(vault, what.amount);
  const routeId = withdrawRoute.id;
  return open(ports, caller, {
    vault,
    type: 'withdrawal',
    routeId,
    input: body,
    wallet,
    assets,
    userId: user_id,
  });
}
