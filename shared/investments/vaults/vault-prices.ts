import { decodeNumber, encodeRead } from '../../chain/erc4626.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { readBlock, readContract } from '../../chain/node.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import {
  basisPointsBetween,
  pricedShares,
  type VaultObservation,
} from '../../strategies/domain/vault-figures.ts';
import { readVaultFigures, type Vault } from '../../strategies/records.ts';

/** What a price is held against is at most so old. */
const COMPARABLE_MS = 60 * 60_000;
/** What a price may move meanwhile, and what a deposit may lose to rounding, in hundredths of a percent. */
const TOLERANCE_BASIS_POINTS = 50n;

/** What a vault is worth at the latest block; undefined where it does not say. */
export async function observeVault(
  node: ChainSettings,
  { address, share_decimals }: Pick<Vault, 'address' | 'share_decimals'>,
): Promise<VaultObservation | undefined> {
  const block = await readBlock(node, 'latest');
  if (block === undefined) return undefined;
  const shares = pricedShares(share_decimals);
  const [price, assets] = await Promise.all(
    [encodeRead.convertToAssets(shares), encodeRead.totalAssets()].map(async (data) =>
      decodeNumber(await readContract(node, { to: address, data }, block.number)),
    ),
  );
  if (price === undefined || assets === undefined) return undefined;
  return { atMs: block.timestamp * 1_000, price, assets };
}

function unsafe(reason: 'moved' | 'rounding' | 'empty_vault', message: string): ApiError {
  return new ApiError('unsafe_share_price', { message, details: { reason } });
}

/**
 * Refuses a deposit at a share price that has leapt within the hour, that rounds a part of the deposit away (as where
 * somebody inflates it before the first deposits), or of a vault that holds assets which belong to nobody.
 *
 * @throws ApiError unsafe_share_price, chain_unavailable; RpcError when the node does not answer
 */
export async function requireFairPrice(
  table: Table,
  node: ChainSettings,
  vault: Vault,
  { assets, nowMs }: { readonly assets: bigint; readonly nowMs: number },
): Promise<void> {
  const read = async (data: `0x${string}`) => {
    const value = decodeNumber(await readContract(node, { to: vault.address, data }));
    if (value === undefined) throw new ApiError('chain_unavailable');
    return value;
  };
  const [seen, known, supply, shares] = await Promise.all([
    observeVault(node, vault),
    readVaultFigures(table, vault.strategy_id),
    read(encodeRead.totalSupply()),
    read(encodeRead.previewDeposit(assets)),
  ]);
  if (seen === undefined) throw new ApiError('chain_unavailable');
  const last = known.at(-1);
  if (last !== undefined && nowMs - last.atMs <= COMPARABLE_MS) {
    if (basisPointsBetween(last.price, seen.price) > TOLERANCE_BASIS_POINTS) {
      throw unsafe('moved', "The vault's share price has moved by more than half a percent within the hour.");
    }
  }
  const dust = 10n ** BigInt(vault.asset.decimals) / 10_000n;
  if (supply === 0n && seen.assets > dust) {
    throw unsafe(
      'empty_vault',
      'The vault has no shares and holds assets: the first deposit could be stolen.',
    );
  }
  const worth = await read(encodeRead.convertToAssets(shares));
  if (worth < assets && basisPointsBetween(assets, worth) > TOLERANCE_BASIS_POINTS) {
    throw unsafe('rounding', 'The shares that the deposit would buy are worth less than it.');
  }
}
