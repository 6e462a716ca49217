import { decodeNumber, encodeReadCall, encodeTransfer } from '../../chain/erc4626.ts';
import { undefinedIfRejected } from '../../chain/json-rpc.ts';
import type { Hex } from '../../chain/multicall.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { readContract, simulateCalls } from '../../chain/node.ts';
import type { Vault } from '../../strategies/records.ts';

/** The error for an operator's request about a vault. The message is shown to the operator. */
export class VaultError extends Error {}

/**
 * Maximum difference between an amount and the value of the shares that `previewDeposit` returns for it, in basis
 * points (0.01%). A larger difference is an entry fee.
 */
const PREVIEW_TOLERANCE_BASIS_POINTS = 1n;
/** In a vault without shares, assets below 1/10,000 of one unit are a remainder of rounding. */
const DUST_DIVISOR = 10_000n;
/**
 * ERC-7540 interface ids for asynchronous deposits and redemptions. A vault with one of these interfaces does
 * not pay in the same transaction.
 */
const ASYNCHRONOUS_INTERFACE_IDS: readonly Hex[] = ['0xce3bbe50', '0x620ee8e4'];
/** The receiver of simulated transfers. Nobody knows its private key. */
const TEST_TRANSFER_RECEIVER: Hex = '0x00000000000000000000000000000000f33f33f3';
const WAD = 10n ** 18n;

/**
 * Returns the number that a contract's function returns. Returns undefined if the contract reverts or has no
 * such function.
 */
async function readOptionalNumber(node: ChainSettings, to: Hex, data: Hex): Promise<bigint | undefined> {
  const answer = await undefinedIfRejected(readContract(node, { to, data }));
  return answer && decodeNumber(answer);
}

/**
 * Returns the number that a contract's function returns.
 *
 * @throws VaultError when the number cannot be read
 */
export async function readRequiredNumber(
  node: ChainSettings,
  to: Hex,
  data: Hex,
  callName: string,
): Promise<bigint> {
  const value = await readOptionalNumber(node, to, data);
  if (value === undefined)
    throw new VaultError(`The result of ${callName} of the contract ${to} on ${node.chain} cannot be read.`);
  return value;
}

/**
 * Rejects a vault that does not pay a withdrawal in the same transaction.
 *
 * @throws VaultError
 */
async function requireImmediatePayment(node: ChainSettings, vaultAddress: Hex): Promise<void> {
  for (const id of ASYNCHRONOUS_INTERFACE_IDS) {
    if ((await readOptionalNumber(node, vaultAddress, encodeReadCall.supportsInterface(id))) === 1n)
      throw new VaultError('Vaults with asynchronous withdrawals (ERC-7540) are not supported.');
  }
  const cooldownSeconds = await readOptionalNumber(node, vaultAddress, encodeReadCall.cooldownDuration());
  if (cooldownSeconds !== undefined && cooldownSeconds > 0n)
    throw new VaultError(
      `Vaults with a withdrawal cooldown are not supported. This cooldown is ${cooldownSeconds} seconds.`,
    );
}

/** Maximum rounding difference that is accepted in a transfer of a rebasing token, in base units. */
const REBASING_TOLERANCE_BASE_UNITS = 2n;

/**
 * Simulates a transfer of the vault's own balance, and rejects a token that charges a fee on transfers. For a token
 * that the operator declared as rebasing, a difference of one or two base units is allowed.
 *
 * @throws VaultError
 */
async function requireFeeFreeTransfers(
  node: ChainSettings,
  vaultAddress: Hex,
  asset: Hex,
  isRebasing: boolean,
): Promise<void> {
  const vaultBalance = await readRequiredNumber(
    node,
    asset,
    encodeReadCall.balanceOf(vaultAddress),
    'balanceOf()',
  );
  if (vaultBalance === 0n) return;
  const balanceBefore = await readRequiredNumber(
    node,
    asset,
    encodeReadCall.balanceOf(TEST_TRANSFER_RECEIVER),
    'balanceOf()',
  );
  const callResults = await simulateCalls(node, [
    { from: vaultAddress, to: asset, data: encodeTransfer(TEST_TRANSFER_RECEIVER, vaultBalance) },
    { from: vaultAddress, to: asset, data: encodeReadCall.balanceOf(TEST_TRANSFER_RECEIVER) },
  ]);
  const balanceAfter = callResults?.[1] === undefined ? undefined : decodeNumber(callResults[1].returnData);
  if (balanceAfter === undefined || balanceAfter - balanceBefore === vaultBalance) return;
  const lost = vaultBalance - (balanceAfter - balanceBefore);
  if (lost > REBASING_TOLERANCE_BASE_UNITS || lost < -REBASING_TOLERANCE_BASE_UNITS)
    throw new VaultError('The asset charges a fee on each transfer. Such assets are not supported.');
  if (!isRebasing)
    throw new VaultError(
      `In a simulated transfer, the received amount of the asset differs from the sent amount by ${lost} base units. If the asset rebases, add --rebasing.`,
    );
}

/** Returns how much lower `to` is than `from`, in basis points (0.01%) of `from`. 0 if `to` is not lower. */
function computeLossBps(from: bigint, to: bigint): bigint {
  return from <= to ? 0n : ((from - to) * 10_000n) / from;
}

/**
 * Rejects a vault that charges an entry fee, and a vault that has assets but no shares. Returns the vault's
 * fees in percent.
 *
 * @throws VaultError
 */
async function readSafeVaultFees(node: ChainSettings, address: Hex, unit: bigint): Promise<Vault['fees']> {
  const totalSupply = await readRequiredNumber(node, address, encodeReadCall.totalSupply(), 'totalSupply()');
  const assets = await readRequiredNumber(node, address, encodeReadCall.totalAssets(), 'totalAssets()');
  // A very small amount is allowed, because rounding may leave it in the vault after all depositors have withdrawn.
  if (totalSupply === 0n && assets * DUST_DIVISOR > unit) {
    throw new VaultError('The vault holds assets but has no shares, so a first deposit could be stolen.');
  }
  const shares = await readRequiredNumber(
    node,
    address,
    encodeReadCall.previewDeposit(unit),
    'previewDeposit()',
  );
  if (shares === 0n)
    throw new VaultError(
      'One unit of the asset is too little to buy a share. Such vaults are not supported.',
    );
  const depositedUnitValue = await readRequiredNumber(
    node,
    address,
    encodeReadCall.convertToAssets(shares),
    'convertToAssets()',
  );
  const valueDifference = depositedUnitValue > unit ? depositedUnitValue - unit : unit - depositedUnitValue;
  if (valueDifference * 10_000n > unit * PREVIEW_TOLERANCE_BASIS_POINTS) {
    throw new VaultError('The vault charges an entry fee. Such vaults are not supported.');
  }
  const redeemedAssets = await readRequiredNumber(
    node,
    address,
    encodeReadCall.previewRedeem(shares),
    'previewRedeem()',
  );
  const fee = await readOptionalNumber(node, address, encodeReadCall.fee());
  return {
    entry_percent: 0,
    exit_percent: Number(computeLossBps(depositedUnitValue, redeemedAssets)) / 100,
    performance_percent: fee === undefined || fee > WAD ? null : Number((fee * 10_000n) / WAD) / 100,
  };
}

/**
 * Checks a vault that an operator registers, and returns its fees.
 *
 * @throws VaultError when a deposit would lose money, or a withdrawal would not be paid at once; RpcError
 * when the node does not answer
 */
export async function checkVaultAndReadFees(
  node: ChainSettings,
  vaultAddress: Hex,
  asset: { readonly address: Hex; readonly decimals: number },
  isRebasing: boolean,
): Promise<Vault['fees']> {
  await requireImmediatePayment(node, vaultAddress);
  await requireFeeFreeTransfers(node, vaultAddress, asset.address, isRebasing);
  return readSafeVaultFees(node, vaultAddress, 10n ** BigInt(asset.decimals));
}
