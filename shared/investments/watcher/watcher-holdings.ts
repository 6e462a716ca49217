import { decodeNumber, encodeRead } from '../../chain/erc4626.ts';
import type { Hex } from '../../chain/multicall.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { readContract } from '../../chain/node.ts';
import { readBalance } from '../store/chain-books.ts';
import type { WatcherPorts } from './watcher.ts';

/** A wallet in a vault, with what it held before its events were booked. */
export interface FollowedPlace {
  readonly vault: Hex;
  readonly wallet: Hex;
  readonly opening_shares?: bigint | undefined;
}

/**
 * Holds the shares in the books against those that the chain gives a wallet at a block. They can differ only where
 * shares change without an event, as those of a rebasing vault do, or where an event was missed: nothing is corrected
 * here, but it is told. Returns how many places differ.
 */
export async function compareHoldings(
  { table, log }: WatcherPorts,
  chain: ChainSettings,
  places: readonly FollowedPlace[],
  block: number,
): Promise<number> {
  let differing = 0;
  for (const { vault, wallet, opening_shares } of places) {
    if (opening_shares === undefined) continue;
    const held = decodeNumber(
      await readContract(chain, { to: vault, data: encodeRead.balanceOf(wallet) }, block),
    );
    const { posted, pending } = await readBalance(table, { chain: chain.chain, vault, wallet });
    const booked = opening_shares + posted.shares + pending.shares;
    if (held === booked) continue;
    differing += 1;
    log.error('the chain gives a wallet other shares than the books', {
      chain: chain.chain,
      vault,
      block,
      difference: String((held ?? 0n) - booked),
    });
  }
  return differing;
}
