import { absoluteValue } from '../../platform/domain/units.ts';
import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { auditHistory, rebuildHistory } from '../domain/audit/chain-history.ts';
import { type Difference, listDifferences } from '../domain/audit/compare.ts';
import { balanceAfterEntries, buildChainEntry, NO_BALANCE } from '../domain/onchain/chain-balance.ts';
import type { ChainEntry } from '../domain/onchain/entry.ts';
import { replayVaultStatesByTime } from '../domain/reports/vault-replay.ts';
import { readEventHistory } from '../store/onchain/chain-events.ts';
import { type ChainItemScan, scanChainItems } from '../store/onchain/chain-item-scan.ts';
import { readBalance, readChainEntries, type VaultPositionKey } from '../store/onchain/chain-journal.ts';
import { readLogsByKey } from '../store/onchain/chain-logs.ts';
import { readFollowedWallet } from '../store/onchain/followed-wallets.ts';
import { readAllPastStates, readReplayRange } from '../store/onchain/past-states.ts';
import { readVaultTransactionsById } from '../store/vault-transactions.ts';
import { findLastingDifferences } from './lasting-differences.ts';
import { verifyRequests } from './verify-requests.ts';

/** Number of positions that are read concurrently. */
const CONCURRENCY = 8;

/**
 * Maps each effect to the effects that may follow it for the same event. A voided or reversed event may become pending
 * again, because the chain can include it in another block.
 */
const ALLOWED_NEXT_EFFECTS: Readonly<
  Record<ChainEntry['effect'] | 'nothing', readonly ChainEntry['effect'][]>
> = {
  nothing: ['pending', 'rebase', 'opening'],
  pending: ['post', 'void'],
  post: ['reverse'],
  void: ['pending'],
  reverse: ['pending', 'opening'],
  rebase: [],
  opening: ['reverse'],
};

/**
 * Checks numbers, order, digests and amounts of a journal's entries. For example, an entry with the effect `post` must
 * follow an entry with the effect `pending`.
 */
function auditJournal(vaultPosition: VaultPositionKey, entries: readonly ChainEntry[]): Difference[] {
  const location = positionNameOf(vaultPosition);
  const lastEntryByLogKey = new Map<string, ChainEntry>();
  return entries.flatMap((entry, i) => {
    const previousEntry = lastEntryByLogKey.get(entry.logKey);
    lastEntryByLogKey.set(entry.logKey, entry);
    const entryLocation = `${location} entry ${entry.sequence}`;
    const { digest, ...content } = entry;
    const balanceBefore = { ...NO_BALANCE, sequence: i, digest: entries[i - 1]?.digest ?? '' };
    const expectedEntry = buildChainEntry(vaultPosition, balanceBefore, content);
    const isEffectAllowed = ALLOWED_NEXT_EFFECTS[previousEntry?.effect ?? 'nothing'].includes(entry.effect);
    return [
      ...listDifferences(entryLocation, 'number', i + 1, entry.sequence),
      ...listDifferences(entryLocation, 'digest', expectedEntry.digest, digest),
      ...listDifferences(entryLocation, `${entry.effect} may follow`, true, isEffectAllowed),
      // A `pending` entry may have other amounts than the event's previous entry, because another block may have
      // included the event. All other entries must repeat the amounts of the previous entry.
      ...(previousEntry === undefined || entry.effect === 'pending'
        ? []
        : listDifferences(
            entryLocation,
            'amounts of the reversed event',
            previousEntry.amounts,
            entry.amounts,
          )),
    ];
  });
}

const positionNameOf = ({ chain, vault, wallet }: VaultPositionKey) => `${chain} ${vault} ${wallet}`;

/** Returns the last entry of each event, if this entry marks the event as pending or posted. */
function selectCurrentEvents(entries: readonly ChainEntry[]): ChainEntry[] {
  const lastEntryByLogKey = new Map(entries.map((entry) => [entry.logKey, entry]));
  return [...lastEntryByLogKey.values()].filter(({ effect }) => effect === 'pending' || effect === 'post');
}

/** Checks that a position's recorded events match its journal, and checks the vault transactions of these events. */
async function auditRecordedEvents(
  table: Table,
  { chain, vault, wallet }: VaultPositionKey,
  entries: readonly ChainEntry[],
): Promise<Difference[]> {
  const { numbers } = rebuildHistory(entries);
  const recordedEvents = selectCurrentEvents(entries);
  const logReferences = recordedEvents.map(({ block, logKey }) => ({ block, log_key: logKey }));
  const ids = recordedEvents.flatMap(({ vaultTransactionId }) => vaultTransactionId ?? []);
  const [storedLogs, vaultTransactions] = await Promise.all([
    readLogsByKey(table, chain, logReferences),
    readVaultTransactionsById(table, [...new Set(ids)]),
  ]);
  const vaultTransactionById = new Map(
    vaultTransactions.map((vaultTransaction) => [vaultTransaction.id, vaultTransaction]),
  );
  return recordedEvents.flatMap((entry) => {
    const { logKey, kind, amounts, worth, peer, block, blockHash, transactionHash, vaultTransactionId } =
      entry;
    const expected = {
      ...{ log_key: logKey, vault, wallet, kind, ...amounts, worth },
      ...{ transaction_hash: transactionHash, block, block_hash: blockHash, block_ms: entry.effectiveAtMs },
      state: entry.effect === 'post' ? 'posted' : 'pending',
      vault_transaction_id: vaultTransactionId ?? null,
      peer: peer === undefined ? null : { wallet: peer.wallet, log_key: peer.logKey },
      number: numbers.get(logKey),
    };
    const log = listDifferences(`${chain} ${logKey}`, 'recorded event', expected, storedLogs.get(logKey));
    // A missing vault transaction is normal if its account was erased.
    const vaultTransaction = vaultTransactionById.get(vaultTransactionId ?? '');
    if (vaultTransactionId === undefined || vaultTransaction === undefined) return log;
    const {
      state,
      included,
      type,
      vault: vaultTransactionVault,
      wallet: vaultTransactionWallet,
    } = vaultTransaction;
    const expectedTransaction = {
      ...{ type: kind, vault, wallet, state: entry.effect === 'post' ? 'confirmed' : 'included' },
      included: {
        ...{ hash: transactionHash, block },
        assets: String(absoluteValue(amounts.assets)),
        shares: String(absoluteValue(amounts.shares)),
      },
    };
    const recordedTransaction = {
      type,
      vault: vaultTransactionVault,
      wallet: vaultTransactionWallet,
      state,
      included,
    };
    return [
      ...log,
      ...listDifferences(vaultTransactionId, 'transaction', expectedTransaction, recordedTransaction),
    ];
  });
}

/** Checks that the wallet is stored as a followed wallet from the block of its opening balance. */
function auditFollowedWallet(
  vaultPosition: VaultPositionKey,
  entries: readonly ChainEntry[],
  followedWallet: Awaited<ReturnType<typeof readFollowedWallet>>,
): Difference[] {
  const lastEntryByLogKey = new Map(entries.map((entry) => [entry.logKey, entry]));
  const openingEntry = [...lastEntryByLogKey.values()].findLast(({ effect }) => effect === 'opening');
  const { vault, wallet } = vaultPosition;
  const expectedFollowedWallet = openingEntry && {
    ...{ vault, wallet, since_block: openingEntry.block, block_hash: openingEntry.blockHash },
  };
  return listDifferences(
    positionNameOf(vaultPosition),
    'followed wallet',
    expectedFollowedWallet,
    followedWallet,
  );
}

/**
 * Checks stored past states against the journal. Skips states in the replay range, because they are outdated (see
 * `ReplayRange`).
 */
function auditPastStates(
  vaultPosition: VaultPositionKey,
  entries: readonly ChainEntry[],
  storedStates: Awaited<ReturnType<typeof readAllPastStates>>,
  replayRange: Awaited<ReturnType<typeof readReplayRange>>,
): Difference[] {
  const isOutsideReplayRange = (atMs: number) =>
    replayRange === undefined || atMs < replayRange.from_ms || atMs >= replayRange.to_ms;
  const statesOutsideReplayRange = (stateByTimeMs: ReadonlyMap<number, unknown>) =>
    Object.fromEntries([...stateByTimeMs].filter(([atMs]) => isOutsideReplayRange(atMs)));
  return listDifferences(
    positionNameOf(vaultPosition),
    'past positions',
    statesOutsideReplayRange(replayVaultStatesByTime(entries)),
    statesOutsideReplayRange(storedStates),
  );
}

/** Checks one position. Returns the differences, and the number of the position's journal entries. */
async function auditChainPosition(table: Table, vaultPosition: VaultPositionKey) {
  const [pastStates, replayRange, followedWallet, storedBalance, storedHistory] = await Promise.all([
    readAllPastStates(table, vaultPosition),
    readReplayRange(table, vaultPosition),
    readFollowedWallet(table, vaultPosition),
    readBalance(table, vaultPosition),
    readEventHistory(table, vaultPosition),
  ]);
  const entries = await readChainEntries(table, vaultPosition);
  const differences = [
    ...auditJournal(vaultPosition, entries),
    ...listDifferences(positionNameOf(vaultPosition), 'balance', balanceAfterEntries(entries), storedBalance),
    ...auditHistory(positionNameOf(vaultPosition), rebuildHistory(entries), storedHistory),
    ...auditFollowedWallet(vaultPosition, entries, followedWallet),
    ...auditPastStates(vaultPosition, entries, pastStates, replayRange),
    ...(await auditRecordedEvents(table, vaultPosition, entries)),
  ];
  return { entries: entries.length, differences };
}

/**
 * Verifies all stored on-chain items: positions, vault transactions, the items that refer to vault transactions, vault
 * holdings, and vaults. Scans the table unless the caller passes the result of a scan.
 */
export async function verifyChainItems(
  table: Table,
  chainItemScan?: ChainItemScan,
): Promise<{ positions: number; entries: number; items: number; differences: Difference[] }> {
  const { vaultPositions, items } = chainItemScan ?? (await scanChainItems(table));
  const totals = {
    positions: vaultPositions.length,
    entries: 0,
    items: items.length,
    differences: [] as Difference[],
  };
  await forEachParallel(vaultPositions, CONCURRENCY, async (vaultPosition) => {
    let entries = 0;
    const differences = await findLastingDifferences(positionNameOf(vaultPosition), async () => {
      const positionAudit = await auditChainPosition(table, vaultPosition);
      entries = positionAudit.entries;
      return positionAudit.differences;
    });
    totals.entries += entries;
    totals.differences.push(...differences);
  });
  totals.differences.push(...(await verifyRequests(table, items)));
  return totals;
}
