import { forEachParallel, type Item } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { matchesDigest } from '../../platform/dynamodb/item-digest.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { type Difference, listDifferences } from '../domain/audit/compare.ts';
import { type ChainItemKey, readItemsByKey } from '../store/onchain/chain-item-scan.ts';
import { parseVaultHolding } from '../store/onchain/vault-holdings.ts';
import {
  buildVaultTransactionPointers,
  parseVaultTransaction,
  readVaultTransactionsOfWallet,
} from '../store/vault-transactions.ts';
import { findLastingDifferences } from './lasting-differences.ts';

/** Number of items that are read concurrently. */
const CONCURRENCY = 16;

/** Kinds of items whose deletion the verification does not detect, with the reason why this is acceptable. */
export const UNDETECTED_DELETIONS = {
  watcher: 'The watcher reads again from the first block of a followed wallet on. Events are booked once.',
  chainRescan:
    'A rescan that is lost is started again by the next hourly comparison that finds a difference.',
  vaultComparison: 'It is made again every hour.',
  vault: 'It is what an operator registered, and holds no money. `vault add` registers it again.',
  vaultFigures: 'The next observation, within ten minutes, makes it again.',
} as const;

const formatItemKey = ({ pk, sk }: ChainItemKey) => `${pk} ${sk}`;

/**
 * Checks that all items that refer to a vault transaction exist and are current. Also checks that the account has the
 * matching vault holding.
 */
async function auditVaultTransaction(table: Table, key: ChainItemKey, item: Item): Promise<Difference[]> {
  const vaultTransaction = parseVaultTransaction(item);
  const { owner_id: account, chain, vault, wallet } = vaultTransaction;
  const pointerItems = buildVaultTransactionPointers(vaultTransaction);
  const holdingKey = ITEMS.vaultHolding.key({ account, chain, vault, wallet });
  const watchedTransactionKey = ITEMS.liveVaultTransaction.key({ chain, account, id: vaultTransaction.id });
  const storedItemOf = await readItemsByKey(table, [...pointerItems, holdingKey, watchedTransactionKey]);
  const isListedAsOpen = pointerItems.some(
    ({ pk, sk }) => pk === watchedTransactionKey.pk && sk === watchedTransactionKey.sk,
  );
  return [
    ...listDifferences(
      formatItemKey(key),
      'key',
      ITEMS.vaultTransaction.key({ id: vaultTransaction.id }).pk,
      key.pk,
    ),
    ...pointerItems.flatMap((pointerItem) =>
      listDifferences(`${pointerItem.pk} ${pointerItem.sk}`, 'item', pointerItem, storedItemOf(pointerItem)),
    ),
    ...(isListedAsOpen
      ? []
      : listDifferences(
          `${watchedTransactionKey.pk} ${watchedTransactionKey.sk}`,
          'item',
          undefined,
          storedItemOf(watchedTransactionKey),
        )),
    ...listDifferences(
      `${holdingKey.pk} ${holdingKey.sk}`,
      'item',
      true,
      storedItemOf(holdingKey) !== undefined,
    ),
  ];
}

/**
 * Returns the differences of an item that refers to a vault transaction. The vault transaction must exist, and its
 * current state must require this item.
 */
async function auditPointerItem(table: Table, key: ChainItemKey, item: Item): Promise<Difference[]> {
  const vaultTransactionKey = ITEMS.vaultTransaction.key({ id: String(item.id) });
  const vaultTransaction = (await readItemsByKey(table, [vaultTransactionKey]))(vaultTransactionKey);
  if (vaultTransaction === undefined)
    return listDifferences(formatItemKey(key), 'refers to an existing transaction', true, false);
  const pointerItems = buildVaultTransactionPointers(parseVaultTransaction(vaultTransaction));
  const isPointerOfVaultTransaction = pointerItems.some(({ pk, sk }) => pk === key.pk && sk === key.sk);
  return listDifferences(
    formatItemKey(key),
    'refers to its own transaction',
    true,
    isPointerOfVaultTransaction,
  );
}

/**
 * Checks that a vault holding has the same values as the account's latest vault transaction for that vault and wallet.
 */
async function auditHolding(table: Table, key: ChainItemKey, item: Item): Promise<Difference[]> {
  const { chain, vault, wallet, ...rest } = parseVaultHolding(item);
  const account = key.pk.slice(ITEMS.vaultHolding.key({ account: '', chain, vault, wallet }).pk.length);
  const vaultTransactions = (await readVaultTransactionsOfWallet(table, chain, wallet)).filter(
    (vaultTransaction) => vaultTransaction.owner_id === account && vaultTransaction.vault === vault,
  );
  const latestVaultTransaction = vaultTransactions
    .toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0))
    .at(-1);
  if (latestVaultTransaction === undefined) return [];
  const { chain_id, strategy_id, user_id, asset, decimals, share_decimals } = latestVaultTransaction;
  const expectedHolding = { chain_id, strategy_id, user_id, asset, decimals, share_decimals };
  return listDifferences(formatItemKey(key), 'holding', expectedHolding, rest);
}

async function auditItem(table: Table, key: ChainItemKey): Promise<Difference[]> {
  const item = (await readItemsByKey(table, [key]))(key);
  // An item that was deleted after the scan is not an error.
  if (item === undefined) return [];
  if (
    key.kind === 'walletVaultTransaction' ||
    key.kind === 'liveVaultTransaction' ||
    key.kind === 'accountVaultTransaction'
  ) {
    return auditPointerItem(table, key, item);
  }
  const digestDifferences = listDifferences(formatItemKey(key), 'digest', true, matchesDigest(item));
  if (digestDifferences.length > 0) return digestDifferences;
  if (key.kind === 'vaultTransaction') return auditVaultTransaction(table, key, item);
  return key.kind === 'vaultHolding' ? auditHolding(table, key, item) : [];
}

export async function verifyRequests(table: Table, items: readonly ChainItemKey[]): Promise<Difference[]> {
  const differences: Difference[] = [];
  await forEachParallel(items, CONCURRENCY, async (key) => {
    differences.push(...(await findLastingDifferences(formatItemKey(key), () => auditItem(table, key))));
  });
  return differences;
}
