import { decodeNumber, encodeReadCall, encodeStepCall } from '../../chain/erc4626.ts';
import type { Hex } from '../../chain/multicall.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { readContract, readContractCode } from '../../chain/node.ts';
import { buildPermitTypedData, encodePermit } from '../../chain/permit.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import { fromBaseUnits } from '../../platform/domain/units.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { requireMinimumDeposit } from '../deposit-minimum.ts';
import { planApprovalSteps } from './approvals.ts';
import {
  readNumber,
  type StepPlan,
  subtractTolerance,
  type UnsignedPermit,
  VAULT_TRANSACTION_LIFETIME_MS,
  type VaultTransactionRequest,
  type WalletCall,
} from './step-plan.ts';
import { requireSafeDepositPrice } from './vault-prices.ts';

/**
 * Returns the deposit call: to the router if one is configured, otherwise to the vault. The router rejects a
 * deposit that returns fewer shares than the minimum in the call.
 */
async function buildDepositCall(
  node: ChainSettings,
  { vault, wallet }: VaultTransactionRequest,
  assets: bigint,
): Promise<WalletCall> {
  if (node.router === undefined) {
    return { type: 'deposit', to: vault.address, data: encodeStepCall.deposit(assets, wallet) };
  }
  const { address, kind, slippageBasisPoints } = node.router;
  const shares = await readNumber(node, vault.address, encodeReadCall.previewDeposit(assets));
  const minShares = subtractTolerance(shares, slippageBasisPoints);
  const callArguments = { vault: vault.address, amount: assets, receiver: wallet, minShares };
  return { type: 'deposit', to: address, data: encodeStepCall.depositToVault(kind, callArguments) };
}

/** Start of the code of a wallet that has a private key and delegates to a contract (EIP-7702). */
const DELEGATION_PREFIX = '0xef0100';

/**
 * Returns whether a wallet has a private key. A contract wallet without a private key cannot sign a permit that tokens
 * accept.
 */
async function hasPrivateKey(node: ChainSettings, wallet: Hex): Promise<boolean> {
  const code = await readContractCode(node, wallet);
  return code === '0x' || code.startsWith(DELEGATION_PREFIX);
}

/**
 * Returns the permit that the wallet can sign instead of an approval. Returns undefined if the chain has no router, the
 * token accepts no permits, or the wallet is a contract without a private key.
 */
async function buildPermit(
  node: ChainSettings,
  { vault, wallet, now }: VaultTransactionRequest,
  call: WalletCall,
  assets: bigint,
): Promise<UnsignedPermit | undefined> {
  if (node.router === undefined || vault.permit === undefined) return undefined;
  const tokenAddress = vault.asset.address;
  const permitNonce = decodeNumber(
    await readContract(node, { to: tokenAddress, data: encodePermit.nonces(wallet) }),
  );
  if (permitNonce === undefined || !(await hasPrivateKey(node, wallet))) return undefined;
  const deadlineSeconds = Math.floor((now.getTime() + VAULT_TRANSACTION_LIFETIME_MS) / 1_000);
  const permit = {
    token: tokenAddress,
    owner: wallet,
    spender: call.to,
    value: assets,
    nonce: permitNonce,
    deadline: BigInt(deadlineSeconds),
  };
  return {
    typedData: buildPermitTypedData(node.chainId, vault.permit, permit),
    storedPermit: {
      token: tokenAddress,
      spender: call.to,
      value: String(assets),
      nonce: String(permitNonce),
      deadline: deadlineSeconds,
      call: call.data,
    },
  };
}

async function requireBalance(
  node: ChainSettings,
  { vault, wallet, assetsFromWithdrawal = 0n }: VaultTransactionRequest,
  assets: bigint,
): Promise<void> {
  const { address, symbol, decimals } = vault.asset;
  const walletBalance =
    assetsFromWithdrawal + (await readNumber(node, address, encodeReadCall.balanceOf(wallet)));
  if (walletBalance >= assets) return;
  const availableAmount = fromBaseUnits(walletBalance, decimals);
  throw new ApiError('insufficient_balance', {
    message: `The wallet holds ${availableAmount} ${symbol}, which is less than the amount of the deposit. Deposit less, or add funds to the wallet.`,
    details: { available: availableAmount, asset: symbol },
  });
}

/**
 * Returns the steps of a deposit: an approval of exactly the deposit amount if one is needed, then the deposit call.
 * If possible, also returns a permit that can replace the approval.
 *
 * @throws ApiError below_minimum_deposit, insufficient_balance, unsafe_share_price, chain_unavailable
 */
export async function planDeposit(
  table: Table,
  node: ChainSettings,
  request: VaultTransactionRequest,
  assets: bigint,
): Promise<StepPlan> {
  const { vault, wallet, minimum } = request;
  requireMinimumDeposit(minimum, assets);
  await requireBalance(node, request, assets);
  const depositCall = await buildDepositCall(node, request, assets);
  await requireSafeDepositPrice(table, node, vault, assets);
  const allowance = { token: vault.asset.address, owner: wallet, spender: depositCall.to, value: assets };
  const approvalSteps = await planApprovalSteps(node, allowance);
  const permit =
    approvalSteps.length === 0 ? undefined : await buildPermit(node, request, depositCall, assets);
  return { shares: undefined, assets, steps: [...approvalSteps, depositCall], permit };
}
