import { isNativeAddress } from '../../chain/domain/chain-ids.ts';
import { decodeAddress, encodeReadCall } from '../../chain/erc4626.ts';
import { undefinedIfRejected } from '../../chain/json-rpc.ts';
import type { Hex } from '../../chain/multicall.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { readContract, readContractCode } from '../../chain/node.ts';
import { findPermitDomain } from '../../chain/permit-domain.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { encodeCatalogWithVault } from '../../strategies/domain/catalog/encode-changes.ts';
import { strategyIdOf } from '../../strategies/domain/strategy-id.ts';
import { addObservation } from '../../strategies/domain/vault-figures.ts';
import {
  getStrategy,
  putVault,
  readVault,
  readVaults,
  recordVaultFigures,
  type Vault,
} from '../../strategies/records.ts';
import { republishCatalog } from '../republish-catalog.ts';
import { readFollowedWallets } from '../store/onchain/followed-wallets.ts';
import { checkVaultAndReadFees, readRequiredNumber, VaultError } from './vault-checks.ts';
import { observeEarlierBlock, observeVault } from './vault-prices.ts';

export { VaultError } from './vault-checks.ts';

function requireChainSettings(chains: readonly ChainSettings[], name: string): ChainSettings {
  const node = chains.find(({ chain }) => chain === name);
  if (node === undefined) throw new VaultError(`The chain ${name} is not configured in CHAIN_SETTINGS.`);
  return node;
}

function requireAddress(address: string): Hex {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address))
    throw new VaultError('The address must be 0x followed by 40 hexadecimal digits.');
  return `0x${address.slice(2).toLowerCase()}`;
}

/** Data that an operator provides about a vault. */
interface VaultRequest {
  readonly address: string;
  /** Whether balances of the vault's asset or shares change without transfers. */
  readonly rebasing: boolean;
}

/**
 * Returns the address that a contract names as its ERC-4626 asset. Returns undefined if the contract reverts
 * or returns no address.
 */
async function readAssetAddress(node: ChainSettings, address: Hex): Promise<Hex | undefined> {
  const answer = await undefinedIfRejected(readContract(node, { to: address, data: encodeReadCall.asset() }));
  return answer && decodeAddress(answer);
}

/**
 * Reads a vault's data from its chain and checks the vault.
 *
 * @throws VaultError
 */
async function describeVault(
  node: ChainSettings,
  { address: text, rebasing }: VaultRequest,
  symbolOf: (asset: Hex) => string | undefined,
) {
  const address = requireAddress(text);
  if ((await readContractCode(node, address)) === '0x')
    throw new VaultError(`No contract exists at ${address}.`);
  const asset = await readAssetAddress(node, address);
  if (asset === undefined)
    throw new VaultError(`${address} is not an ERC-4626 vault: asset() returns no address.`);
  if (isNativeAddress(asset))
    throw new VaultError(
      `The vault's asset is the native coin ${node.nativeAsset}. Register a vault of the wrapped token.`,
    );
  const decimals = Number(await readRequiredNumber(node, asset, encodeReadCall.decimals(), 'decimals()'));
  const share_decimals = Number(
    await readRequiredNumber(node, address, encodeReadCall.decimals(), 'decimals()'),
  );
  const fees = await checkVaultAndReadFees(node, address, { address: asset, decimals }, rebasing);
  const symbol = node.tokens.find((token) => token.address.toLowerCase() === asset)?.asset ?? symbolOf(asset);
  if (symbol === undefined)
    throw new VaultError(`The vault's asset ${asset} is not one of the chain's configured tokens.`);
  return {
    chain: node.chain,
    address,
    asset: { address: asset, symbol, decimals },
    share_decimals,
    closed: false,
    fees,
    rebasing,
    permit: await findPermitDomain(node, asset),
  };
}

/**
 * Stores a vault with its current share price. A closed vault becomes open again.
 * Rejects another vault for the strategy while wallets may have shares of the first one, because they could no longer
 * withdraw.
 */
async function registerVault(table: Table, node: ChainSettings, vault: Vault): Promise<Vault> {
  const existingVault = await readVault(table, vault.strategy_id);
  if (existingVault !== undefined && existingVault.address !== vault.address) {
    const followedWallets = await readFollowedWallets(table, existingVault.chain);
    if (followedWallets.some((vaultPosition) => vaultPosition.vault === existingVault.address)) {
      throw new VaultError(
        `The strategy already has the vault ${existingVault.address}, and wallets may hold its shares. Use that vault.`,
      );
    }
  }
  const observation = await observeVault(node, vault);
  const earlierObservation = vault.listing && (await observeEarlierBlock(node, vault));
  await putVault(table, vault);
  if (observation !== undefined) {
    const earlierObservations = earlierObservation === undefined ? [] : [earlierObservation];
    await recordVaultFigures(table, vault.strategy_id, addObservation(earlierObservations, observation));
  }
  await republishCatalog(table, (bytes) => encodeCatalogWithVault(bytes, vault.strategy_id, 'open'));
  return vault;
}

/**
 * Registers an ERC-4626 vault for a strategy of the catalog, after a check on its chain.
 *
 * @throws VaultError with the reason; RpcError when the node does not answer
 */
export async function addVault(
  table: Table,
  chains: readonly ChainSettings[],
  { strategyId, now, ...vaultRequest }: VaultRequest & { strategyId: string; now: Date },
): Promise<Vault> {
  const strategy = await getStrategy(table, strategyId, { consistent: true });
  if (strategy === undefined) throw new VaultError(`No strategy ${strategyId} exists.`);
  const node = requireChainSettings(chains, strategy.chain);
  const { token_addresses: tokens, underlying_assets: symbols } = strategy;
  const vaultDescription = await describeVault(node, vaultRequest, (asset) => {
    if (symbols.length === 1) return symbols[0];
    const tokenIndex = tokens.findIndex((tokenAddress) => tokenAddress.toLowerCase() === asset);
    return tokens.length === symbols.length ? symbols[tokenIndex] : undefined;
  });
  return registerVault(table, node, {
    strategy_id: strategyId,
    ...vaultDescription,
    added_at: now.toISOString(),
  });
}

/**
 * Returns the strategy id, pool and protocol of a vault that is missing in the market data of the source `sourceName`.
 */
export function buildVaultListing(sourceName: string, chain: string, address: string, protocol: string) {
  const pool = `vault:${chain}:${address.toLowerCase()}`;
  return { strategyId: strategyIdOf(sourceName, pool), listing: { pool, protocol } };
}

/**
 * Registers a vault that no source lists. The next ingestion adds the vault as a strategy. It computes the APY from the
 * share price, and the TVL from the vault's assets.
 *
 * @param source name of the source that the ingestion reads; it is part of the strategy id
 * @throws VaultError with the reason; RpcError when the node does not answer
 */
export async function publishVault(
  table: Table,
  chains: readonly ChainSettings[],
  request: VaultRequest & { source: string; chain: string; protocol: string; now: Date },
): Promise<Vault> {
  const { source, chain, address, protocol, now } = request;
  const node = requireChainSettings(chains, chain);
  const vaultDescription = await describeVault(node, request, () => undefined);
  const { strategyId, listing } = buildVaultListing(source, chain, address, protocol);
  return registerVault(table, node, {
    strategy_id: strategyId,
    ...vaultDescription,
    added_at: now.toISOString(),
    listing,
  });
}

/**
 * Closes a vault, so that its strategy accepts no more deposits. Withdrawals are still possible, and events
 * are still recorded. A second registration opens the vault again.
 *
 * @throws VaultError when the strategy has no vault
 */
export async function closeVault(table: Table, strategyId: string): Promise<Vault> {
  const vault = await readVault(table, strategyId);
  if (vault === undefined) throw new VaultError(`The strategy ${strategyId} has no vault.`);
  const closedVault = { ...vault, closed: true };
  await putVault(table, closedVault);
  await republishCatalog(table, (bytes) => encodeCatalogWithVault(bytes, strategyId, 'closed'));
  return closedVault;
}

export const listVaults = readVaults;
