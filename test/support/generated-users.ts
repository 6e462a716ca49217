import { type UserItem, userListName } from '../../shared/accounts/store/users.ts';
import { PLANS } from '../../shared/platform/contract/plans.ts';
import { locateListEntry } from '../../shared/platform/domain/list-tree.ts';
import { batchPut, type Item, type Key } from '../../shared/platform/dynamodb/batch.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import {
  chunkCountsKey,
  chunkKeyOf,
  encodeVersionedCount,
  VERSION_ATTRIBUTE,
} from '../../shared/platform/dynamodb/numbered-list.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';

const AT = '2026-01-01T00:00:00.000Z';

/**
 * Returns the user with this number. Plans alternate over every three users, and every hundredth user is an
 * administrator.
 */
export function generatedUser(number: number): UserItem {
  return {
    id: `usr_${number.toString(36).padStart(16, '0')}`,
    role: number % 100 === 0 ? 'admin' : 'user',
    plan: PLANS[number % PLANS.length] ?? 'free',
    number,
    version: 1,
    api_key_count: 0,
    sessions: {},
    created_at: AT,
    updated_at: AT,
  };
}

/** Returns all lists that contain a user. */
export function listsOfUser({ plan, role }: Pick<UserItem, 'plan' | 'role'>): string[] {
  return [{}, { plan }, { role }, { plan, role }].map(userListName);
}

interface Entry {
  readonly list: string;
  readonly number: number;
  readonly id: string;
}

/** Returns the items of lists with exactly these entries. */
function listItems(entries: readonly Entry[]): Item[] {
  const chunks = new Map<string, Key & Record<string, unknown>>();
  const countItemsByKey = new Map<string, Key & Record<string, unknown>>();
  const at = (items: Map<string, Key & Record<string, unknown>>, key: Key) => {
    const name = `${key.pk} ${key.sk}`;
    const item = items.get(name) ?? { ...key };
    items.set(name, item);
    return item;
  };
  for (const { list, number, id } of entries) {
    const { group, chunk, offset } = locateListEntry(number);
    const item = at(chunks, chunkKeyOf(list, chunk));
    item[String(offset)] = id;
    item[VERSION_ATTRIBUTE] = 1;
    at(countItemsByKey, chunkCountsKey(list, group))[String(chunk)] = encodeVersionedCount(item);
  }
  return [...chunks.values(), ...countItemsByKey.values()];
}

/**
 * Adds `count` users to their lists in bulk, as if they had signed up one by one. Their numbers are `spacing` apart,
 * as if the users between had been deleted. A few users then fill the lists as far as many would.
 */
export async function generateUsers(
  table: Table,
  count: number,
  spacing = 1,
  lists: (user: UserItem) => readonly string[] = listsOfUser,
): Promise<void> {
  const places: Entry[] = [];
  function* items(): Generator<Item> {
    for (let number = spacing; number <= count * spacing; number += spacing) {
      const user = generatedUser(number);
      yield { ...ITEMS.user.key({ userId: user.id }), ...user };
      for (const list of lists(user)) places.push({ list, number, id: user.id });
    }
  }
  await batchPut(table, items(), { concurrency: 8 });
  await batchPut(table, listItems(places), { concurrency: 8 });
}
