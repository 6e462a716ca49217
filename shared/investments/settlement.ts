import type { ChainSettings } from '../chain/networks.ts';
import { ApiError, invalidRequest } from '../platform/contract/errors.ts';
import type { RouteInput } from '../platform/contract/route.ts';
import { readSwitches } from '../platform/dynamodb/switches.ts';
import type { Reply } from '../platform/request.ts';
import { readTerms, readVault, type Vault } from '../strategies/records.ts';
import { depositRoute } from './contract/deposit.ts';
import { withdrawRoute } from './contract/withdraw.ts';
import { requireDepositsOpen } from './deposit-gate.ts';
import { type Caller, type Depositor, deposit, requireAsset, walletOf } from './deposits.ts';
import { openIntent } from './intents.ts';
import type { MovementPorts } from './movements.ts';
import { amountOf } from './request-amount.ts';
import { booksTime } from './sandbox-time.ts';
import type { IntentRequest } from './vaults/vault-steps.ts';
import { withdraw } from './withdrawals.ts';

/** What moving money either way needs from outside. */
export interface SettlementPorts extends MovementPorts {
  /** Chains on which vaults can be reached. */
  readonly chains: () => readonly ChainSettings[];
}

function requiredWallet(address: string | undefined): IntentRequest['wallet'] {
  const wallet = walletOf(address);
  if (wallet === undefined) {
    const message = 'is required: the strategy has a vault, and a wallet signs the steps';
    throw invalidRequest([{ path: 'body.wallet_address', message }]);
  }
  return `0x${wallet.slice(2).toLowerCase()}`;
}

function open(
  ports: SettlementPorts,
  vault: Vault,
  caller: Caller,
  request: Pick<IntentRequest, 'type' | 'routeId' | 'input' | 'wallet' | 'assets' | 'userId'>,
): Promise<Reply> {
  const { ownerId, now, idempotencyKey } = caller;
  const { table, newTransactionId } = ports;
  const chains = ports.chains();
  return openIntent({ table, chains, newTransactionId }, { ...request, vault, ownerId, now, idempotencyKey });
}

function amountIn(vault: Vault, text: string): bigint {
  return amountOf(text, { asset: vault.asset.symbol, decimals: vault.asset.decimals });
}

/** The caller at the time of the sandbox's books. */
async function inBooks<C extends Caller>({ table, sandbox }: SettlementPorts, caller: C): Promise<C> {
  return sandbox ? { ...caller, now: await booksTime(table, caller.now) } : caller;
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
  const vault = await readVault(ports.table, body.strategy_id);
  if (vault === undefined) return deposit(ports, body, await inBooks(ports, caller));
  const wallet = requiredWallet(body.wallet_address);
  requireAsset(body.asset, vault.asset.symbol);
  const assets = amountIn(vault, body.amount);
  const strategy = await readTerms(ports.table, body.strategy_id);
  if (strategy?.status !== 'listed') throw new ApiError('strategy_not_accepting_deposits');
  requireDepositsOpen(await readSwitches(ports.table, { consistent: true }));
  const routeId = depositRoute.id;
  return open(ports, vault, caller, {
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
  if (vault === undefined) throw new ApiError('investment_not_found');
  const wallet = requiredWallet(wallet_address);
  const assets = what.amount === undefined ? undefined : amountIn(vault, what.amount);
  const routeId = withdrawRoute.id;
  return open(ports, vault, caller, {
    type: 'withdrawal',
    routeId,
    input: body,
    wallet,
    assets,
    userId: user_id,
  });
}
