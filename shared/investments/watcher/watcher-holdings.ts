import { decodeNumber, encodeRead } from '../../chain/erc4626.ts';
import type { Hex } from '../../chain/multicall.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { type Block, readContract } from '../../chain/node.ts';
import { transactIf } from '../../platform/dynamodb/transact.ts';
import { booked, type ChainBalance, listedBy } from '../domain/onchain/books.ts';
import { type ChainPlace, chainEntryWrites, readBalance } from '../store/onchain/chain-books.ts';
import { newEventWrite } from '../store/onchain/chain-events.ts';
import type { WatcherPorts } from './watcher-ports.ts';
import type { VaultLookup } from './watcher-vaults.ts';

/** A wallet in a vault, with what it held before its events were booked. */
export interface FollowedPlace {
  readonly vault: Hex;
  readonly wallet: Hex;
  readonly opening_shares?: bigint | undefined;
}

/** Books shares that the chain has given or taken without an event. Another run may have been faster. */
export async function bookRebase(
  { table, clock, priceUsd }: WatcherPorts,
  place: ChainPlace,
  balance: ChainBalance,
  { shares, at }: { readonly shares: bigint; readonly at: Pick<Block, 'hash' | 'timestamp'> },
): Promise<void> {
  const rebase = {
    effect: 'rebase',
    kind: 'rebase',
    amounts: { assets: 0n, shares },
    effectiveAtMs: at.timestamp * 1_000,
  } as const;
  const after = booked(balance, rebase);
  const entry = {
    ...rebase,
    sequence: after.sequence,
    // Runs that look at one block one after another may each find something, once a node has caught up.
    logKey: `rebase#${at.hash}#${after.sequence}`,
    bookedAtMs: clock(),
    priceUsd: await priceUsd(place.chain, place.vault),
  } as const;
  const event = { ...listedBy(entry, after), priceUsd: entry.priceUsd };
  await transactIf(table, [...chainEntryWrites(place, entry, after), newEventWrite(place, event)]);
}

/**
 * Holds the shares in the books against those that the chain gives a wallet at a block. They can differ only where
 * shares change without an event, or where an event was missed. In a vault that is declared as rebasing the difference
 * is booked; in any other it is told as an error, and nothing is corrected. Returns how many of those differ.
 */
export async function compareHoldings(
  ports: WatcherPorts,
  chain: ChainSettings,
  {
    places,
    at,
    vaultOf,
  }: { readonly places: readonly FollowedPlace[]; readonly at: Block; readonly vaultOf: VaultLookup },
): Promise<number> {
  let differing = 0;
  for (const { vault, wallet, opening_shares } of places) {
    if (opening_shares === undefined) continue;
    const call = { to: vault, data: encodeRead.balanceOf(wallet) };
    const held = decodeNumber(await readContract(chain, call, at.number)) ?? 0n;
    const place = { chain: chain.chain, vault, wallet };
    const balance = await readBalance(ports.table, place);
    const shares = held - (opening_shares + balance.posted.shares + balance.pending.shares);
    if (shares === 0n) continue;
    if ((await vaultOf(vault))?.rebasing === true) {
      await bookRebase(ports, place, balance, { shares, at });
      continue;
    }
    differing += 1;
    ports.log.error('the chain gives a wallet other shares than the books', {
      chain: chain.chain,
      vault,
      block: at.number,
      difference: String(shares),
    });
  }
  return differing;
}
