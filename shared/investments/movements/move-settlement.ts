import type { RouteInput } from '../../platform/contract/route.ts';
import { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { Reply } from '../../platform/request.ts';
import { readVault, type Vault } from '../../strategies/records.ts';
import { moveRoute } from '../contract/movements/move.ts';
import type { ChainMove } from '../contract/movements/move-responses.ts';
import type { ChainTransaction } from '../contract/transactions/onchain-responses.ts';
import { openIntents } from '../transactions/intents.ts';
import type { MovementCaller } from './movement-request.ts';
import { moveInBooks, requireOther, unmovable } from './moves.ts';
import {
  amountIn,
  inBooks,
  isOfChain,
  requireTaken,
  type SettlementPorts,
  vaultMinimum,
} from './settlement-ports.ts';
import { isInBooks, vaultOrigin } from './vault-origin.ts';

/** @throws ApiError move_unavailable when what one vault pays cannot be what the other takes */
function requireSameAsset(from: Vault, to: Vault): void {
  if (from.chain !== to.chain) throw unmovable('chain');
  if (from.asset.address !== to.asset.address) throw unmovable('asset');
}

function chainMoveView([withdrawal, deposit]: readonly ChainTransaction[]): ChainMove {
  if (withdrawal === undefined || deposit === undefined) throw new RangeError('A move has two transactions');
  return { withdrawal, deposit };
}

/**
 * Moves money between two strategies: at once in the sandbox ledger, or between vaults with the steps of a withdrawal
 * and of a deposit.
 *
 * @throws ApiError of either way
 */
export async function moveAnywhere(
  ports: SettlementPorts,
  body: RouteInput<typeof moveRoute>['body'],
  caller: MovementCaller,
): Promise<Reply> {
  const { investment_id, to_strategy_id, amount, all } = body;
  if (investment_id !== undefined && isInBooks(body)) {
    const to = await readVault(ports.table, to_strategy_id);
    const order = { investment_id, to_strategy_id, amount, all };
    return moveInBooks(ports, order, await inBooks(ports, caller), to);
  }
  const { ownerId, now, idempotencyKey: key } = caller;
  const idempotency = new Idempotency({ ownerId, routeId: moveRoute.id, key, input: body, now });
  return idempotency.answerOnce(
    ports.table,
    () => moveOnChain(ports, body, { caller, idempotency }),
    isOfChain,
  );
}

async function moveOnChain(
  ports: SettlementPorts,
  body: RouteInput<typeof moveRoute>['body'],
  { caller: { ownerId, now }, idempotency }: { caller: MovementCaller; idempotency: Idempotency },
): Promise<Reply> {
  const { from_strategy_id, to_strategy_id, amount } = body;
  requireOther(from_strategy_id, to_strategy_id);
  const to = await readVault(ports.table, to_strategy_id);
  const origin = await vaultOrigin(ports.table, ownerId, { ...body, strategy_id: from_strategy_id });
  const { vault: from } = origin;
  requireOther(from.strategy_id, to_strategy_id);
  const strategy = await requireTaken(ports.table, to_strategy_id, to);
  if (to === undefined) throw unmovable('settlement');
  requireSameAsset(from, to);
  const assets = amount === undefined ? undefined : amountIn(from, amount);
  const common = { ownerId, now, ...origin, assets };
  const minimum = await vaultMinimum(ports, strategy, to);
  const requests = [
    { ...common, type: 'withdrawal' },
    { ...common, type: 'deposit', vault: to, minimum },
  ] as const;
  return openIntents({ ...ports, chains: ports.chains() }, requests, idempotency, chainMoveView);
}
