import type { RouteInput } from '../../platform/contract/route.ts';
import type { Reply } from '../../platform/request.ts';
import { readVault, type Vault } from '../../strategies/records.ts';
import { moveRoute } from '../contract/movements/move.ts';
import type { ChainMove } from '../contract/movements/move-responses.ts';
import type { ChainTransaction } from '../contract/transactions/onchain-responses.ts';
import { openIntents } from '../intents.ts';
import type { Caller } from './movement-request.ts';
import { moveInBooks, requireOther, unmovable } from './moves.ts';
import { requiredWallet } from './request-wallet.ts';
import { amountIn, inBooks, noVault, requireTaken, type SettlementPorts } from './settlement-ports.ts';

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
 * Moves money between two strategies: in the sandbox's books at once, between vaults with the steps of a withdrawal and
 * those of a deposit.
 *
 * @throws ApiError of either way
 */
export async function moveAnywhere(
  ports: SettlementPorts,
  body: RouteInput<typeof moveRoute>['body'],
  caller: Caller,
): Promise<Reply> {
  const { investment_id, from_strategy_id = '', to_strategy_id, wallet_address, user_id, ...what } = body;
  const to = await readVault(ports.table, to_strategy_id);
  if (investment_id !== undefined) {
    if (to !== undefined) throw unmovable('settlement');
    return moveInBooks(ports, { investment_id, to_strategy_id, ...what }, await inBooks(ports, caller));
  }
  requireOther(from_strategy_id, to_strategy_id);
  const from = await readVault(ports.table, from_strategy_id);
  if (from === undefined) throw noVault();
  await requireTaken(ports.table, to_strategy_id, to);
  if (to === undefined) throw unmovable('settlement');
  requireSameAsset(from, to);
  const { ownerId, now, idempotencyKey } = caller;
  const common = { ownerId, now, idempotencyKey, wallet: requiredWallet(wallet_address), userId: user_id };
  const request = { ...common, routeId: moveRoute.id, input: body };
  const assets = what.amount === undefined ? undefined : amountIn(from, what.amount);
  const requests = [
    { ...request, type: 'withdrawal', vault: from, assets },
    { ...request, type: 'deposit', vault: to, assets },
  ] as const;
  return openIntents({ ...ports, chains: ports.chains() }, requests, chainMoveView);
}
