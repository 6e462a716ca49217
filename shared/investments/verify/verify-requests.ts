import { forEachParallel, type Item } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { matchesDigest } from '../../platform/dynamodb/item-digest.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { compare, type Difference } from '../domain/audit/compare.ts';
import { intentPointers, parseIntent, readIntentsOfWallet } from '../store/intents.ts';
import { type ChainItemKey, readItemsByKey } from '../store/onchain/chain-item-scan.ts';
import { parseVaultHolding } from '../store/onchain/vault-holdings.ts';
import { lastingDifferences } from './lasting-differences.ts';

/** Number of items that are read concurrently. */
const CONCURRENCY = 16;

/** Kinds of items whose deletion the verification does not detect, with the reason why this is acceptable. */
export const UNCOVERED_DELETIONS = {
  watcher: 'The watcher reads again from the first block of a followed wallet on. Events are booked once.',
  chainRescan:
    'A rescan that is lost is started again by the next hourly comparison that finds a difference.',
  vaultComparison: 'It is made again every hour.',
  vault: 'It is what an operator registered, and holds no money. `vault add` registers it again.',
  vaultFigures: 'The next observation, within ten minutes, makes it again.',
} as const;

const itemName = ({ pk, sk }: ChainItemKey) => `${pk} ${sk}`;

/**
 * Checks that all items that refer to an intent exist and have its current values, and that the account has a
 * vault holding for the intent's wallet and vault.
 */
async function auditIntent(table: Table, key: ChainItemKey, item: Item): Promise<Difference[]> {
  const intent = parseIntent(item);
  const { owner_id: account, chain, vault, wallet } = intent;
  const pointers = intentPointers(intent);
  const holdingKey = ITEMS.vaultHolding.key({ account, chain, vault, wallet });
  const openIntentKey = ITEMS.liveIntent.key({ chain, account, id: intent.id });
  const storedItemOf = await readItemsByKey(table, [...pointers, holdingKey, openIntentKey]);
  const isListed = pointers.some(({ pk, sk }) => pk === openIntentKey.pk && sk === openIntentKey.sk);
  return [
    ...compare(itemName(key), 'key', ITEMS.intent.key({ id: intent.id }).pk, key.pk),
    ...pointers.flatMap((pointer) =>
      compare(`${pointer.pk} ${pointer.sk}`, 'item', pointer, storedItemOf(pointer)),
    ),
    ...(isListed
      ? []
      : compare(`${openIntentKey.pk} ${openIntentKey.sk}`, 'item', undefined, storedItemOf(openIntentKey))),
    ...compare(`${holdingKey.pk} ${holdingKey.sk}`, 'item', true, storedItemOf(holdingKey) !== undefined),
  ];
}

/** Checks that an item refers to an existing intent and is one of its `intentPointers`. */
async function auditPointer(table: Table, key: ChainItemKey, item: Item): Promise<Difference[]> {
  const intentKey = ITEMS.intent.key({ id: String(item.id) });
  const intent = (await readItemsByKey(table, [intentKey]))(intentKey);
  if (intent === undefined) return compare(itemName(key), 'refers to an existing transaction', true, false);
  const pointers = intentPointers(parseIntent(intent));
  const isPointerOfIntent = pointers.some(({ pk, sk }) => pk === key.pk && sk === key.sk);
  return compare(itemName(key), 'refers to its own transaction', true, isPointerOfIntent);
}

/**
 * Checks that a vault holding has the same values as the account's latest intent for that vault and wallet.
 */
async function auditHolding(table: Table, key: ChainItemKey, item: Item): Promise<Difference[]> {
  const { chain, vault, wallet, ...rest } = parseVaultHolding(item);
  const account = key.pk.slice(ITEMS.vaultHolding.key({ account: '', chain, vault, wallet }).pk.length);
  const intents = (await readIntentsOfWallet(table, chain, wallet)).filter(
    (intent) => intent.owner_id === account && intent.vault === vault,
  );
  const latestIntent = intents.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0)).at(-1);
  if (latestIntent === undefined) return [];
  const { chain_id, strategy_id, user_id, asset, decimals, share_decimals } = latestIntent;
  const expected = { chain_id, strategy_id, user_id, asset, decimals, share_decimals };
  return compare(itemName(key), 'holding', expected, rest);
}

async function auditItem(table: Table, key: ChainItemKey): Promise<Difference[]> {
  const item = (await readItemsByKey(table, [key]))(key);
  // An item that was deleted after the scan is not an error.
  if (item === undefined) return [];
  if (key.kind === 'walletIntent' || key.kind === 'liveIntent' || key.kind === 'accountIntent') {
    return auditPointer(table, key, item);
  }
  const digest = compare(itemName(key), 'digest', true, matchesDigest(item));
  if (digest.length > 0) return digest;
  if (key.kind === 'intent') return auditIntent(table, key, item);
  return key.kind === 'vaultHolding' ? auditHolding(table, key, item) : [];
}

/** Verifies intents, the items that refer to intents, vault holdings, and items about vaults. */
export async function verifyRequests(table: Table, items: readonly ChainItemKey[]): Promise<Difference[]> {
  const differences: Difference[] = [];
  await forEachParallel(items, CONCURRENCY, async (key) => {
    differences.push(...(await lastingDifferences(itemName(key), () => auditItem(table, key))));
  });
  return differences;
}
