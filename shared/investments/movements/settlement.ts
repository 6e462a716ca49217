import type { RouteInput } from '../../platform/contract/route.ts';
import { answerKey } from '../../platform/idempotency/answers.ts';
import { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { Reply } from '../../platform/request.ts';
import { readVault, type Vault } from '../../strategies/records.ts';
import { depositRoute } from '../contract/movements/deposit.ts';
import { withdrawRoute } from '../contract/movements/withdraw.ts';
import type { ChainTransaction } from '../contract/transactions/onchain-responses.ts';
import { ownerOf } from '../domain/ids/owner.ts';
import { readDepositStart } from '../store/movement-state.ts';
import { openIntents } from '../transactions/intents.ts';
import { requireNoCoin } from '../vaults/native-coins.ts';
import { requireAsset } from './deposit-decision.ts';
import { deposit } from './deposits.ts';
import type { Depositor, MovementCaller } from './movement-request.ts';
import { ONE_MOVEMENT, recallMovement } from './movements.ts';
import { requiredWallet } from './request-wallet.ts';
import {
  amountIn,
  inBooks,
  isOfChain,
  requireTaken,
  type SettlementPorts,
  vaultMinimum,
} from './settlement-ports.ts';
import { isInBooks, vaultOrigin } from './vault-origin.ts';
import { withdraw } from './withdrawals.ts';

const oneTransaction = ([transaction]: readonly ChainTransaction[]) => transaction;

/** How a deposit is settled and, in the sandbox, all else that it begins with. */
async function depositStart(
  { table, sandbox }: SettlementPorts,
  { strategy_id: strategyId, user_id }: RouteInput<typeof depositRoute>['body'],
  { ownerId: account, now, idempotencyKey: key }: MovementCaller,
) {
  if (!sandbox) return { vault: await readVault(table, strategyId), state: undefined, now };
  const answered =
    key === undefined ? undefined : answerKey({ ownerId: account, routeId: depositRoute.id, key });
  const request = { ownerId: ownerOf(account, user_id), strategyId, answerKey: answered };
  const { vault, state, aheadMs } = await readDepositStart(table, request);
  return { vault, state, now: new Date(now.getTime() + aheadMs) };
}

/**
 * Deposits into a strategy: with the steps of a transaction where it has a vault, otherwise in the sandbox ledger.
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
  const { table } = ports;
  const { ownerId, idempotencyKey: key } = caller;
  // The strategy may have been given its vault after the first answer.
  const recall = recallMovement(table, ownerOf(ownerId, body.user_id), ONE_MOVEMENT);
  const request = { ownerId, routeId: depositRoute.id, key, input: body, now: caller.now, recall };
  const idempotency = new Idempotency(request);
  return idempotency.answerOnce(
    table,
    () => depositOnChain(ports, body, { caller, vault, idempotency }),
    isOfChain,
  );
}

async function depositOnChain(
  ports: SettlementPorts,
  body: RouteInput<typeof depositRoute>['body'],
  { caller, vault, idempotency }: { caller: MovementCaller; vault: Vault; idempotency: Idempotency },
): Promise<Reply> {
  const wallet = requiredWallet(body.wallet_address);
  const node = ports.chains().find(({ chain }) => chain === vault.chain);
  requireNoCoin(node, vault, body.asset);
  requireAsset(body.asset, vault.asset.symbol);
  const assets = amountIn(vault, body.amount);
  const strategy = await requireTaken(ports.table, body.strategy_id, vault);
  const minimum = await vaultMinimum(ports, strategy, vault);
  const { ownerId, now } = caller;
  const request = {
    ownerId,
    now,
    vault,
    type: 'deposit',
    wallet,
    assets,
    minimum,
    userId: body.user_id,
  } as const;
  return openIntents({ ...ports, chains: ports.chains() }, [request], idempotency, oneTransaction);
}

/**
 * Withdraws from an investment in the sandbox ledger by its id, or from a vault by id, or by strategy and wallet.
 *
 * @throws ApiError of either way
 */
export async function withdrawAnywhere(
  ports: SettlementPorts,
  body: RouteInput<typeof withdrawRoute>['body'],
  caller: MovementCaller,
): Promise<Reply> {
  const { investment_id, amount, all } = body;
  if (investment_id !== undefined && isInBooks(body)) {
    return withdraw(ports, { investment_id, amount, all }, await inBooks(ports, caller));
  }
  const { ownerId, now, idempotencyKey: key } = caller;
  const idempotency = new Idempotency({ ownerId, routeId: withdrawRoute.id, key, input: body, now });
  const work = async () => {
    const origin = await vaultOrigin(ports.table, ownerId, body);
    const assets = amount === undefined ? undefined : amountIn(origin.vault, amount);
    const request = { ownerId, now, ...origin, type: 'withdrawal', assets } as const;
    return openIntents({ ...ports, chains: ports.chains() }, [request], idempotency, oneTransaction);
  };
  return idempotency.answerOnce(ports.table, work, isOfChain);
}
