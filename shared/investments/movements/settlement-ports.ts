import type { ChainSettings } from '../../chain/networks.ts';
import { ApiError, type ErrorCode } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { readSwitches } from '../../platform/dynamodb/switches.ts';
import { readTerms, type StrategyTerms, type Vault } from '../../strategies/records.ts';
import { requireDepositsOpen } from '../deposit-gate.ts';
import { minimumOf } from '../deposit-minimum.ts';
import { booksTime } from '../sandbox-time.ts';
import type { DepositPorts, MovementCaller } from './movement-request.ts';
import { amountOf } from './request-amount.ts';

/** What moving money either way needs from outside. */
export interface SettlementPorts extends DepositPorts {
  /** Chains on which vaults can be reached. */
  readonly chains: () => readonly ChainSettings[];
}

/** The amount of a request in base units of the vault's asset. */
export function amountIn(vault: Vault, text: string): bigint {
  return amountOf(text, { asset: vault.asset.symbol, decimals: vault.asset.decimals });
}

/** The caller, with the time of the sandbox ledger. */
export async function inBooks<C extends MovementCaller>(
  { table, sandbox }: SettlementPorts,
  caller: C,
): Promise<C> {
  return sandbox ? { ...caller, now: await booksTime(table, caller.now) } : caller;
}

/**
 * Requires a strategy, and its vault where it has one, to take deposits.
 *
 * @throws ApiError strategy_not_found, strategy_not_accepting_deposits
 */
export async function requireTaken(
  table: Table,
  strategyId: string,
  vault: Vault | undefined,
): Promise<StrategyTerms> {
  const strategy = await readTerms(table, strategyId);
  if (strategy === undefined) throw new ApiError('strategy_not_found');
  if (strategy.status !== 'listed' || vault?.closed) throw new ApiError('strategy_not_accepting_deposits');
  requireDepositsOpen(await readSwitches(table, { consistent: true }));
  return strategy;
}

/** The least that a strategy with a vault takes at the moment. */
export function vaultMinimum({ priceUsd }: SettlementPorts, strategy: StrategyTerms, { asset }: Vault) {
  return minimumOf(priceUsd, strategy, { asset: asset.symbol, decimals: asset.decimals });
}

/** Whether a refusal says nothing of the request, which may be sent again under its key: a node did not answer. */
export const isOfChain = (code: ErrorCode) => code === 'chain_unavailable';

/**
 * The error for a withdrawal or move by strategy that has no vault. Investments in the sandbox ledger are named by
 * their id.
 */
export function noVault(): ApiError {
  const message =
    'This strategy has no vault. Send investment_id instead of a strategy id and a wallet address.';
  return new ApiError('investment_not_found', { message });
}
