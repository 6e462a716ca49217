import type { Hex } from '../../chain/abi.ts';
import { VAULT_TOPICS } from '../../chain/erc4626.ts';
import { RpcError, unlessRefused } from '../../chain/json-rpc.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { type Log, readBlock, readLogs, replaceableBlocks } from '../../chain/node.ts';
import { putCheckpoint, readCheckpoint, readRecordedLogs } from '../store/onchain/chain-logs.ts';
import { readFollowed } from '../store/onchain/followed-wallets.ts';
import { seenLogs } from './seen-logs.ts';
import { type Booked, bookLog, forgetChain } from './watcher-books.ts';
import { compareHoldings } from './watcher-holdings.ts';
import { settleLive } from './watcher-intents.ts';
import type { WatcherPorts } from './watcher-ports.ts';
import { registeredVaults } from './watcher-vaults.ts';

export interface WatchReport extends Booked {
  readonly chain: string;
  /** The latest block when it looked, and the one up to which everything is final. */
  readonly latest: number;
  readonly settled: number;
  /**
   * Wallets whose shares on the chain are not those in the books, and confirmed events whose assets are not those that
   * were transferred: of vaults that are not declared as rebasing.
   */
  readonly differing: number;
}

/** The node contradicted itself while it was read: nothing was booked, and the next run reads anew. */
class UnsteadyChainError extends Error {
  override readonly name = 'UnsteadyChainError';
}

/**
 * Reads everything that may have changed since the last run and compares it with what is booked: what is new is booked
 * as pending, what is deep enough is posted, and what is in no canonical block any more is voided or reversed. Each
 * change is a transaction of its own with the condition that nobody has made it before, so that a run that stops
 * anywhere, or two at once, leave what the next run completes.
 *
 * @throws RpcError when the node does not answer, UnsteadyChainError when it contradicts itself
 */
export async function watchChain(ports: WatcherPorts, chain: ChainSettings): Promise<WatchReport> {
  const { table } = ports;
  const genesis = await genesisOf(ports, chain);
  const followed = await readFollowed(table, chain.chain);
  const before = await readCheckpoint(table, chain.chain);
  const latest = await readBlock(chain, 'latest');
  if (latest === undefined) throw new UnsteadyChainError('There is no latest block');
  const first = Math.min(...followed.map(({ since_block }) => since_block + 1), latest.number + 1);
  const from = Math.max(0, before === undefined ? first : Math.min(before.block + 1, latest.number + 1));
  const since = new Map(
    followed.map(({ vault, wallet, since_block }) => [`${vault} ${wallet}`, since_block]),
  );
  const vaults = [...new Set(followed.map(({ vault }) => vault))];
  const logs = await readLogs(chain, vaults, VAULT_TOPICS, { from, to: latest.number });
  const times = await blockTimes(chain, logs, latest.number, latest.hash);
  const seen = seenLogs(
    logs,
    (vault, wallet, block) => block > (since.get(`${vault} ${wallet}`) ?? Infinity),
  );
  const recorded = await readRecordedLogs(table, chain.chain, from);
  const depth = chain.confirmations;
  const finalized = await readTagged(chain, 'finalized');
  const deepUntil = Math.min(await deepOf(chain, latest.number, finalized), latest.number);
  const vaultOf = registeredVaults(table, chain.chain);
  const reading = { seen, recorded, times, until: latest.number, deepUntil, vaultOf };
  const { differing: otherAssets, ...booked } = await bookLog(ports, chain, reading);
  // What is booked of later blocks is in no balance that a node which lags could give.
  const isBehind = recorded.some(({ block }) => block > latest.number);
  const happened = isBehind ? [] : [...seen, ...recorded];
  const active = new Set(happened.map(({ vault, wallet }) => `${vault} ${wallet}`));
  const places = followed.filter(({ vault, wallet }) => active.has(`${vault} ${wallet}`));
  const otherShares = await compareHoldings(ports, chain, { places, at: latest, vaultOf });
  const settled = await settleLive(ports, chain, { latest, depth });
  const settledUntil = Math.min(latest.number - replaceableBlocks(chain), finalized ?? Infinity);
  const final = Math.max(from - 1, settledUntil);
  if (followed.length > 0 && (final !== before?.block || before?.genesis !== genesis)) {
    await putCheckpoint(table, chain.chain, { block: final, genesis });
  }
  const differing = otherShares + otherAssets;
  return { chain: chain.chain, latest: latest.number, settled, differing, ...booked };
}

/** Up to which block events are deep enough to be posted. Where the chain does not know what is asked of it, none is. */
async function deepOf(chain: ChainSettings, latest: number, finalized: number | undefined): Promise<number> {
  if (chain.confirmedBy === 'finalized') return finalized ?? -1;
  if (chain.confirmedBy === 'safe') return (await readTagged(chain, 'safe')) ?? finalized ?? -1;
  return Math.max(latest - chain.confirmations + 1, finalized ?? 0);
}

/**
 * The hash of the chain's first block, which names the chain. One that has begun anew, as local ones do, is forgotten
 * first where its settings say that it may.
 *
 * @throws UnsteadyChainError where another chain answers than before
 */
async function genesisOf(ports: WatcherPorts, chain: ChainSettings): Promise<Hex> {
  const genesis = (await readBlock(chain, 0))?.hash;
  if (genesis === undefined) throw new UnsteadyChainError('There is no first block');
  const known = (await readCheckpoint(ports.table, chain.chain))?.genesis;
  if (known === genesis) return genesis;
  // A node that errs once must neither name a chain that is new here nor make one that is known look exchanged.
  if ((await readBlock(chain, 0))?.hash !== genesis) {
    throw new UnsteadyChainError(`The node of ${chain.chain} contradicts itself about the first block`);
  }
  if (known === undefined) return genesis;
  if (!chain.ephemeral) {
    ports.log.error('another chain answers than before', { chain: chain.chain });
    throw new UnsteadyChainError(`The node of ${chain.chain} serves another chain than before`);
  }
  await forgetChain(ports, chain);
  return genesis;
}

/** The number of the block that the chain calls so; undefined where it knows none. */
async function readTagged(chain: ChainSettings, tag: 'safe' | 'finalized'): Promise<number | undefined> {
  return (await unlessRefused(readBlock(chain, tag)))?.number;
}

/** Times of the logs' blocks, after having seen that each is canonical, and that the chain has stood still meanwhile. */
async function blockTimes(
  chain: ChainSettings,
  logs: readonly Log[],
  latest: number,
  latestHash: string,
): Promise<ReadonlyMap<number, number>> {
  const times = new Map<number, number>();
  for (const number of new Set([...logs.map(({ blockNumber }) => blockNumber), latest])) {
    const block = await readBlock(chain, number);
    const hashes = logs.filter(({ blockNumber }) => blockNumber === number).map(({ blockHash }) => blockHash);
    if (number === latest) hashes.push(`0x${latestHash.slice(2)}`);
    if (block === undefined || hashes.some((hash) => hash !== block.hash)) {
      throw new UnsteadyChainError(`Block ${number} of ${chain.chain} was replaced while it was read`);
    }
    times.set(number, block.timestamp * 1_000);
  }
  return times;
}

/** What is wrong with what was looked at. */
interface Alarming {
  /** Confirmed events that were undone, and what is moved or held otherwise than the books say. */
  anomalies: number;
  /** Chains that could not be read. */
  unwatched: number;
}

/** Looks at every chain; one that fails is logged, and read anew by the next run. */
export async function watchAll(ports: WatcherPorts, chains: readonly ChainSettings[]): Promise<Alarming> {
  const found = { anomalies: 0, unwatched: 0 };
  await Promise.all(
    chains.map(async (chain) => {
      if ((await readFollowed(ports.table, chain.chain)).length === 0) return;
      try {
        const report = await watchChain(ports, chain);
        found.anomalies += report.reversed + report.differing;
        ports.log.info('the chain was watched', { ...report });
      } catch (error) {
        if (!(error instanceof RpcError) && !(error instanceof UnsteadyChainError)) throw error;
        found.unwatched += 1;
        ports.log.warn('the chain could not be watched', {
          chain: chain.chain,
          error_message: error.message,
        });
      }
    }),
  );
  return found;
}
