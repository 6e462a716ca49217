import { encodeReadCall, encodeStepCall } from '../../chain/erc4626.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import { fromBaseUnits } from '../../platform/domain/units.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { planApprovalSteps } from './approvals.ts';
import {
  addTolerance,
  readNumber,
  type StepPlan,
  subtractTolerance,
  type VaultTransactionRequest,
  type WalletCall,
} from './step-plan.ts';
import { requireSafeWithdrawalPrice } from './vault-prices.ts';

/**
 * The amounts of a withdrawal in base units. If `isAll` is true, the call redeems exactly `shares`; otherwise
 * the call withdraws exactly `assets`.
 */
interface WithdrawalAmounts {
  readonly assets: bigint;
  readonly shares: bigint;
  readonly isAll: boolean;
}

/** Returns the call that the wallet sends directly to the vault. */
function buildDirectCall(
  { vault, wallet }: VaultTransactionRequest,
  { assets, shares, isAll }: WithdrawalAmounts,
): WalletCall {
  return isAll
    ? { type: 'redeem', to: vault.address, data: encodeStepCall.redeem(shares, wallet) }
    : { type: 'withdraw', to: vault.address, data: encodeStepCall.withdraw(assets, wallet) };
}

/**
 * Returns an approval of the shares if one is needed, then a call to the router. This call reverts if it would
 * burn too many shares or pay too little.
 */
async function buildRoutedSteps(
  node: ChainSettings,
  router: NonNullable<ChainSettings['router']>,
  { vault, wallet }: VaultTransactionRequest,
  { assets, shares, isAll }: WithdrawalAmounts,
  heldShares: bigint,
): Promise<WalletCall[]> {
  const { address, kind, slippageBasisPoints } = router;
  const commonArguments = { vault: vault.address, receiver: wallet };
  const sharesWithTolerance = addTolerance(shares, slippageBasisPoints);
  const maxShares = isAll ? shares : sharesWithTolerance < heldShares ? sharesWithTolerance : heldShares;
  const minAssets = subtractTolerance(assets, slippageBasisPoints);
  const data = isAll
    ? encodeStepCall.redeemFromVault(kind, { ...commonArguments, amount: shares, minAssets })
    : encodeStepCall.withdrawFromVault(kind, { ...commonArguments, amount: assets, maxShares });
  const allowance = { token: vault.address, owner: wallet, spender: address, value: maxShares };
  const type = isAll ? 'redeem' : 'withdraw';
  return [...(await planApprovalSteps(node, allowance)), { type, to: address, data }];
}

/**
 * Returns the steps of a withdrawal. If everything is withdrawn, also returns the number of shares.
 *
 * @throws ApiError insufficient_balance, unsafe_share_price, chain_unavailable
 */
export async function planWithdrawalSteps(
  table: Table,
  node: ChainSettings,
  request: VaultTransactionRequest,
): Promise<StepPlan> {
  const { vault, wallet, assets } = request;
  const { symbol, decimals } = vault.asset;
  const heldShares = await readNumber(node, vault.address, encodeReadCall.balanceOf(wallet));
  const sharesValue = await readNumber(node, vault.address, encodeReadCall.previewRedeem(heldShares));
  if (heldShares === 0n || (assets !== undefined && assets > sharesValue)) {
    const availableAmount = fromBaseUnits(sharesValue, decimals);
    const message = `The wallet's shares of this vault are worth ${availableAmount} ${symbol}. Withdraw that amount or less.`;
    throw new ApiError('insufficient_balance', {
      message,
      details: { available: availableAmount, asset: symbol },
    });
  }
  await requireSafeWithdrawalPrice(table, node, vault, assets);
  const isFullAmount = assets === undefined;
  const shares = isFullAmount
    ? heldShares
    : await readNumber(node, vault.address, encodeReadCall.previewWithdraw(assets));
  const withdrawalAmounts = { assets: assets ?? sharesValue, shares, isAll: isFullAmount };
  const { router } = node;
  const steps =
    router === undefined
      ? [buildDirectCall(request, withdrawalAmounts)]
      : await buildRoutedSteps(node, router, request, withdrawalAmounts, heldShares);
  return { steps, shares: isFullAmount ? heldShares : undefined, assets: withdrawalAmounts.assets };
}
