import { VAULT_TOPICS, vaultChangesOf } from '../../chain/erc4626.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { type Block, type Log, readBlock, readLogs } from '../../chain/node.ts';
import { readTokenBalances } from '../../chain/token-balances.ts';
import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { type ComparedWallet, hasDifference } from '../domain/onchain/vault-comparison.ts';
import { readBalance, readChainEntries } from '../store/onchain/chain-journal.ts';
import { type Checkpoint, type RecordedLog, readRecordedLogs } from '../store/onchain/chain-logs.ts';
import type { FollowedWallet } from '../store/onchain/followed-wallets.ts';

/** Number of wallets whose journals are read concurrently. */
const WALLET_CONCURRENCY = 16;

/** The compared wallets of a chain at one block, in the order of the parameter `followedWallets`. */
export interface ChainComparison {
  readonly block: Block;
  readonly wallets: readonly (ComparedWallet & { readonly vault: string })[];
}

/** Returns the key for a wallet in a vault, for maps in this comparison. */
export const walletInVaultKey = (vault: string, wallet: string) => `${vault} ${wallet}`;

/**
 * Returns the number of shares that each wallet received (positive) or sent (negative) in vault events, by vault and
 * wallet. Counts only blocks after the wallet's `since_block`.
 */
function sumMovedShares(
  logs: readonly Log[],
  followedWallets: readonly FollowedWallet[],
): ReadonlyMap<string, bigint> {
  const sinceBlockByPosition = new Map(
    followedWallets.map(({ vault, wallet, since_block }) => [walletInVaultKey(vault, wallet), since_block]),
  );
  const movedSharesByPosition = new Map<string, bigint>();
  for (const log of logs) {
    for (const { owner, shares } of vaultChangesOf(log)) {
      const key = walletInVaultKey(log.address.toLowerCase(), owner);
      if (log.blockNumber > (sinceBlockByPosition.get(key) ?? Number.POSITIVE_INFINITY)) {
        movedSharesByPosition.set(key, (movedSharesByPosition.get(key) ?? 0n) + shares);
      }
    }
  }
  return movedSharesByPosition;
}

/**
 * Returns whether the node returned all recorded events up to `lastBlock`. If not, the node lags behind, or the chain
 * has replaced the block of an event.
 */
function hasAllRecordedEvents(
  logs: readonly Log[],
  recordedLogs: readonly RecordedLog[],
  lastBlock: number,
): boolean {
  const returnedTransactionKeys = new Set(
    logs.map(({ transactionHash, blockHash }) => `${transactionHash} ${blockHash}`),
  );
  return recordedLogs.every(
    ({ block, transaction_hash, block_hash }) =>
      block > lastBlock || returnedTransactionKeys.has(`${transaction_hash} ${block_hash}`),
  );
}

const joinEventKeys = (recordedLogs: readonly RecordedLog[]) =>
  recordedLogs.map(({ log_key, block_hash }) => `${log_key} ${block_hash}`).join();

/** Returns each wallet's shares according to its journal, minus the shares of the events in `recordedLogs`. */
async function readRecordedShares(
  table: Table,
  chain: string,
  {
    followedWallets,
    recordedLogs,
  }: { readonly followedWallets: readonly FollowedWallet[]; readonly recordedLogs: readonly RecordedLog[] },
): Promise<ReadonlyMap<string, bigint>> {
  const sharesByWalletInVault = new Map<string, bigint>();
  await forEachParallel(followedWallets, WALLET_CONCURRENCY, async ({ vault, wallet }) => {
    const { posted, pending } = await readBalance(table, { chain, vault, wallet });
    sharesByWalletInVault.set(walletInVaultKey(vault, wallet), posted.shares + pending.shares);
  });
  for (const { vault, wallet, shares } of recordedLogs) {
    const walletShares = sharesByWalletInVault.get(walletInVaultKey(vault, wallet));
    if (walletShares !== undefined)
      sharesByWalletInVault.set(walletInVaultKey(vault, wallet), walletShares - shares);
  }
  return sharesByWalletInVault;
}

/**
 * Subtracts the rebases after `block` from a wallet's recorded shares. The recorded shares still include them, because
 * a rebase has no event. Only the effects of events were removed before.
 */
async function subtractLaterRebases(
  table: Table,
  chain: string,
  walletComparison: ChainComparison['wallets'][number],
  block: Block,
): Promise<ChainComparison['wallets'][number]> {
  const { vault, wallet, recordedShares } = walletComparison;
  const entries = await readChainEntries(table, { chain, vault, wallet });
  const laterRebases = entries.filter(
    ({ effect, effectiveAtMs }) => effect === 'rebase' && effectiveAtMs > block.timestamp * 1_000,
  );
  return {
    ...walletComparison,
    recordedShares: laterRebases.reduce((shares, { amounts }) => shares - amounts.shares, recordedShares),
  };
}

/**
 * Compares the recorded shares of wallets with their shares on the chain, at a confirmed block. Events after the
 * watcher's checkpoint are read from the chain and not from the journals.
 * @returns undefined if the journals or the chain changed during the comparison
 * @throws RpcError when the node does not answer
 */
export async function compareWithChain(
  table: Table,
  chain: ChainSettings,
  { block: checkpointBlock }: Checkpoint,
  followedWallets: readonly FollowedWallet[],
): Promise<ChainComparison | undefined> {
  const latestBlock = await readBlock(chain, 'latest');
  const confirmedBlock =
    latestBlock && (await readBlock(chain, Math.max(0, latestBlock.number - chain.confirmations + 1)));
  if (confirmedBlock === undefined) return undefined;
  const from = Math.min(checkpointBlock, confirmedBlock.number) + 1;
  const recordedLogs = await readRecordedLogs(table, chain.chain, from);
  const vaultAddresses = [...new Set(followedWallets.map(({ vault }) => vault))];
  const logs = await readLogs(chain, vaultAddresses, [VAULT_TOPICS], { from, to: confirmedBlock.number });
  const recordedShares = await readRecordedShares(table, chain.chain, {
    followedWallets,
    recordedLogs,
  });
  const holders = followedWallets.map(({ vault, wallet }) => ({ token: vault, owner: wallet }));
  const tokenBalances = await readTokenBalances(chain, holders, confirmedBlock.hash);
  const isConfirmedBlockUnchanged =
    hasAllRecordedEvents(logs, recordedLogs, confirmedBlock.number) &&
    joinEventKeys(await readRecordedLogs(table, chain.chain, from)) === joinEventKeys(recordedLogs) &&
    (await readBlock(chain, confirmedBlock.number))?.hash === confirmedBlock.hash;
  if (!isConfirmedBlockUnchanged) return undefined;
  const movedSharesByKey = sumMovedShares(logs, followedWallets);
  const comparedWallets = followedWallets.map(({ vault, wallet, since_block }, i) => {
    const key = walletInVaultKey(vault, wallet);
    const isWalletFollowedAtBlock = since_block <= confirmedBlock.number;
    return {
      vault,
      wallet,
      recordedShares: (recordedShares.get(key) ?? 0n) + (movedSharesByKey.get(key) ?? 0n),
      sharesOnChain: isWalletFollowedAtBlock ? tokenBalances[i] : undefined,
      sinceBlock: since_block,
    };
  });
  const correctedWalletPromises = comparedWallets.map((wallet) =>
    hasDifference(wallet) ? subtractLaterRebases(table, chain.chain, wallet, confirmedBlock) : wallet,
  );
  return { block: confirmedBlock, wallets: await Promise.all(correctedWalletPromises) };
}
