import { type UserItem, userList } from '../../shared/accounts/store/users.ts';
import { PLANS } from '../../shared/platform/contract/plans.ts';
import { placeOf } from '../../shared/platform/domain/list-tree.ts';
import { batchPut, type Item, type Key } from '../../shared/platform/dynamodb/batch.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import { blockKey, countedAs, leafKey, VERSION } from '../../shared/platform/dynamodb/numbered-list.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';

const AT = '2026-01-01T00:00:00.000Z';

/** The user of a number: every third on each plan, every hundredth an administrator. */
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

/** All lists of a user. */
export function listsOf({ plan, role }: Pick<UserItem, 'plan' | 'role'>): string[] {
  return [{}, { plan }, { role }, { plan, role }].map(userList);
}

interface Entry {
  readonly list: string;
  readonly number: number;
  readonly id: string;
}

/** The items of lists that hold these entries and no others. */
function listItems(entries: readonly Entry[]): Item[] {
  const blocks = new Map<string, Key & Record<string, unknown>>();
  const leaves = new Map<string, Key & Record<string, unknown>>();
  const at = (items: Map<string, Key & Record<string, unknown>>, key: Key) => {
    const name = `${key.pk} ${key.sk}`;
    const item = items.get(name) ?? { ...key };
    items.set(name, item);
    return item;
  };
  for (const { list, number, id } of entries) {
    const { leaf, block, offset } = placeOf(number);
    const item = at(blocks, blockKey(list, block));
    item[String(offset)] = id;
    item[VERSION] = 1;
    at(leaves, leafKey(list, leaf))[String(block)] = countedAs(item);
  }
  return [...blocks.values(), ...leaves.values()];
}

/**
 * Puts `count` users on their lists as signing up one by one would have, in bulk. Their numbers lie `spacing` apart, as
 * if the others had gone: so that a few reach as far into the lists as many.
 */
export async function generateUsers(
  table: Table,
  count: number,
  spacing = 1,
  lists: (user: UserItem) => readonly string[] = listsOf,
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
