import { auditWrite, recordEvent } from '../platform/audit/events.ts';
import { batchDelete, type Key } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { scanPages } from '../platform/dynamodb/query-all.ts';
import { ITEMS } from '../platform/dynamodb/table.ts';
import { transactIf } from '../platform/dynamodb/transact.ts';
import { write } from '../platform/dynamodb/write.ts';
import type { Accounts } from './credentials.ts';
import { type ErasureOutcome, erasureOutcome, kindOf, type Person } from './store/erasure-rules.ts';
import {
  endWrites,
  exported,
  leadsFurther,
  loseActorWrite,
  ownedId,
  walletIn,
} from './store/personal-data.ts';
import type { StoredItem } from './store/stored-item.ts';
import { loginKey, type UserItem, walletOf } from './store/users.ts';
import { updateUser } from './users.ts';

const keyOf = ({ pk, sk }: StoredItem): Key => ({ pk: String(pk), sk: String(sk) });

async function personOf(table: Table, id: string): Promise<Person> {
  const owned = new Set<string>();
  const theirs = new Set<string>();
  const others = new Set<string>();
  for await (const items of scanPages(table)) {
    for (const item of items) {
      const found = ownedId(item, id);
      if (found !== undefined) owned.add(found);
      const tie = walletIn(item);
      if (tie !== undefined) (tie.account === id ? theirs : others).add(tie.wallet);
    }
  }
  const wallets = new Set([...theirs].filter((wallet) => !others.has(wallet)));
  return { id, wallets, owned };
}

/**
 * Everything that is stored about a user, and whether an erasure would keep it. Reads the whole table twice: for
 * operators.
 */
async function* itemsOf(
  table: Table,
  user: UserItem,
): AsyncGenerator<{ item: StoredItem; outcome: ErasureOutcome }> {
  const person = await personOf(table, user.id);
  for await (const items of scanPages(table)) {
    for (const item of items) {
      const outcome = erasureOutcome(item, person);
      if (outcome !== undefined) yield { item, outcome };
    }
  }
}

/** Everything that is stored about a user, by kind, without secrets. That it was exported is recorded. */
export async function exportUser(
  accounts: Accounts,
  user: UserItem,
  now: Date,
): Promise<Readonly<Record<string, readonly StoredItem[]>>> {
  const byKind: Record<string, StoredItem[]> = {};
  for await (const { item } of itemsOf(accounts.table, user)) {
    const kind = kindOf(keyOf(item)) ?? 'other';
    byKind[kind] = [...(byKind[kind] ?? []), exported(item)];
  }
  const event = { type: 'user.exported', userId: user.id } as const;
  await recordEvent(accounts.table, accounts.cause, event, now);
  return byKind;
}

export interface Erasure {
  readonly erased: number;
  /** Ledger items, which no longer identify a person. */
  readonly kept: number;
}

/**
 * Erases a user. All credentials stop working at once, and everything about the user is deleted, audit events included.
 * The ledger stays, under an owner's random id. May be run again after a failure: items that lead to other items are
 * deleted after those, and items that lead to the user are deleted last, together with the event about the user.
 */
export async function eraseUser(accounts: Accounts, user: UserItem, now: Date): Promise<Erasure> {
  const { table } = accounts;
  await updateUser(accounts, user.id, { suspended: true }, now);
  for (const end of endWrites(user.id, now)) await write(table, end);
  const going: Key[] = [];
  const leading: Key[] = [];
  let kept = 0;
  for await (const { item, outcome } of itemsOf(table, user)) {
    if (outcome === 'deleted') (leadsFurther(item, user.id) ? leading : going).push(keyOf(item));
    else if (outcome === 'kept') kept += 1;
    else await write(table, loseActorWrite(item));
  }
  const wallet = walletOf(user);
  const last = [ITEMS.user.key({ userId: user.id }), ...(wallet === undefined ? [] : [loginKey(wallet)])];
  const isLast = ({ pk, sk }: Key) => last.some((key) => key.pk === pk && key.sk === sk);
  await batchDelete(
    table,
    going.filter((key) => !isLast(key)),
  );
  await batchDelete(
    table,
    leading.filter((key) => !isLast(key)),
  );
  const erased = await auditWrite(table, accounts.cause, { type: 'user.erased', userId: null }, now);
  await transactIf(table, [...last.map((Key) => ({ Delete: { Key } })), erased]);
  return { erased: going.length + leading.length, kept };
}
