import { changesOf, VAULT_TOPICS } from '../../chain/erc4626.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { type Block, type Log, readBlock, readLogs } from '../../chain/node.ts';
import { readTokenBalances } from '../../chain/token-balances.ts';
import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { type ComparedWallet, differs } from '../domain/onchain/vault-comparison.ts';
import { readBalance, readChainEntries } from '../store/onchain/chain-books.ts';
import { type Checkpoint, type RecordedLog, readRecordedLogs } from '../store/onchain/chain-logs.ts';
import type { FollowedWallet } from '../store/onchain/followed-wallets.ts';

/** Number of wallets whose journals are read concurrently. */
const CONCURRENCY = 16;

/** The compared wallets of a chain at one block, in the order of `followed`. */
export interface Look {
  readonly block: Block;
  readonly wallets: readonly (ComparedWallet & { readonly vault: string })[];
}

/** Key of a wallet in a vault. */
export const keyOf = (vault: string, wallet: string) => `${vault} ${wallet}`;

/** Shares that events moved, by vault and wallet. Counts only events after the wallet was followed. */
function movedShares(logs: readonly Log[], followed: readonly FollowedWallet[]): ReadonlyMap<string, bigint> {
  const since = new Map(
    followed.map(({ vault, wallet, since_block }) => [keyOf(vault, wallet), since_block]),
  );
  const moved = new Map<string, bigint>();
  for (const log of logs) {
    for (const { owner, shares } of changesOf(log)) {
      const key = keyOf(log.address.toLowerCase(), owner);
      if (log.blockNumber > (since.get(key) ?? Number.POSITIVE_INFINITY)) {
        moved.set(key, (moved.get(key) ?? 0n) + shares);
      }
    }
  }
  return moved;
}

/**
 * Whether the node returned all recorded events up to a block. If not, it lags behind, or an event is about
 * to be voided.
 */
function knowsBooked(logs: readonly Log[], recorded: readonly RecordedLog[], until: number): boolean {
  const known = new Set(logs.map(({ transactionHash, blockHash }) => `${transactionHash} ${blockHash}`));
  return recorded.every(
    ({ block, transaction_hash, block_hash }) =>
      block > until || known.has(`${transaction_hash} ${block_hash}`),
  );
}

const namesOf = (recorded: readonly RecordedLog[]) =>
  recorded.map(({ log_key, block_hash }) => `${log_key} ${block_hash}`).join();

/** The recorded shares of wallets, without the events in `recorded`, which are later than the final block. */
async function booksOf(
  table: Table,
  chain: string,
  {
    followed,
    recorded,
  }: { readonly followed: readonly FollowedWallet[]; readonly recorded: readonly RecordedLog[] },
): Promise<ReadonlyMap<string, bigint>> {
  const booked = new Map<string, bigint>();
  await forEachParallel(followed, CONCURRENCY, async ({ vault, wallet }) => {
    const { posted, pending } = await readBalance(table, { chain, vault, wallet });
    booked.set(keyOf(vault, wallet), posted.shares + pending.shares);
  });
  for (const { vault, wallet, shares } of recorded) {
    const before = booked.get(keyOf(vault, wallet));
    if (before !== undefined) booked.set(keyOf(vault, wallet), before - shares);
  }
  return booked;
}

/**
 * Subtracts rebases after the block from a wallet's recorded shares, because rebases are not among the
 * recorded events.
 * Needed only for wallets that seem to differ.
 */
async function withoutLaterRebases(
  table: Table,
  chain: string,
  look: Look['wallets'][number],
  block: Block,
): Promise<Look['wallets'][number]> {
  const { vault, wallet, booked } = look;
  const entries = await readChainEntries(table, { chain, vault, wallet });
  const later = entries.filter(
    ({ effect, effectiveAtMs }) => effect === 'rebase' && effectiveAtMs > block.timestamp * 1_000,
  );
  return { ...look, booked: later.reduce((left, { amounts }) => left - amounts.shares, booked) };
}

/**
 * Compares the journals with a chain. Adds up the journals until the final block, then the vaults' events
 * until a confirmed block, and compares the result with each wallet's shares at the confirmed block.
 * An event that is recorded during the comparison therefore makes no difference.
 *
 * @returns undefined if journals or chain changed meanwhile
 * @throws RpcError when the node does not answer
 */
export async function lookAt(
  table: Table,
  chain: ChainSettings,
  { block: final }: Checkpoint,
  followed: readonly FollowedWallet[],
): Promise<Look | undefined> {
  const latest = await readBlock(chain, 'latest');
  const block = latest && (await readBlock(chain, Math.max(0, latest.number - chain.confirmations + 1)));
  if (block === undefined) return undefined;
  const from = Math.min(final, block.number) + 1;
  const recorded = await readRecordedLogs(table, chain.chain, from);
  const vaults = [...new Set(followed.map(({ vault }) => vault))];
  const logs = await readLogs(chain, vaults, [VAULT_TOPICS], { from, to: block.number });
  const booked = await booksOf(table, chain.chain, { followed, recorded });
  const holders = followed.map(({ vault, wallet }) => ({ token: vault, owner: wallet }));
  const held = await readTokenBalances(chain, holders, block.hash);
  const isStill =
    knowsBooked(logs, recorded, block.number) &&
    namesOf(await readRecordedLogs(table, chain.chain, from)) === namesOf(recorded) &&
    (await readBlock(chain, block.number))?.hash === block.hash;
  if (!isStill) return undefined;
  const moved = movedShares(logs, followed);
  const wallets = followed.map(({ vault, wallet, since_block }, i) => {
    const key = keyOf(vault, wallet);
    const isKnown = since_block <= block.number;
    return {
      vault,
      wallet,
      booked: (booked.get(key) ?? 0n) + (moved.get(key) ?? 0n),
      held: isKnown ? held[i] : undefined,
      sinceBlock: since_block,
    };
  });
  const settled = wallets.map((wallet) =>
    differs(wallet) ? withoutLaterRebases(table, chain.chain, wallet, block) : wallet,
  );
  return { block, wallets: await Promise.all(settled) };
}
