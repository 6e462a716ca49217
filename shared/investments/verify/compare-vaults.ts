import { RpcError } from '../../chain/json-rpc.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { type Block, readBlock } from '../../chain/node.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Vault } from '../../strategies/records.ts';
import {
  compareVaultTotals,
  hasDifference,
  type VaultComparison,
} from '../domain/onchain/vault-comparison.ts';
import { readCheckpoint } from '../store/onchain/chain-logs.ts';
import { type FollowedWallet, readFollowedWallets } from '../store/onchain/followed-wallets.ts';
import { type ChainComparison, compareWithChain, walletInVaultKey } from './chain-comparison.ts';
import { repeatUntilUnchanged } from './repeat-until-unchanged.ts';

type ComparisonObstacle =
  | 'chain_not_configured'
  | 'chain_unavailable'
  | 'chain_not_watched'
  | 'another_chain'
  | 'moving';

/** The comparison of a vault's wallets with the chain, or the reason why they could not be compared. */
export interface ComparedVault {
  readonly vault: Vault;
  /** Number of wallets whose events in the vault are recorded. */
  readonly wallets: number;
  readonly outcome:
    | { readonly comparison: VaultComparison; readonly block: Block }
    | { readonly obstacle: ComparisonObstacle };
}

/**
 * Repeats the comparison until no wallet differs, or until the same wallets differ in two consecutive comparisons. One
 * comparison is not enough, because several nodes behind one address may disagree.
 */
function readConsistentComparison(
  compareVault: () => Promise<ChainComparison | undefined>,
): Promise<ChainComparison | undefined> {
  let previousDifferingWalletsText = '';
  return repeatUntilUnchanged(async () => {
    const comparison = await compareVault();
    if (comparison === undefined) return undefined;
    const currentDifferingWalletsText = comparison.wallets
      .filter(hasDifference)
      .map(({ vault, wallet }) => walletInVaultKey(vault, wallet))
      .join();
    if (currentDifferingWalletsText === '' || currentDifferingWalletsText === previousDifferingWalletsText)
      return comparison;
    previousDifferingWalletsText = currentDifferingWalletsText;
    return undefined;
  });
}

async function compareOrFindObstacle(
  table: Table,
  chain: ChainSettings | undefined,
  followedWallets: readonly FollowedWallet[],
): Promise<ChainComparison | { readonly obstacle: ComparisonObstacle }> {
  if (chain === undefined) return { obstacle: 'chain_not_configured' };
  const checkpoint = await readCheckpoint(table, chain.chain);
  if (checkpoint === undefined) return { obstacle: 'chain_not_watched' };
  try {
    const genesisHash = (await readBlock(chain, 0))?.hash;
    if (genesisHash !== checkpoint.genesis) {
      return { obstacle: 'another_chain' };
    }
    const comparison = await readConsistentComparison(() =>
      compareWithChain(table, chain, checkpoint, followedWallets),
    );
    return comparison ?? { obstacle: 'moving' };
  } catch (error) {
    if (error instanceof RpcError) return { obstacle: 'chain_unavailable' };
    throw error;
  }
}

/**
 * Compares the recorded shares of wallets in vaults with the shares on the chains.
 * The function only reads, so it may run at the same time as the watcher. The vaults of a chain that does not
 * answer are reported as unknown.
 */
export async function compareVaults(
  table: Table,
  chains: readonly ChainSettings[],
  vaults: readonly Vault[],
): Promise<ComparedVault[]> {
  const vaultsByChain = Map.groupBy(vaults, ({ chain }) => chain);
  const comparedVaultLists = await Promise.all(
    [...vaultsByChain].map(async ([name, vaultsOfChain]): Promise<ComparedVault[]> => {
      const vaultAddresses = new Set<string>(vaultsOfChain.map(({ address }) => address));
      const followedWallets = (await readFollowedWallets(table, name)).filter(({ vault }) =>
        vaultAddresses.has(vault),
      );
      if (followedWallets.length === 0) return [];
      const chainSettings = chains.find(({ chain }) => chain === name);
      const comparisonOrObstacle = await compareOrFindObstacle(table, chainSettings, followedWallets);
      return vaultsOfChain.flatMap((vault) => {
        const walletCount = followedWallets.filter((each) => each.vault === vault.address).length;
        if (walletCount === 0) return [];
        if ('obstacle' in comparisonOrObstacle)
          return { vault, wallets: walletCount, outcome: comparisonOrObstacle };
        const walletComparisons = comparisonOrObstacle.wallets.filter((each) => each.vault === vault.address);
        return {
          vault,
          wallets: walletCount,
          outcome: { comparison: compareVaultTotals(walletComparisons), block: comparisonOrObstacle.block },
        };
      });
    }),
  );
  return comparedVaultLists.flat();
}
