import { type UserItem, userList } from '../../shared/accounts/store/users.ts';
import { PLANS } from '../../shared/platform/contract/plans.ts';
import { batchPut, type Item } from '../../shared/platform/dynamodb/batch.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import { type Increment, incrementUpdates } from '../../shared/platform/dynamodb/increments.ts';
import { enter, type ListEntry } from '../../shared/platform/dynamodb/numbered-list.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';
import { transactIf } from '../../shared/platform/dynamodb/transact.ts';

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

/** Counts that many entries add to, so that each counter is written once, at the end. */
class Counts {
  readonly #totals = new Map<string, Increment & { by: number }>();

  add(increments: readonly Increment[]): void {
    for (const increment of increments) {
      const id = `${increment.key.pk}\n${increment.key.sk}\n${increment.attribute}`;
      const known = this.#totals.get(id);
      if (known === undefined) this.#totals.set(id, { ...increment, by: Number(increment.by) });
      else known.by += Number(increment.by);
    }
  }

  async write(table: Table): Promise<void> {
    const updates = incrementUpdates([...this.#totals.values()]);
    for (let start = 0; start < updates.length; start += 50) {
      await transactIf(table, updates.slice(start, start + 50));
    }
  }
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
  const counts = new Counts();
  const place = (entry: ListEntry, id: string): Item => {
    const { write, increments } = enter(entry, id);
    counts.add(increments);
    return 'Put' in write ? (write.Put.Item ?? {}) : {};
  };
  function* items(): Generator<Item> {
    for (let number = spacing; number <= count * spacing; number += spacing) {
      const user = generatedUser(number);
      yield { ...ITEMS.user.key({ userId: user.id }), ...user };
      for (const list of lists(user)) yield place({ list, number }, user.id);
    }
  }
  await batchPut(table, items(), { concurrency: 8 });
  await counts.write(table);
}
