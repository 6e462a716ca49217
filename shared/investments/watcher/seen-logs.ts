import { changesOf } from '../../chain/erc4626.ts';
import type { Log } from '../../chain/node.ts';
import type { RecordedLog } from '../store/onchain/chain-logs.ts';

/** A vault's event for one wallet, as the chain tells it. */
export type SeenLog = Omit<RecordedLog, 'state' | 'intent_id' | 'block_ms' | 'number'>;

/**
 * The events of followed wallets among logs. An event is named by its transaction and its place among the vaults' logs
 * of that transaction, which stays the same when the transaction comes into another block.
 */
export function seenLogs(
  logs: readonly Log[],
  isFollowed: (vault: string, wallet: string, block: number) => boolean,
): SeenLog[] {
  const places = new Map<string, number>();
  const ordered = [...logs].sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
  return ordered.flatMap((log) => {
    const place = places.get(log.transactionHash) ?? 0;
    places.set(log.transactionHash, place + 1);
    const vault = log.address;
    return changesOf(log).flatMap(({ kind, owner, assets, shares }, part) =>
      isFollowed(vault.toLowerCase(), owner, log.blockNumber)
        ? {
            log_key: `${log.transactionHash}#${log.blockHash}#${place}#${part}`,
            vault: `0x${vault.slice(2).toLowerCase()}` as const,
            wallet: owner,
            kind,
            assets,
            shares,
            transaction_hash: log.transactionHash,
            block: log.blockNumber,
            block_hash: log.blockHash,
          }
        : [],
    );
  });
}
