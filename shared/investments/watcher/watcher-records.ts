import type { ChainSettings } from '../../chain/networks.ts';
import { NodeRequestBatch, nodeRequests, type Receipt } from '../../chain/node.ts';
import { transactIf } from '../../platform/dynamodb/transact.ts';
import { selectConfirmedEntries } from '../domain/reports/vault-replay.ts';
import { buildEventStatusWrite } from '../store/onchain/chain-events.ts';
import {
  appendChainChanges,
  readBalance,
  readChainEntries,
  type VaultPositionKey,
} from '../store/onchain/chain-journal.ts';
import { deleteCheckpoint, type RecordedLog, readRecordedLogs } from '../store/onchain/chain-logs.ts';
import { readFollowedWallets, unfollowWallet } from '../store/onchain/followed-wallets.ts';
import {
  buildVaultTransactionUpdateWrites,
  readWatchedVaultTransactions,
} from '../store/vault-transactions.ts';
import type { VaultTransactionsLookup } from './event-vault-transactions.ts';
import { type EventEffect, type RecordedEffect, recordEffects } from './record-effects.ts';
import { computeTransactionOutcome } from './transaction-outcome.ts';
import type { WatcherDependencies } from './watcher-dependencies.ts';
import { pauseDepositsAfterDifference, reportAssetDifference } from './watcher-differences.ts';
import { recordRebase } from './watcher-holdings.ts';
import type { CompleteVaultEvent } from './watcher-page.ts';
import { vaultTransactionAfterEvent } from './watcher-vault-transactions.ts';
import { assetDifferenceOf, type VaultLookup } from './watcher-vaults.ts';

/** Number of vault events that were recorded, by new state. */
export interface RecordedCounts {
  readonly pending: number;
  readonly posted: number;
  readonly voided: number;
  readonly reversed: number;
}

/** A function that reads the receipts of chain transactions, by transaction hash. */
export type ReceiptsLookup = (hashes: readonly `0x${string}`[]) => Promise<ReadonlyMap<string, Receipt>>;

/** Reads receipts from a chain's node in one batch. Transactions that are in no block are left out. */
export function createReceiptsLookup(chain: ChainSettings): ReceiptsLookup {
  return async (hashes) => {
    const batch = new NodeRequestBatch(chain);
    const pendingReads = [...new Set(hashes)].map((hash) => ({
      hash,
      receipt: batch.add(nodeRequests.receipt(hash)),
    }));
    await batch.send();
    const hashesWithReceipts = pendingReads.map(({ hash, receipt }) => ({ hash, receipt: receipt() }));
    return new Map(
      hashesWithReceipts.flatMap(({ hash, receipt }): [string, Receipt][] =>
        receipt === null ? [] : [[hash, receipt]],
      ),
    );
  };
}

/** Records changes of vault events in order. Changes of the same position are recorded together if possible. */
async function recordAllEffects(
  dependencies: WatcherDependencies,
  chain: ChainSettings,
  effects: readonly EventEffect[],
): Promise<RecordedEffect[]> {
  const recordedEffects: RecordedEffect[] = [];
  let waitingEffects: EventEffect[] = [];
  const recordWaitingEffects = async () => {
    const effectsByPosition = Map.groupBy(
      waitingEffects,
      ({ log: { vault, wallet } }) => `${vault} ${wallet}`,
    );
    waitingEffects = [];
    for (const effectsOfPosition of effectsByPosition.values())
      recordedEffects.push(...(await recordEffects(dependencies, chain, effectsOfPosition)));
  };
  for (const eventEffect of effects) {
    // Before a transfer between two recorded wallets is posted, record the waiting effects. They may change the other
    // wallet's journal, from which the cost of the transferred shares is read.
    if (eventEffect.effect === 'post' && eventEffect.log.peer !== null) await recordWaitingEffects();
    waitingEffects.push(eventEffect);
  }
  await recordWaitingEffects();
  return recordedEffects;
}

const countEffects = (recordedEffects: readonly RecordedEffect[], effect: EventEffect['effect']) =>
  recordedEffects.filter((each) => each.effect === effect).length;

/**
 * Undoes recorded events whose block the chain has replaced. If the block still exists, its events stay recorded,
 * because the node's logs may be incomplete.
 *
 * @param orphanedLogs recorded events that are missing in the node's logs
 */
export async function undoOrphanedEvents(
  dependencies: WatcherDependencies,
  chain: ChainSettings,
  orphanedLogs: readonly RecordedLog[],
): Promise<Pick<RecordedCounts, 'voided' | 'reversed'>> {
  if (orphanedLogs.length === 0) return { voided: 0, reversed: 0 };
  const batch = new NodeRequestBatch(chain);
  const blockReaderByNumber = new Map(
    orphanedLogs.map(({ block }) => [block, () => null as { readonly hash: string } | null] as const),
  );
  for (const blockNumber of blockReaderByNumber.keys())
    blockReaderByNumber.set(blockNumber, batch.add(nodeRequests.block(blockNumber)));
  await batch.send();
  const replacedLogs = orphanedLogs.filter(({ block, block_hash }) => {
    const hash = blockReaderByNumber.get(block)?.()?.hash;
    return hash !== undefined && hash !== block_hash;
  });
  const receiptByHash = await createReceiptsLookup(chain)(
    replacedLogs.map(({ transaction_hash }) => transaction_hash),
  );
  const verifiedOrphanedLogs = replacedLogs.filter(
    ({ transaction_hash, block_hash }) => receiptByHash.get(transaction_hash)?.blockHash !== block_hash,
  );
  if (verifiedOrphanedLogs.length < orphanedLogs.length) {
    const omittedEventCount = orphanedLogs.length - verifiedOrphanedLogs.length;
    dependencies.log.warn('a node left out booked events', { chain: chain.chain, events: omittedEventCount });
  }
  return undoEvents(dependencies, chain, verifiedOrphanedLogs);
}

/** Voids pending events and reverses posted events. */
export async function undoEvents(
  dependencies: WatcherDependencies,
  chain: ChainSettings,
  orphanedLogs: readonly RecordedLog[],
): Promise<Pick<RecordedCounts, 'voided' | 'reversed'>> {
  for (const { state, block } of orphanedLogs) {
    if (state === 'posted')
      dependencies.log.error('a confirmed event was orphaned', { chain: chain.chain, block });
  }
  const effects = orphanedLogs.map(
    (log): EventEffect => ({ effect: log.state === 'posted' ? 'reverse' : 'void', log }),
  );
  const recordedEffects = await recordAllEffects(dependencies, chain, effects);
  return {
    voided: countEffects(recordedEffects, 'void'),
    reversed: countEffects(recordedEffects, 'reverse'),
  };
}

/** The vault events in a range of blocks, compared with the recorded events. */
interface EventPage {
  /** Keys (`log_key`) of the events, in the order of the chain. */
  readonly logKeysInOrder: readonly string[];
  /** New events, with their data from the chain. */
  readonly newEvents: readonly CompleteVaultEvent[];
  /** Events that are recorded as pending and still on the chain. */
  readonly pending: readonly RecordedLog[];
  /** Last block that has enough confirmations. Events up to and including this block can be posted. */
  readonly confirmedUntil: number;
}

/** The functions with which `recordEventPage` reads from the chain and the table. */
export interface PageLookups {
  readonly vaultOf: VaultLookup;
  readonly vaultTransactionsOf: VaultTransactionsLookup;
  readonly receiptsOf: ReceiptsLookup;
}

/**
 * Records the events of a range of blocks. New events become pending. Events with enough confirmations become
 * posted.
 */
export async function recordEventPage(
  dependencies: WatcherDependencies,
  chain: ChainSettings,
  { logKeysInOrder, newEvents, pending, confirmedUntil }: EventPage,
  { vaultOf, vaultTransactionsOf, receiptsOf }: PageLookups,
): Promise<Pick<RecordedCounts, 'pending' | 'posted'> & { readonly differing: number }> {
  const vaultTransactionsByLogKey = await vaultTransactionsOf(newEvents);
  const newPendingEffects = await recordAllEffects(
    dependencies,
    chain,
    newEvents.map((log): EventEffect => {
      const vault_transaction_id = vaultTransactionsByLogKey.get(log.log_key)?.id ?? null;
      return { effect: 'pending', log: { ...log, state: 'pending', vault_transaction_id } };
    }),
  );
  const logByKey = new Map(
    [...pending, ...newPendingEffects.map(({ log }) => log)].map((log) => [log.log_key, log]),
  );
  const confirmedLogs = logKeysInOrder
    .flatMap((log_key) => logByKey.get(log_key) ?? [])
    .filter(({ block }) => block <= confirmedUntil);
  const confirmedNonTransferLogs = confirmedLogs.filter(({ kind }) => kind !== 'transfer');
  const receiptByHash =
    confirmedNonTransferLogs.length === 0
      ? undefined
      : await receiptsOf(confirmedNonTransferLogs.map((log) => log.transaction_hash));
  const effects: EventEffect[] = [];
  for (const log of confirmedLogs) {
    const vault = await vaultOf(log.vault);
    const logs = receiptByHash?.get(log.transaction_hash)?.logs ?? [];
    const difference = vault && assetDifferenceOf(vault, log, logs);
    if (vault !== undefined && difference !== undefined) {
      await pauseDepositsAfterDifference(dependencies, vault, { block: log.block, difference });
    }
    const transactionOutcome =
      vault === undefined || log.vault_transaction_id === null
        ? null
        : computeTransactionOutcome(vault, log, logs);
    effects.push({ effect: 'post', log, assetDifference: difference, outcome: transactionOutcome });
  }
  const postedEffects = await recordAllEffects(dependencies, chain, effects);
  let differingEventCount = 0;
  for (const { log } of postedEffects) {
    const difference = effects.find((each) => each.log.log_key === log.log_key)?.assetDifference;
    const vault = difference === undefined ? undefined : await vaultOf(log.vault);
    if (vault === undefined || difference === undefined) continue;
    if (!vault.rebasing) differingEventCount += 1;
    reportAssetDifference(dependencies, vault, { block: log.block, difference });
  }
  return { pending: newPendingEffects.length, posted: postedEffects.length, differing: differingEventCount };
}

/**
 * Reverses the opening balance and the rebases of a position. All its other events must already be voided or
 * reversed.
 */
async function reverseOpeningBalanceAndRebases(
  dependencies: WatcherDependencies,
  vaultPosition: VaultPositionKey,
): Promise<void> {
  const openingEntries = selectConfirmedEntries(
    await readChainEntries(dependencies.table, vaultPosition),
  ).filter(({ kind }) => kind === 'opening');
  for (const { sequence: _, digest, ...entry } of openingEntries) {
    const balanceBefore = await readBalance(dependencies.table, vaultPosition);
    const reversal = { ...entry, effect: 'reverse', bookedAtMs: dependencies.clock() } as const;
    const { writes } = await appendChainChanges(dependencies.table, vaultPosition, balanceBefore, [reversal]);
    const eventNumber = balanceBefore.events.opening_balance;
    const status =
      entry.amounts.shares === 0n
        ? []
        : [
            buildEventStatusWrite(
              vaultPosition,
              { type: 'opening_balance', number: eventNumber },
              { status: 'reversed' },
            ),
          ];
    await transactIf(dependencies.table, [...writes, ...status]);
  }
  const balance = await readBalance(dependencies.table, vaultPosition);
  const { shares } = balance.posted;
  if (shares === 0n) return;
  const placeholderBlock = {
    number: 0,
    hash: '0x',
    timestamp: Math.floor(dependencies.clock() / 1_000),
  } as const;
  await recordRebase(dependencies, vaultPosition, balance, { shares: -shares, at: placeholderBlock });
}

/**
 * Discards all data about a chain that was restarted from its first block.
 * The checkpoint is deleted last, so that the watcher's next run repeats an interrupted call.
 */
export async function discardChainData(
  dependencies: WatcherDependencies,
  chain: ChainSettings,
): Promise<void> {
  const { table, log, clock } = dependencies;
  log.warn('the chain was restarted', { chain: chain.chain });
  await undoEvents(dependencies, chain, await readRecordedLogs(table, chain.chain, 0));
  for (const vaultTransaction of await readWatchedVaultTransactions(table, chain.chain)) {
    const vaultTransactionAfter = vaultTransactionAfterEvent(vaultTransaction, 'deadline', clock());
    if (vaultTransactionAfter !== undefined)
      await transactIf(table, buildVaultTransactionUpdateWrites(vaultTransaction, vaultTransactionAfter));
  }
  for (const { vault, wallet } of await readFollowedWallets(table, chain.chain)) {
    await reverseOpeningBalanceAndRebases(dependencies, { chain: chain.chain, vault, wallet });
    await unfollowWallet(table, { chain: chain.chain, vault, wallet });
  }
  await deleteCheckpoint(table, chain.chain);
}
