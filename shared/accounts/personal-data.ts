import { buildAuditWrite, recordEvent } from '../platform/audit/events.ts';
import { batchDelete, type Key } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { scanPages } from '../platform/dynamodb/query-all.ts';
import { ITEMS } from '../platform/dynamodb/table.ts';
import { transactIf } from '../platform/dynamodb/transact.ts';
import { write } from '../platform/dynamodb/write.ts';
import type { Accounts } from './credentials.ts';
import {
  type ErasureOutcome,
  findErasureOutcome,
  findItemTypeName,
  type UserToErase,
} from './store/erasure-rules.ts';
import {
  buildAccountErasureWrites,
  buildActorRemovalWrite,
  findOwnedItemId,
  linksOtherItems,
  toExportItem,
  walletLinkOf,
} from './store/personal-data.ts';
import type { StoredItem } from './store/stored-item.ts';
import { type UserItem, walletLoginKey, walletOf } from './store/users.ts';
import { updateUser } from './users.ts';

const itemKeyOf = ({ pk, sk }: StoredItem): Key => ({ pk: String(pk), sk: String(sk) });

async function findUserToErase(table: Table, id: string): Promise<UserToErase> {
  const ownedIds = new Set<string>();
  const ownWallets = new Set<string>();
  const walletsOfOtherUsers = new Set<string>();
  for await (const items of scanPages(table)) {
    for (const item of items) {
      const idOfOwnedItem = findOwnedItemId(item, id);
      if (idOfOwnedItem !== undefined) ownedIds.add(idOfOwnedItem);
      const walletLink = walletLinkOf(item);
      if (walletLink !== undefined)
        (walletLink.account === id ? ownWallets : walletsOfOtherUsers).add(walletLink.wallet);
    }
  }
  const wallets = new Set([...ownWallets].filter((wallet) => !walletsOfOtherUsers.has(wallet)));
  return { id, wallets, owned: ownedIds };
}

/**
 * Finds every stored item about a user, and the effect of an erasure on each item. Only operators use it,
 * because it reads the whole table twice.
 */
async function* findPersonalItems(
  table: Table,
  user: UserItem,
): AsyncGenerator<{ item: StoredItem; outcome: ErasureOutcome }> {
  const userToErase = await findUserToErase(table, user.id);
  for await (const items of scanPages(table)) {
    for (const item of items) {
      const outcome = findErasureOutcome(item, userToErase);
      if (outcome !== undefined) yield { item, outcome };
    }
  }
}

/**
 * Returns every stored item about a user, grouped by item name and without secrets. The export is recorded as
 * an audit event.
 */
export async function exportUser(
  accountsContext: Accounts,
  user: UserItem,
  now: Date,
): Promise<Readonly<Record<string, readonly StoredItem[]>>> {
  const itemsByKind: Record<string, StoredItem[]> = {};
  for await (const { item } of findPersonalItems(accountsContext.table, user)) {
    const kind = findItemTypeName(itemKeyOf(item)) ?? 'other';
    itemsByKind[kind] = [...(itemsByKind[kind] ?? []), toExportItem(item)];
  }
  const event = { type: 'user.exported', userId: user.id } as const;
  await recordEvent(accountsContext.table, accountsContext.cause, event, now);
  return itemsByKind;
}

export interface ErasureReport {
  readonly erased: number;
  /** Number of ledger items that were kept. They no longer identify a person. */
  readonly kept: number;
}

/**
 * Erases a user. All credentials stop working at once. All items about the user are deleted, including audit
 * events. The ledger is kept, but it contains only the owner's random id.
 * Items that are needed to find other items are deleted last, so that a failed erasure can be repeated.
 */
export async function eraseUser(
  accountsContext: Accounts,
  user: UserItem,
  now: Date,
): Promise<ErasureReport> {
  const { table } = accountsContext;
  await updateUser(accountsContext, user.id, { suspended: true }, now);
  for (const end of buildAccountErasureWrites(user.id, now)) await write(table, end);
  const nonLinkingItemKeys: Key[] = [];
  const linkingItemKeys: Key[] = [];
  let keptItemCount = 0;
  for await (const { item, outcome } of findPersonalItems(table, user)) {
    if (outcome === 'deleted')
      (linksOtherItems(item, user.id) ? linkingItemKeys : nonLinkingItemKeys).push(itemKeyOf(item));
    else if (outcome === 'kept') keptItemCount += 1;
    else await write(table, buildActorRemovalWrite(item));
  }
  const wallet = walletOf(user);
  const keysDeletedLast = [
    ITEMS.user.key({ userId: user.id }),
    ...(wallet === undefined ? [] : [walletLoginKey(wallet)]),
  ];
  const isDeletedLast = ({ pk, sk }: Key) => keysDeletedLast.some((key) => key.pk === pk && key.sk === sk);
  await batchDelete(
    table,
    nonLinkingItemKeys.filter((key) => !isDeletedLast(key)),
  );
  await batchDelete(
    table,
    linkingItemKeys.filter((key) => !isDeletedLast(key)),
  );
  const erasureEventWrite = await buildAuditWrite(
    table,
    accountsContext.cause,
    { type: 'user.erased', userId: null },
    now,
  );
  await transactIf(table, [...keysDeletedLast.map((Key) => ({ Delete: { Key } })), erasureEventWrite]);
  return { erased: nonLinkingItemKeys.length + linkingItemKeys.length, kept: keptItemCount };
}
