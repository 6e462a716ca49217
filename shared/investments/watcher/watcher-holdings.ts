import { decodeNumber, encodeReadCall } from '../../chain/erc4626.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { type Block, NodeRequestBatch, nodeRequests } from '../../chain/node.ts';
import { transactIf } from '../../platform/dynamodb/transact.ts';
import {
  buildChainEvent,
  type ChainBalance,
  type VaultPositionKey,
} from '../domain/onchain/chain-balance.ts';
import { newEventWrite } from '../store/onchain/chain-events.ts';
import { appendChainChanges, readBalance } from '../store/onchain/chain-journal.ts';
import type { FollowedWallet } from '../store/onchain/followed-wallets.ts';
import { InconsistentNodeError } from './inconsistent-node-error.ts';
import type { WatcherDependencies } from './watcher-dependencies.ts';
import type { VaultLookup } from './watcher-vaults.ts';

/**
 * Records a change of shares without an event (a rebase). Does nothing if another run of the watcher has already
 * recorded the change.
 */
export async function recordRebase(
  { table, clock, priceUsd }: WatcherDependencies,
  vaultPosition: VaultPositionKey,
  balance: ChainBalance,
  { shares, at }: { readonly shares: bigint; readonly at: Block },
): Promise<void> {
  const { newEntries, writes } = await appendChainChanges(table, vaultPosition, balance, [
    {
      ...{ effect: 'rebase', kind: 'rebase', amounts: { assets: 0n, shares }, worth: 0n },
      // The entry number makes the key unique, because a later run of the watcher may find another difference at
      // the same block.
      logKey: `rebase#${at.hash}#${balance.sequence + 1}`,
      ...{ block: at.number, blockHash: at.hash, effectiveAtMs: at.timestamp * 1_000 },
      ...{ bookedAtMs: clock(), priceUsd: await priceUsd(vaultPosition.chain, vaultPosition.vault) },
    },
  ]);
  const newEventWrites = newEntries.map(({ entry, after }) =>
    newEventWrite(vaultPosition, buildChainEvent(entry, after)),
  );
  await transactIf(table, [...writes, ...newEventWrites]);
}

/**
 * Compares recorded shares with the shares on the chain at one block.
 * Records the difference in a vault declared as rebasing. Logs the difference in any other vault as an error,
 * without a correction.
 *
 * @returns the number of differences that were logged as errors
 * @throws RpcError when the node does not answer, InconsistentNodeError when the node has another block with the
 * same number
 */
export async function compareHoldings(
  dependencies: WatcherDependencies,
  chain: ChainSettings,
  {
    places,
    at,
    vaultOf,
  }: {
    readonly places: readonly Pick<FollowedWallet, 'vault' | 'wallet'>[];
    readonly at: Block;
    readonly vaultOf: VaultLookup;
  },
): Promise<number> {
  const batch = new NodeRequestBatch(chain);
  const pendingReads = places.map(({ vault, wallet }) => {
    const call = { to: vault, data: encodeReadCall.balanceOf(wallet) };
    return {
      vault,
      wallet,
      answer: batch.addOptional(nodeRequests.contract(call, { blockHash: at.hash })),
    };
  });
  await batch.send();
  let differingWalletCount = 0;
  for (const { vault, wallet, answer } of pendingReads) {
    const returnData = answer();
    if (returnData === undefined) {
      throw new InconsistentNodeError(`The node of ${chain.chain} tells no balance at block ${at.number}`);
    }
    const heldShares = decodeNumber(returnData) ?? 0n;
    const vaultPosition = { chain: chain.chain, vault, wallet };
    const balance = await readBalance(dependencies.table, vaultPosition);
    const shares = heldShares - (balance.posted.shares + balance.pending.shares);
    if (shares === 0n) continue;
    if ((await vaultOf(vault))?.rebasing === true) {
      await recordRebase(dependencies, vaultPosition, balance, { shares, at });
      continue;
    }
    differingWalletCount += 1;
    dependencies.log.error('the shares of a wallet differ from the ledger', {
      chain: chain.chain,
      vault,
      block: at.number,
      difference: String(shares),
    });
  }
  return differingWalletCount;
}
