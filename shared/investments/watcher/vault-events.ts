import type { Hex } from '../../chain/abi.ts';
import { vaultChangesOf } from '../../chain/erc4626.ts';
import type { Log } from '../../chain/node.ts';
import type { RecordedLog } from '../store/onchain/chain-logs.ts';

/** A vault event for one wallet, as the chain reports it. */
export type VaultEvent = Omit<
  RecordedLog,
  'state' | 'vault_transaction_id' | 'block_ms' | 'number' | 'worth'
>;

/**
 * Converts chain logs to vault events of wallets whose events are recorded.
 * An event's key (`log_key`) ends with a number, because one transaction can cause several events with the same vault,
 * wallet and direction. The key stays the same if the chain transaction gets into another block.
 */
export function parseVaultEvents(
  logs: readonly Log[],
  isFollowedWallet: (vault: string, wallet: string, block: number) => boolean,
): VaultEvent[] {
  const eventCountByName = new Map<string, number>();
  const sortedLogs = [...logs].sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
  return sortedLogs.flatMap((log) => {
    const vault: Hex = `0x${log.address.slice(2).toLowerCase()}`;
    const walletEvents = vaultChangesOf(log).flatMap(({ kind, owner, assets, shares }) => {
      if (!isFollowedWallet(vault, owner, log.blockNumber)) return [];
      const name = `${log.transactionHash}#${vault}#${owner}#${shares < 0n ? 'out' : 'in'}`;
      const eventNumber = eventCountByName.get(name) ?? 0;
      eventCountByName.set(name, eventNumber + 1);
      return {
        log_key: `${name}#${eventNumber}`,
        ...{ vault, wallet: owner, kind, assets, shares },
        transaction_hash: log.transactionHash,
        block: log.blockNumber,
        block_hash: log.blockHash,
      };
    });
    return walletEvents.map((side) => {
      const counterpartEvent = walletEvents.find(({ wallet }) => wallet !== side.wallet);
      return {
        ...side,
        peer:
          counterpartEvent === undefined
            ? null
            : { wallet: counterpartEvent.wallet, log_key: counterpartEvent.log_key },
      };
    });
  });
}
