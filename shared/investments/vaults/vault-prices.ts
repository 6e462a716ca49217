import { decodeNumber, encodeReadCall } from '../../chain/erc4626.ts';
import type { Hex } from '../../chain/multicall.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { type Block, NodeRequestBatch, nodeRequests, readBlock } from '../../chain/node.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import {
  basisPointsBetween,
  pricedSharesInBaseUnits,
  type VaultObservation,
} from '../../strategies/domain/vault-figures.ts';
import { readVaultFigures, type Vault } from '../../strategies/records.ts';
import { donationLossInBasisPoints } from '../domain/onchain/donation.ts';
import { readNumber } from './step-plan.ts';

/** If the last stored share price is older than this (in milliseconds), deposits are rejected. */
const COMPARISON_AGE_MAX_MS = 60 * 60_000;
/**
 * Upper limit, in basis points (0.01%), of two values: the change of the share price since the stored price,
 * and the rounding loss of a deposit.
 */
const DEVIATION_TOLERANCE_BASIS_POINTS = 50n;

type VaultShareToken = Pick<Vault, 'address' | 'share_decimals'>;

/**
 * Returns the vault's share price and assets at the latest block. Returns undefined if the vault does not
 * report them.
 */
export async function observeVault(
  node: ChainSettings,
  vault: VaultShareToken,
): Promise<VaultObservation | undefined> {
  const [observation] = await observeVaultsOfChain(node, [vault]);
  return observation;
}

/**
 * Reads share prices and assets of vaults of one chain at a block, in one batch. The element of a vault is
 * undefined if the vault could not be read.
 */
async function observeVaultsAtBlock(
  node: ChainSettings,
  vaults: readonly VaultShareToken[],
  block: Block,
): Promise<(VaultObservation | undefined)[]> {
  const batch = new NodeRequestBatch(node);
  const pendingReads = vaults.map(({ address, share_decimals }) => {
    const read = (data: Hex) =>
      batch.addOptional(nodeRequests.contract({ to: address, data }, { blockHash: block.hash }));
    return {
      price: read(encodeReadCall.convertToAssets(pricedSharesInBaseUnits(share_decimals))),
      assets: read(encodeReadCall.totalAssets()),
    };
  });
  await batch.send();
  return pendingReads.map((pendingRead) => {
    const [price, assets] = [pendingRead.price(), pendingRead.assets()].map(
      (returnData) => returnData && decodeNumber(returnData),
    );
    if (price === undefined || assets === undefined) return undefined;
    return { atMs: block.timestamp * 1_000, block: block.number, price, assets };
  });
}

/**
 * Reads share prices and assets of vaults of one chain at its latest block. The element of a vault is
 * undefined if the vault does not report them.
 *
 * @throws RpcError when the node does not answer
 */
export async function observeVaultsOfChain(
  node: ChainSettings,
  vaults: readonly VaultShareToken[],
): Promise<(VaultObservation | undefined)[]> {
  const block = await readBlock(node, 'latest');
  return block === undefined ? vaults.map(() => undefined) : observeVaultsAtBlock(node, vaults, block);
}

/**
 * Ages at which the share price is read for comparison: about a day, or else about an hour. The shorter age is needed
 * because few nodes still have the state of a day ago.
 */
const OLDER_PRICE_AGES_MS = [24 * 3_600_000, 65 * 60_000];
/** Number of blocks over which the average time between two blocks is measured. */
const BLOCK_TIME_SAMPLE_BLOCKS = 100;

/**
 * Returns the vault's share price at a block that is about a day old. If this price is unavailable, returns the price
 * at a block that is about an hour old. Undefined if both prices are unavailable.
 */
export async function observeEarlierBlock(
  node: ChainSettings,
  vault: VaultShareToken,
): Promise<VaultObservation | undefined> {
  const latestBlock = await readBlock(node, 'latest');
  const earlierBlock =
    latestBlock && (await readBlock(node, Math.max(0, latestBlock.number - BLOCK_TIME_SAMPLE_BLOCKS)));
  if (latestBlock === undefined || earlierBlock === undefined || earlierBlock.number === latestBlock.number)
    return undefined;
  const secondsPerBlock =
    (latestBlock.timestamp - earlierBlock.timestamp) / (latestBlock.number - earlierBlock.number);
  for (const ageMs of OLDER_PRICE_AGES_MS) {
    const blockNumber = latestBlock.number - Math.ceil(ageMs / 1_000 / Math.max(secondsPerBlock, 0.001));
    const observation = blockNumber < 0 ? undefined : await observePriceAtBlock(node, vault, blockNumber);
    if (observation !== undefined && observation.price > 0n) return observation;
  }
  return undefined;
}

/**
 * Returns the vault's share price at a block. Returns undefined if the node no longer has the state of the
 * block, or if the vault did not exist at the block.
 */
async function observePriceAtBlock(node: ChainSettings, vault: VaultShareToken, blockNumber: number) {
  const block = await readBlock(node, blockNumber);
  const [observation] = block === undefined ? [] : await observeVaultsAtBlock(node, [vault], block);
  return observation;
}

const TOLERANCE_TEXT = '0.5%';
const UNSAFE_PRICE_MESSAGES = {
  moved: `The share price of the vault changed by more than ${TOLERANCE_TEXT} within an hour. Retry in ten minutes.`,
  unobserved: "The service has not read the vault's share price in the last hour. Retry in ten minutes.",
  rounding: `The vault rounds shares down, so you would lose more than ${TOLERANCE_TEXT} of this amount. Increase the amount.`,
  fee: `The token or the vault takes more than ${TOLERANCE_TEXT} of each deposit as a fee. Choose another strategy.`,
  empty_vault:
    'The vault holds assets but has no shares, so an attacker could steal the first deposit. Choose another strategy.',
  unprotected: `The vault is so small that an attacker could change its share price. You could lose more than ${TOLERANCE_TEXT} of this amount. Increase the amount or choose another strategy.`,
} as const;

function unsafePriceError(reason: keyof typeof UNSAFE_PRICE_MESSAGES): ApiError {
  return new ApiError('unsafe_share_price', { message: UNSAFE_PRICE_MESSAGES[reason], details: { reason } });
}

/**
 * Rejects a deposit if it would increase the vault's assets by less than 99.5% of the deposited amount. One possible
 * cause is that the asset charges a transfer fee.
 *
 * @param assets base units of the asset
 * @param creditedAssets the increase of the vault's total assets in the simulation; undefined if unknown
 * @throws ApiError unsafe_share_price
 */
export function requireFullyCreditedDeposit(assets: bigint, creditedAssets: bigint | undefined): void {
  if (creditedAssets === undefined || creditedAssets >= assets) return;
  if (basisPointsBetween(assets, creditedAssets) > DEVIATION_TOLERANCE_BASIS_POINTS)
    throw unsafePriceError('fee');
}

/** Returns the vault's current share price, and the last stored share price if it is at most an hour old. */
async function readSharePrices(table: Table, node: ChainSettings, vault: Vault) {
  const [currentObservation, observations] = await Promise.all([
    observeVault(node, vault),
    // The read is consistent, because the vault may have been registered a moment ago.
    readVaultFigures(table, vault.strategy_id, { consistent: true }),
  ]);
  if (currentObservation === undefined) throw new ApiError('chain_unavailable');
  const lastObservation = observations.at(-1);
  // Compare the times of the prices' blocks, not the clock, so that the last price stays usable if the chain stops.
  const isLastObservationRecent =
    lastObservation !== undefined && currentObservation.atMs - lastObservation.atMs <= COMPARISON_AGE_MAX_MS;
  return { current: currentObservation, last: isLastObservationRecent ? lastObservation : undefined };
}

/**
 * Rejects an amount that could lose too much to a donation: assets that somebody sends to the vault without receiving
 * shares. A chain with a router needs no such check, because the router limits the share price.
 *
 * @param assets base units of the asset
 * @throws ApiError unsafe_share_price
 */
function requireDonationProtection(
  node: ChainSettings,
  { asset, share_decimals }: Vault,
  { supply, totalAssets, assets }: { supply: bigint; totalAssets: bigint; assets: bigint },
): void {
  if (node.router !== undefined || assets === 0n) return;
  const offset = share_decimals - asset.decimals;
  if (donationLossInBasisPoints({ supply, totalAssets, offset }, assets) > DEVIATION_TOLERANCE_BASIS_POINTS) {
    throw unsafePriceError('unprotected');
  }
}

/**
 * Rejects a deposit at an unsafe share price. The price is unsafe in these cases:
 *
 * - The service has no stored share price from the last hour, or the current price differs too much from it.
 * - The rounding loss is too large, because an attacker has raised the price before the first deposits.
 * - The vault has assets but no shares.
 * - The vault is so small that a donation could cost the depositor too much, and no router limits the price.
 *
 * @param assets base units of the asset
 * @throws ApiError unsafe_share_price, chain_unavailable; RpcError when the node does not answer
 */
export async function requireSafeDepositPrice(
  table: Table,
  node: ChainSettings,
  vault: Vault,
  assets: bigint,
): Promise<void> {
  const [{ current, last }, totalSupply, shares] = await Promise.all([
    readSharePrices(table, node, vault),
    readNumber(node, vault.address, encodeReadCall.totalSupply()),
    readNumber(node, vault.address, encodeReadCall.previewDeposit(assets)),
  ]);
  if (last === undefined) throw unsafePriceError('unobserved');
  if (basisPointsBetween(last.price, current.price) > DEVIATION_TOLERANCE_BASIS_POINTS)
    throw unsafePriceError('moved');
  const dust = 10n ** BigInt(vault.asset.decimals) / 10_000n;
  if (totalSupply === 0n && current.assets > dust) throw unsafePriceError('empty_vault');
  const sharesValue = await readNumber(node, vault.address, encodeReadCall.convertToAssets(shares));
  if (sharesValue < assets && basisPointsBetween(assets, sharesValue) > DEVIATION_TOLERANCE_BASIS_POINTS)
    throw unsafePriceError('rounding');
  requireDonationProtection(node, vault, { supply: totalSupply, totalAssets: current.assets, assets });
}

/**
 * Rejects a withdrawal if the share price has fallen too much within the last hour. Without a router, also rejects the
 * withdrawal if a donation (assets sent to the vault) could reduce its value too much.
 * Without a stored price from the last hour, the fall is not checked, because users must get their money back even if
 * the service's jobs do not run.
 *
 * @param assets base units of the asset; undefined for a withdrawal of all shares, which a donation cannot reduce
 * @throws ApiError unsafe_share_price, chain_unavailable; RpcError when the node does not answer
 */
export async function requireSafeWithdrawalPrice(
  table: Table,
  node: ChainSettings,
  vault: Vault,
  assets: bigint | undefined,
): Promise<void> {
  const { current, last } = await readSharePrices(table, node, vault);
  const hasPriceFallen = last !== undefined && current.price < last.price;
  if (hasPriceFallen && basisPointsBetween(last.price, current.price) > DEVIATION_TOLERANCE_BASIS_POINTS)
    throw unsafePriceError('moved');
  if (assets === undefined) return;
  const totalSupply = await readNumber(node, vault.address, encodeReadCall.totalSupply());
  requireDonationProtection(node, vault, { supply: totalSupply, totalAssets: current.assets, assets });
}
