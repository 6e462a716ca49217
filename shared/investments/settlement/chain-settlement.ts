import type { Hex } from '../../chain/abi.ts';
import { ApiError, invalidRequestError } from '../../platform/contract/errors.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { Reply } from '../../platform/request.ts';
import type { Vault } from '../../strategies/records.ts';
import { readDepositMinimum } from '../deposit-minimum.ts';
import type { StateBeforeTransaction } from '../store/state-before-transaction.ts';
import { createVaultTransactions } from '../transactions/vault-transactions.ts';
import { rejectNativeCoin } from '../vaults/native-coins.ts';
import type { VaultTransactionRequest } from '../vaults/step-plan.ts';
import {
  moveUnavailableError,
  requireDepositsAccepted,
  type TransactionDependencies,
  type TransactionRequest,
} from './transaction-request.ts';

const assetOfVault = ({ asset: { symbol: asset, decimals } }: Vault) => ({ asset, decimals });

/**
 * Returns the wallet that must sign, in lower case.
 *
 * @throws ApiError invalid_request if the request names no wallet
 */
function requireSignerWallet({ wallet }: TransactionRequest): Hex {
  if (wallet !== undefined) return `0x${wallet.slice(2).toLowerCase()}`;
  const message =
    'is required for a strategy with a vault: send the address of the wallet that signs the steps';
  throw invalidRequestError([{ path: 'body.wallet_address', message }]);
}

/**
 * Rejects a move between two vaults that differ in chain or asset.
 *
 * @throws ApiError move_unavailable
 */
function requireSameAsset(from: Vault, to: Vault): void {
  if (from.chain !== to.chain) throw moveUnavailableError('chain');
  if (from.asset.address !== to.asset.address) throw moveUnavailableError('asset');
}

/**
 * Starts an on-chain withdrawal, deposit, or move (a withdrawal, then a deposit). Returns the steps that the
 * wallet must sign.
 *
 * @throws ApiError investment_not_found, strategy_not_found, strategy_not_accepting_deposits,
 * move_unavailable, invalid_request, and the errors of `createVaultTransactions`
 */
export async function settleOnChain(
  dependencies: TransactionDependencies,
  transactionRequest: TransactionRequest,
  {
    state: { strategies, switches },
    idempotency,
  }: { state: StateBeforeTransaction; idempotency: Idempotency },
): Promise<Reply> {
  const { account: ownerId, userId, now, to, asset } = transactionRequest;
  const [sourceStrategy, targetStrategy] =
    transactionRequest.from === undefined ? [undefined, strategies[0]] : strategies;
  if (sourceStrategy !== undefined && sourceStrategy.vault === undefined) {
    const message =
      'This strategy has no vault. Send investment_id instead of a strategy id and a wallet address.';
    throw new ApiError('investment_not_found', { message });
  }
  const commonRequestFields = { ownerId, userId, now, wallet: requireSignerWallet(transactionRequest) };
  const requests: VaultTransactionRequest[] = [];
  const chains = dependencies.chains();
  const from = sourceStrategy?.vault;
  if (from !== undefined) {
    const assets = transactionRequest.parseRequestedAmount(assetOfVault(from));
    requests.push({ ...commonRequestFields, type: 'withdrawal', vault: from, assets });
  }
  if (to !== undefined && targetStrategy !== undefined) {
    const { vault, strategy } = targetStrategy;
    if (strategy === undefined) throw new ApiError('strategy_not_found');
    if (vault === undefined) throw moveUnavailableError('settlement');
    if (from !== undefined) requireSameAsset(from, vault);
    const node = chains.find(({ chain }) => chain === vault.chain);
    rejectNativeCoin(node, vault, asset);
    const assets = transactionRequest.parseRequestedAmount(assetOfVault(vault));
    const strategyTerms = requireDepositsAccepted(targetStrategy, switches);
    const depositMinimum = await readDepositMinimum(
      dependencies.priceUsd,
      strategyTerms,
      assetOfVault(vault),
    );
    requests.push({ ...commonRequestFields, type: 'deposit', vault, assets, minimum: depositMinimum });
  }
  return createVaultTransactions({ ...dependencies, chains }, requests, idempotency);
}
