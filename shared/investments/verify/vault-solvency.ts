import { fromBaseUnits } from '../../platform/domain/units.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { pricedSharesInBaseUnits } from '../../strategies/domain/vault-figures.ts';
import { readVaultFigures, readVaults, type Vault } from '../../strategies/records.ts';
import { isInsolvent } from '../domain/onchain/vault-comparison.ts';
import { readVaultComparisons } from '../store/onchain/vault-comparisons.ts';
import type { ComparedVault } from './compare-vaults.ts';

/** The shares in a strategy's vault: in the journals of all followed wallets, and on the chain. */
export interface VaultSolvency {
  readonly strategy_id: string;
  readonly asset: string;
  /**
   * `wallets`: number of wallets whose vault events are recorded. `unknown_wallets`: how many of them could not be
   * compared with the chain.
   */
  readonly wallets: number;
  readonly unknown_wallets: number;
  /**
   * `owed_shares`: shares that the journals record. `owed` and `owed_usd`: their value at the last observed share
   * price, in units of the asset and in USD. Null if unknown.
   */
  readonly owed_shares: string | null;
  readonly owed: string | null;
  readonly owed_usd: number | null;
  readonly held_shares: string | null;
  /**
   * `lacking_shares`: shares that the journals record but the wallets do not hold on the chain. Excess shares of other
   * wallets are not subtracted. `lacking` and `lacking_usd`: value of `lacking_shares` in units of the asset and in
   * USD. Null if unknown.
   */
  readonly lacking_shares: string | null;
  readonly lacking: string | null;
  readonly lacking_usd: number | null;
  readonly lacking_wallets: number;
  /** Block number and time of the comparison. */
  readonly block_number: number | null;
  readonly compared_at: string | null;
  /** Whether the journals record more shares than the wallets have on the chain; null if unknown. */
  readonly exceeds: boolean | null;
}

/** The stored result of comparing a vault's shares in the journals and on the chain. Amounts are in shares. */
interface StoredComparisonResult {
  readonly at_ms: number;
  readonly block: number;
  readonly owed: bigint;
  readonly held: bigint;
  readonly lacking: bigint;
  readonly lacking_wallets: number;
  readonly unknown_wallets: number;
}

/** Returns the result of a comparison in the form in which it is stored. Returns undefined if the comparison failed. */
export function toStoredComparisonResult(
  { outcome }: ComparedVault,
  nowMs: number,
): StoredComparisonResult | undefined {
  if ('obstacle' in outcome) return undefined;
  const { recordedShares, sharesOnChain, lacking, lackingWallets, unknownWallets } = outcome.comparison;
  return {
    owed: recordedShares,
    held: sharesOnChain,
    lacking,
    at_ms: nowMs,
    block: outcome.block.number,
    lacking_wallets: lackingWallets.length,
    unknown_wallets: unknownWallets,
  };
}

/** Returns the solvency of a vault's strategy. Without a stored comparison, the amounts are null. */
export function vaultSolvencyOf(
  vault: Vault,
  walletCount: number,
  storedComparisonResult: StoredComparisonResult | undefined,
  {
    sharePrice,
    priceUsd,
  }: { readonly sharePrice: bigint | undefined; readonly priceUsd: number | undefined },
): VaultSolvency {
  const { asset, share_decimals: shareDecimals } = vault;
  const toShareUnits = (shares: bigint | undefined) =>
    shares === undefined ? null : fromBaseUnits(shares, shareDecimals);
  const toAssetAmount = (shares: bigint | undefined) =>
    shares === undefined || sharePrice === undefined
      ? null
      : fromBaseUnits((shares * sharePrice) / pricedSharesInBaseUnits(shareDecimals), asset.decimals);
  const usd = (amount: string | null) =>
    amount === null || priceUsd === undefined ? null : Number(amount) * priceUsd;
  const [owed, shortfall] = [
    toAssetAmount(storedComparisonResult?.owed),
    toAssetAmount(storedComparisonResult?.lacking),
  ];
  const isVaultInsolvent =
    storedComparisonResult &&
    isInsolvent(
      { lacking: storedComparisonResult.lacking, unknownWallets: storedComparisonResult.unknown_wallets },
      vault.rebasing,
    );
  return {
    strategy_id: vault.strategy_id,
    asset: asset.symbol,
    wallets: walletCount,
    unknown_wallets: storedComparisonResult?.unknown_wallets ?? walletCount,
    owed_shares: toShareUnits(storedComparisonResult?.owed),
    owed,
    owed_usd: usd(owed),
    held_shares: toShareUnits(storedComparisonResult?.held),
    lacking_shares: toShareUnits(storedComparisonResult?.lacking),
    lacking: shortfall,
    lacking_usd: usd(shortfall),
    lacking_wallets: storedComparisonResult?.lacking_wallets ?? 0,
    block_number: storedComparisonResult?.block ?? null,
    compared_at:
      storedComparisonResult === undefined ? null : new Date(storedComparisonResult.at_ms).toISOString(),
    exceeds: isVaultInsolvent ?? null,
  };
}

/** Returns the last observed share price of a vault, and the price of its asset in USD. */
export async function readSharePrices(
  table: Table,
  { strategy_id, asset }: Vault,
  priceOf: (asset: string) => number | undefined,
) {
  const sharePrice = (await readVaultFigures(table, strategy_id)).at(-1)?.price;
  return { sharePrice, priceUsd: priceOf(asset.symbol) };
}

/**
 * Maximum age in milliseconds of a stored comparison between ledger and chain. A job makes a new comparison every hour.
 */
const COMPARISON_AGE_MAX_MS = 3 * 60 * 60_000;

/**
 * Returns the solvency of every strategy with followed wallets in its vault. Uses stored comparisons and
 * reads no chain.
 */
export async function readStoredVaultSolvency(
  table: Table,
  priceOf: (asset: string) => number | undefined,
  nowMs: number,
): Promise<VaultSolvency[]> {
  const [vaults, storedComparisons] = await Promise.all([readVaults(table), readVaultComparisons(table)]);
  const storedSolvencies = await Promise.all(
    vaults.map(async (vault) => {
      const storedComparison = storedComparisons.get(vault.strategy_id);
      if (storedComparison?.vault !== vault.address) return [];
      const { found, wallets } = storedComparison;
      const recentComparison =
        found !== undefined && nowMs - found.at_ms <= COMPARISON_AGE_MAX_MS ? found : undefined;
      return vaultSolvencyOf(vault, wallets, recentComparison, await readSharePrices(table, vault, priceOf));
    }),
  );
  return storedSolvencies.flat();
}
