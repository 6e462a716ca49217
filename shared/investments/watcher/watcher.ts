import type { Hex } from '../../chain/abi.ts';
import { VAULT_TOPICS } from '../../chain/erc4626.ts';
import { RpcError } from '../../chain/json-rpc.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import {
  type Block,
  countReplaceableBlocks,
  NodeRequestBatch,
  nodeRequests,
  readBlock,
  readLogs,
} from '../../chain/node.ts';
import {
  putCheckpoint,
  type RecordedLog,
  readCheckpoint,
  readRecordedLogs,
} from '../store/onchain/chain-logs.ts';
import { type FollowedWallet, readFollowedWallets } from '../store/onchain/followed-wallets.ts';
import { putRescan, readRescan } from '../store/onchain/rescans.ts';
import { createVaultTransactionsLookup, readAttributionCodesFromChain } from './event-vault-transactions.ts';
import { InconsistentNodeError } from './inconsistent-node-error.ts';
import { parseVaultEvents } from './vault-events.ts';
import type { WatcherDependencies } from './watcher-dependencies.ts';
import { compareHoldings } from './watcher-holdings.ts';
import { addMissingEventFields, splitIntoPages } from './watcher-page.ts';
import {
  createReceiptsLookup,
  discardChainData,
  type RecordedCounts,
  recordEventPage,
  undoOrphanedEvents,
} from './watcher-records.ts';
import { settleWatchedVaultTransactions } from './watcher-vault-transactions.ts';
import { createVaultLookup, type VaultLookup } from './watcher-vaults.ts';

export interface WatchReport extends RecordedCounts {
  readonly chain: string;
  /** The latest block at the time of the read. */
  readonly latest: number;
  readonly settled: number;
  /**
   * Number of wallets whose shares on the chain differ from the recorded shares, plus the number of confirmed events
   * whose asset transfers differ from the vault's event. Vaults declared as rebasing are not counted.
   */
  readonly differing: number;
}

/** The chain's blocks at the start of a run of the watcher. */
interface ChainHead {
  readonly genesisHash: Hex;
  readonly latest: Block;
  readonly finalized: number | undefined;
  /** Last block that has enough confirmations. Events up to and including this block can be posted. */
  readonly confirmedUntil: number;
}

/**
 * Processes all changes on a chain since the watcher's last run. Records new events as pending, and posts events with
 * enough confirmations. If the chain has replaced an event's block, voids a pending event and reverses a posted event.
 * Runs may overlap or be repeated, because a write fails if another run has already made the same change.
 *
 * @throws RpcError when the node does not answer, InconsistentNodeError when the node's answers contradict each other
 */
export async function watchChain(
  dependencies: WatcherDependencies,
  chain: ChainSettings,
): Promise<WatchReport> {
  const { table } = dependencies;
  const head = await readChainHead(dependencies, chain);
  const { latest, genesisHash, finalized } = head;
  const followedWallets = await readFollowedWallets(table, chain.chain);
  const checkpoint = await readCheckpoint(table, chain.chain);
  const firstBlockNumber = Math.min(
    ...followedWallets.map(({ since_block }) => since_block + 1),
    latest.number + 1,
  );
  const from = Math.max(
    0,
    checkpoint === undefined ? firstBlockNumber : Math.min(checkpoint.block + 1, latest.number + 1),
  );
  const vaultOf = createVaultLookup(table, chain.chain);
  const blockRange = { from, to: latest.number };
  const {
    active: activePositionKeys,
    until: lastRecordedBlock,
    ...recordedCounts
  } = await recordBlockRange(dependencies, chain, {
    followed: followedWallets,
    head,
    range: blockRange,
    vaultOf,
  });
  // If the watcher stops early, some events are not recorded yet. Comparing shares or settling vault transactions could
  // then give wrong results.
  const hasReachedLatestBlock = lastRecordedBlock === blockRange.to;
  const activePositions = followedWallets.filter(
    ({ vault, wallet }) => hasReachedLatestBlock && activePositionKeys.has(`${vault} ${wallet}`),
  );
  const differingWalletCount = await compareHoldings(dependencies, chain, {
    places: activePositions,
    at: latest,
    vaultOf,
  });
  const settledTransactionCount = hasReachedLatestBlock
    ? await settleWatchedVaultTransactions(dependencies, chain, { latest, depth: chain.confirmations })
    : 0;
  const lastFinalBlockNumber = Math.min(
    latest.number - countReplaceableBlocks(chain),
    finalized ?? Infinity,
    lastRecordedBlock,
  );
  const checkpointBlock = Math.max(from - 1, lastFinalBlockNumber);
  if (
    followedWallets.length > 0 &&
    (checkpointBlock !== checkpoint?.block || checkpoint?.genesis !== genesisHash)
  ) {
    await putCheckpoint(table, chain.chain, { block: checkpointBlock, genesis: genesisHash });
  }
  const differenceCount = differingWalletCount + recordedCounts.differing;
  return {
    chain: chain.chain,
    latest: latest.number,
    settled: settledTransactionCount,
    ...recordedCounts,
    differing: differenceCount,
  };
}

/** Maximum number of blocks in one log query of a rescan. */
const RESCAN_QUERY_MAX_BLOCKS = 10_000;

/**
 * Reads a range of blocks again (both ends inclusive) and records missing events. Events that are already
 * recorded do not change. Stops early when the watcher has no time left (`remainingMs`).
 *
 * @returns the number of newly recorded events, and the last block that was read
 * @throws RpcError when the node does not answer, InconsistentNodeError when the node's answers contradict each
 * other
 */
export async function rescanChain(
  dependencies: WatcherDependencies,
  chain: ChainSettings,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<RecordedCounts & { readonly until: number }> {
  const head = await readChainHead(dependencies, chain);
  const followedWallets = await readFollowedWallets(dependencies.table, chain.chain);
  const vaultOf = createVaultLookup(dependencies.table, chain.chain);
  const rescanTotals = { pending: 0, posted: 0, voided: 0, reversed: 0, until: from - 1 };
  const lastBlock = Math.min(to, head.latest.number);
  while (rescanTotals.until < lastBlock && (dependencies.remainingMs?.() ?? 1) > 0) {
    const firstBlockNumber = rescanTotals.until + 1;
    const blockRange = {
      from: firstBlockNumber,
      to: Math.min(lastBlock, firstBlockNumber + RESCAN_QUERY_MAX_BLOCKS - 1),
    };
    const recordedCounts = await recordBlockRange(dependencies, chain, {
      followed: followedWallets,
      head,
      range: blockRange,
      vaultOf,
    });
    for (const name of ['pending', 'posted', 'voided', 'reversed'] as const)
      rescanTotals[name] += recordedCounts[name];
    if (recordedCounts.until < firstBlockNumber) break;
    rescanTotals.until = recordedCounts.until;
  }
  return rescanTotals;
}

/** Continues the rescan of a chain, if one was requested and is incomplete. */
async function continueRescan(dependencies: WatcherDependencies, chain: ChainSettings): Promise<void> {
  const storedRescan = await readRescan(dependencies.table, chain.chain);
  if (storedRescan === undefined || storedRescan.next > storedRescan.until) return;
  const { until, ...recordedCounts } = await rescanChain(dependencies, chain, {
    from: storedRescan.next,
    to: storedRescan.until,
  });
  await putRescan(dependencies.table, chain.chain, { ...storedRescan, next: until + 1 });
  dependencies.log.info('blocks were read again', {
    chain: chain.chain,
    from: storedRescan.next,
    until,
    ...recordedCounts,
  });
}

/** Records the events of a range of blocks, page by page. */
async function recordBlockRange(
  dependencies: WatcherDependencies,
  chain: ChainSettings,
  {
    followed,
    head,
    range,
    vaultOf,
  }: {
    readonly followed: readonly FollowedWallet[];
    readonly head: ChainHead;
    readonly range: { readonly from: number; readonly to: number };
    readonly vaultOf: VaultLookup;
  },
): Promise<
  RecordedCounts & {
    readonly differing: number;
    readonly active: ReadonlySet<string>;
    /** The last block whose events are recorded. The next run of the watcher records the later blocks. */
    readonly until: number;
  }
> {
  const sinceBlockByPosition = new Map(
    followed.map(({ vault, wallet, since_block }) => [`${vault} ${wallet}`, since_block]),
  );
  const vaultAddresses = [...new Set(followed.map(({ vault }) => vault))];
  const logs = await readLogs(chain, vaultAddresses, [VAULT_TOPICS], range);
  const vaultEvents = parseVaultEvents(
    logs,
    (vault, wallet, blockNumber) =>
      blockNumber > (sinceBlockByPosition.get(`${vault} ${wallet}`) ?? Infinity),
  );
  const recordedLogs = await readRecordedLogs(dependencies.table, chain.chain, range.from);
  const blockHashByLogKey = new Map(vaultEvents.map(({ log_key, block_hash }) => [log_key, block_hash]));
  const isCanonicalLog = (log: RecordedLog) => blockHashByLogKey.get(log.log_key) === log.block_hash;
  // Ignore recorded events after block `range.to`, because a node that lags behind does not return these events yet.
  const orphanedLogs = recordedLogs.filter((log) => !isCanonicalLog(log) && log.block <= range.to);
  const effectCounts = {
    pending: 0,
    posted: 0,
    differing: 0,
    ...(await undoOrphanedEvents(dependencies, chain, orphanedLogs)),
  };
  const recordedLogByKey = new Map(recordedLogs.filter(isCanonicalLog).map((log) => [log.log_key, log]));
  const { confirmedUntil } = head;
  const unsettledEvents = vaultEvents.filter(({ log_key, block }) => {
    const log = recordedLogByKey.get(log_key);
    return log === undefined || (log.state === 'pending' && block <= confirmedUntil);
  });
  const eventLookups = {
    vaultOf,
    receiptsOf: createReceiptsLookup(chain),
    vaultTransactionsOf: createVaultTransactionsLookup(
      dependencies.table,
      chain,
      readAttributionCodesFromChain(chain),
    ),
  };
  let lastBlock = range.to;
  for (const page of splitIntoPages(unsettledEvents)) {
    if (dependencies.remainingMs !== undefined && dependencies.remainingMs() <= 0) {
      lastBlock = Math.max(range.from - 1, (page[0]?.block ?? 0) - 1);
      dependencies.log.warn('the time of a run was too short', { chain: chain.chain, until: lastBlock });
      break;
    }
    const newLogs = page.filter(({ log_key }) => !recordedLogByKey.has(log_key));
    const newChainEvents = await addMissingEventFields(
      dependencies.table,
      chain,
      { events: newLogs, latest: head.latest },
      vaultOf,
    );
    const pendingLogs = page.flatMap(({ log_key }) => recordedLogByKey.get(log_key) ?? []);
    const logKeysInOrder = page.map(({ log_key }) => log_key);
    const recordedCounts = await recordEventPage(
      dependencies,
      chain,
      { logKeysInOrder, newEvents: newChainEvents, pending: pendingLogs, confirmedUntil },
      eventLookups,
    );
    effectCounts.pending += recordedCounts.pending;
    effectCounts.posted += recordedCounts.posted;
    effectCounts.differing += recordedCounts.differing;
  }
  // If events of later blocks are already recorded, this node lags behind. Its balances are old and are not
  // compared.
  const isNodeBehind = recordedLogs.some(({ block }) => block > range.to);
  const eventsToCompare = isNodeBehind ? [] : [...vaultEvents, ...recordedLogs];
  return {
    ...effectCounts,
    until: lastBlock,
    active: new Set(eventsToCompare.map(({ vault, wallet }) => `${vault} ${wallet}`)),
  };
}

/**
 * Reads the first, latest and final blocks of a chain in one batch. If a local chain was restarted, discards all
 * data about the previous chain first.
 *
 * @throws InconsistentNodeError if the node belongs to another chain than before
 */
async function readChainHead(dependencies: WatcherDependencies, chain: ChainSettings): Promise<ChainHead> {
  const batch = new NodeRequestBatch(chain);
  const blockReaders = {
    first: batch.add(nodeRequests.block(0)),
    latest: batch.add(nodeRequests.block('latest')),
    finalized: batch.addOptional(nodeRequests.block('finalized')),
    safe: chain.confirmedBy === 'safe' ? batch.addOptional(nodeRequests.block('safe')) : undefined,
  };
  await batch.send();
  const [genesisHash, latestBlock] = [blockReaders.first()?.hash, blockReaders.latest()];
  if (genesisHash === undefined || latestBlock === null)
    throw new InconsistentNodeError('There is no first or latest block');
  const finalizedBlockNumber = blockReaders.finalized()?.number;
  await requireSameChain(dependencies, chain, genesisHash);
  const lastConfirmedBlockNumber = lastConfirmedBlockNumberOf(chain, latestBlock.number, {
    finalized: finalizedBlockNumber,
    safe: blockReaders.safe?.()?.number,
  });
  return {
    genesisHash,
    latest: latestBlock,
    finalized: finalizedBlockNumber,
    confirmedUntil: Math.min(lastConfirmedBlockNumber, latestBlock.number),
  };
}

/**
 * Returns the number of the last block that counts as confirmed. It depends on the chain's setting `confirmedBy`:
 * - `finalized`: the last finalized block, or -1 if the node reports none
 * - `safe`: the last safe block, or else the last finalized block, or -1 if the node reports neither
 * - otherwise: the last block with enough confirmations, or the last finalized block if that is later
 */
function lastConfirmedBlockNumberOf(
  chain: ChainSettings,
  latestBlockNumber: number,
  { finalized, safe }: { readonly finalized: number | undefined; readonly safe: number | undefined },
): number {
  if (chain.confirmedBy === 'finalized') return finalized ?? -1;
  if (chain.confirmedBy === 'safe') return safe ?? finalized ?? -1;
  return Math.max(latestBlockNumber - chain.confirmations + 1, finalized ?? 0);
}

async function requireSameChain(
  dependencies: WatcherDependencies,
  chain: ChainSettings,
  genesisHash: Hex,
): Promise<void> {
  const knownGenesisHash = (await readCheckpoint(dependencies.table, chain.chain))?.genesis;
  if (knownGenesisHash === genesisHash) return;
  // Read the first block again. A single wrong answer must not look like a replaced chain.
  if ((await readBlock(chain, 0))?.hash !== genesisHash) {
    throw new InconsistentNodeError(`The node of ${chain.chain} contradicts itself about the first block`);
  }
  if (knownGenesisHash === undefined) return;
  if (!chain.ephemeral) {
    dependencies.log.error('another chain answers than before', { chain: chain.chain });
    throw new InconsistentNodeError(`The node of ${chain.chain} serves another chain than before`);
  }
  await discardChainData(dependencies, chain);
}

/** Problems found in one run of the watcher over all chains. */
interface WatchProblemCounts {
  /** Number of reversed events, plus the number of differences between the stored data and the chain. */
  anomalies: number;
  /** Number of chains that could not be read. */
  unwatched: number;
}

/** Watches every chain. If a chain fails, the error is logged, and the next run reads the chain again. */
export async function watchAllChains(
  dependencies: WatcherDependencies,
  chains: readonly ChainSettings[],
): Promise<WatchProblemCounts> {
  const problemCounts = { anomalies: 0, unwatched: 0 };
  await Promise.all(
    chains.map(async (chain) => {
      if ((await readFollowedWallets(dependencies.table, chain.chain)).length === 0) return;
      try {
        const report = await watchChain(dependencies, chain);
        await continueRescan(dependencies, chain);
        problemCounts.anomalies += report.reversed + report.differing;
        dependencies.log.info('the chain was watched', { ...report });
      } catch (error) {
        if (!(error instanceof RpcError) && !(error instanceof InconsistentNodeError)) throw error;
        problemCounts.unwatched += 1;
        dependencies.log.warn('the chain could not be watched', {
          chain: chain.chain,
          error_message: error.message,
        });
      }
    }),
  );
  return problemCounts;
}
