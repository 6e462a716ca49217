import type { Hex } from '../../chain/abi.ts';
import { changesOf } from '../../chain/erc4626.ts';
import type { Log } from '../../chain/node.ts';
import type { RecordedLog } from '../store/onchain/chain-logs.ts';

/** A vault's event for one wallet, as the chain reports it. */
export type SeenLog = Omit<RecordedLog, 'state' | 'intent_id' | 'block_ms' | 'number' | 'worth'>;

/**
 * The events of followed wallets among logs. An event is named by its transaction, vault, wallet and direction, and its
 * place among the events that have all of these in common. So it keeps its name when its transaction is mined again, and
 * when other vaults or wallets are followed.
 */
export function seenLogs(
  logs: readonly Log[],
  isFollowed: (vault: string, wallet: string, block: number) => boolean,
): SeenLog[] {
  const counts = new Map<string, number>();
  const ordered = [...logs].sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
  return ordered.flatMap((log) => {
    const vault: Hex = `0x${log.address.slice(2).toLowerCase()}`;
    const sides = changesOf(log).flatMap(({ kind, owner, assets, shares }) => {
      if (!isFollowed(vault, owner, log.blockNumber)) return [];
      const name = `${log.transactionHash}#${vault}#${owner}#${shares < 0n ? 'out' : 'in'}`;
      const place = counts.get(name) ?? 0;
      counts.set(name, place + 1);
      return {
        log_key: `${name}#${place}`,
        ...{ vault, wallet: owner, kind, assets, shares },
        transaction_hash: log.transactionHash,
        block: log.blockNumber,
        block_hash: log.blockHash,
      };
    });
    return sides.map((side) => {
      const other = sides.find(({ wallet }) => wallet !== side.wallet);
      return { ...side, peer: other === undefined ? null : { wallet: other.wallet, log_key: other.log_key } };
    });
  });
}
