import { decodeAddress, decodeNumber, encodeRead } from '../chain/erc4626.ts';
import { RpcError } from '../chain/json-rpc.ts';
import type { Hex } from '../chain/multicall.ts';
import type { ChainSettings } from '../chain/networks.ts';
import { readCode, readContract } from '../chain/node.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import {
  deleteVault,
  getStrategy,
  putVault,
  readVault,
  readVaults,
  type Vault,
} from '../strategies/records.ts';

/** An operator's wish that cannot be carried out; the message is for them. */
export class VaultError extends Error {}

/** A preview may differ from the plain conversion by no more than this: a larger difference is a fee. */
const PREVIEW_TOLERANCE_BASIS_POINTS = 1n;

/** Assets without shares count as dust up to one part in so many of a unit. */
const DUST_PARTS = 10_000n;

async function numberAt(node: ChainSettings, to: Hex, data: Hex, what: string): Promise<bigint> {
  const refused = () => new VaultError(`${what} of ${to} on ${node.chain} cannot be read.`);
  const result = await readContract(node, { to, data }).catch((error: unknown) => {
    if (error instanceof RpcError && error.failure === 'bad_answer') throw refused();
    throw error;
  });
  const value = decodeNumber(result);
  if (value === undefined) throw refused();
  return value;
}

/** Fee on entry, an empty vault, a share that is worth nothing: what would cost a depositor money. */
async function requireSound(node: ChainSettings, address: Hex, unit: bigint): Promise<void> {
  const supply = await numberAt(node, address, encodeRead.totalSupply(), 'totalSupply()');
  const assets = await numberAt(node, address, encodeRead.totalAssets(), 'totalAssets()');
  // Rounding leaves dust in a vault that everybody has left.
  if (supply === 0n && assets * DUST_PARTS > unit) {
    throw new VaultError(
      'The vault has no shares and holds assets: the first deposit into it could be stolen.',
    );
  }
  const shares = await numberAt(node, address, encodeRead.previewDeposit(unit), 'previewDeposit()');
  if (shares === 0n) throw new VaultError('One unit of the asset would buy no share.');
  const worth = await numberAt(node, address, encodeRead.convertToAssets(shares), 'convertToAssets()');
  const difference = worth > unit ? worth - unit : unit - worth;
  if (difference * 10_000n > unit * PREVIEW_TOLERANCE_BASIS_POINTS) {
    throw new VaultError(
      'What a deposit would buy is not worth the deposit: the vault takes a fee on entry.',
    );
  }
}

/**
 * Registers an ERC-4626 vault for a strategy of the catalog, after having checked on its chain that it is one.
 *
 * @throws VaultError saying what is wrong; RpcError when the chain does not answer
 */
export async function addVault(
  table: Table,
  chains: readonly ChainSettings[],
  { strategyId, address, now }: { strategyId: string; address: string; now: Date },
): Promise<Vault> {
  const strategy = await getStrategy(table, strategyId, { consistent: true });
  if (strategy === undefined) throw new VaultError(`There is no strategy ${strategyId}.`);
  const node = chains.find(({ chain }) => chain === strategy.chain);
  if (node === undefined) throw new VaultError(`The chain ${strategy.chain} is not among CHAIN_SETTINGS.`);
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new VaultError('The address must be 0x and 40 digits.');
  const vault: Hex = `0x${address.slice(2).toLowerCase()}`;
  if ((await readCode(node, vault)) === '0x') throw new VaultError(`There is no contract at ${vault}.`);
  const asset = decodeAddress(await readContract(node, { to: vault, data: encodeRead.asset() }));
  if (asset === undefined) throw new VaultError(`${vault} is no ERC-4626 vault: it names no asset.`);
  const decimals = Number(await numberAt(node, asset, encodeRead.decimals(), 'decimals()'));
  const shareDecimals = Number(await numberAt(node, vault, encodeRead.decimals(), 'decimals()'));
  await requireSound(node, vault, 10n ** BigInt(decimals));
  const known = node.tokens.find((token) => token.address.toLowerCase() === asset);
  const value: Vault = {
    strategy_id: strategyId,
    chain: strategy.chain,
    address: vault,
    asset: {
      address: asset,
      symbol: known?.asset ?? strategy.underlying_assets[0] ?? strategy.asset,
      decimals,
    },
    share_decimals: shareDecimals,
    added_at: now.toISOString(),
  };
  await putVault(table, value);
  return value;
}

/**
 * Takes a vault out of the registry: no new deposits; what is under way and what is held there stays known.
 *
 * @throws VaultError when the strategy has none
 */
export async function removeVault(table: Table, strategyId: string): Promise<Vault> {
  const vault = await readVault(table, strategyId);
  if (vault === undefined) throw new VaultError(`The strategy ${strategyId} has no vault.`);
  await deleteVault(table, strategyId);
  return vault;
}

/** All registered vaults. */
export const listVaults = readVaults;
