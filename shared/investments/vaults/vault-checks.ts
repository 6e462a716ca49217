import { decodeNumber, encodeRead, encodeTransfer } from '../../chain/erc4626.ts';
import { unlessRefused } from '../../chain/json-rpc.ts';
import type { Hex } from '../../chain/multicall.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { readContract, simulate } from '../../chain/node.ts';
import type { Vault } from '../../strategies/records.ts';

/** An operator's wish that cannot be carried out; the message is for them. */
export class VaultError extends Error {}

/** A preview may differ from the plain conversion by no more than this: a larger difference is a fee. */
const PREVIEW_TOLERANCE_BASIS_POINTS = 1n;
/** Assets without shares count as dust up to one part in so many of a unit. */
const DUST_PARTS = 10_000n;
/** Interfaces of ERC-7540, whose vaults pay on request only: of deposits, and of redemptions. */
const ASYNCHRONOUS: readonly Hex[] = ['0xce3bbe50', '0x620ee8e4'];
/** The receiver of simulated transfers. Its private key is unknown. */
const PROBE: Hex = '0x00000000000000000000000000000000f33f33f3';
const WAD = 10n ** 18n;

/** What a read returns; undefined where the contract refuses it or has no such function. */
async function maybeNumber(node: ChainSettings, to: Hex, data: Hex): Promise<bigint | undefined> {
  const answer = await unlessRefused(readContract(node, { to, data }));
  return answer && decodeNumber(answer);
}

/** @throws VaultError when it cannot be read */
export async function numberAt(node: ChainSettings, to: Hex, data: Hex, what: string): Promise<bigint> {
  const value = await maybeNumber(node, to, data);
  if (value === undefined) throw new VaultError(`${what} of ${to} on ${node.chain} cannot be read.`);
  return value;
}

/** Vaults that do not pay in the transaction that asks them to. */
async function requireImmediate(node: ChainSettings, vault: Hex): Promise<void> {
  for (const id of ASYNCHRONOUS) {
    if ((await maybeNumber(node, vault, encodeRead.supportsInterface(id))) === 1n)
      throw new VaultError('Vaults with asynchronous withdrawals (ERC-7540) are not supported.');
  }
  const cooldown = await maybeNumber(node, vault, encodeRead.cooldownDuration());
  if (cooldown !== undefined && cooldown > 0n)
    throw new VaultError(
      `Vaults with a withdrawal cooldown are not supported. This cooldown is ${cooldown} seconds.`,
    );
}

/** What a transfer of a token whose balances move by themselves may lose to rounding, in its smallest unit. */
const REBASING_TOLERANCE = 2n;

/**
 * A token that keeps a part of what is sent: seen in a simulated transfer of what the vault itself holds. One whose
 * balances are parts of a whole that moves loses a unit or two to rounding, and has to be declared.
 */
async function requirePlainTransfers(
  node: ChainSettings,
  vault: Hex,
  asset: Hex,
  rebasing: boolean,
): Promise<void> {
  const held = await numberAt(node, asset, encodeRead.balanceOf(vault), 'balanceOf()');
  if (held === 0n) return;
  const before = await numberAt(node, asset, encodeRead.balanceOf(PROBE), 'balanceOf()');
  const results = await simulate(node, [
    { from: vault, to: asset, data: encodeTransfer(PROBE, held) },
    { from: vault, to: asset, data: encodeRead.balanceOf(PROBE) },
  ]);
  const after = results?.[1] === undefined ? undefined : decodeNumber(results[1].returnData);
  if (after === undefined || after - before === held) return;
  const lost = held - (after - before);
  if (lost > REBASING_TOLERANCE || lost < -REBASING_TOLERANCE)
    throw new VaultError('The asset charges a fee on each transfer. Such assets are not supported.');
  if (!rebasing)
    throw new VaultError(
      `A transfer of the asset differs by ${lost} base units. Add --rebasing if it is a rebasing asset.`,
    );
}

/** The loss from `from` to `to`, in hundredths of a percent. */
function lossBasisPoints(from: bigint, to: bigint): bigint {
  return from <= to ? 0n : ((from - to) * 10_000n) / from;
}

/** What an empty vault or a fee would cost a depositor, and the vault's fees where it publishes them. */
async function requireSound(node: ChainSettings, address: Hex, unit: bigint): Promise<Vault['fees']> {
  const supply = await numberAt(node, address, encodeRead.totalSupply(), 'totalSupply()');
  const assets = await numberAt(node, address, encodeRead.totalAssets(), 'totalAssets()');
  // Rounding leaves dust in a vault that everybody has left.
  if (supply === 0n && assets * DUST_PARTS > unit) {
    throw new VaultError('The vault holds assets but has no shares, so a first deposit could be stolen.');
  }
  const shares = await numberAt(node, address, encodeRead.previewDeposit(unit), 'previewDeposit()');
  if (shares === 0n) throw new VaultError('One unit of the asset buys no share.');
  const worth = await numberAt(node, address, encodeRead.convertToAssets(shares), 'convertToAssets()');
  const difference = worth > unit ? worth - unit : unit - worth;
  if (difference * 10_000n > unit * PREVIEW_TOLERANCE_BASIS_POINTS) {
    throw new VaultError('The vault charges an entry fee. Such vaults are not supported.');
  }
  const paid = await numberAt(node, address, encodeRead.previewRedeem(shares), 'previewRedeem()');
  const fee = await maybeNumber(node, address, encodeRead.fee());
  return {
    entry_percent: 0,
    exit_percent: Number(lossBasisPoints(worth, paid)) / 100,
    performance_percent: fee === undefined || fee > WAD ? null : Number((fee * 10_000n) / WAD) / 100,
  };
}

/**
 * Checks a vault that an operator registers.
 *
 * @throws VaultError when a deposit into it would lose money or could not be paid at once; RpcError when the chain does
 * not answer
 */
export async function checkVault(
  node: ChainSettings,
  vault: Hex,
  asset: { readonly address: Hex; readonly decimals: number },
  rebasing: boolean,
): Promise<Vault['fees']> {
  await requireImmediate(node, vault);
  await requirePlainTransfers(node, vault, asset.address, rebasing);
  return requireSound(node, vault, 10n ** BigInt(asset.decimals));
}
