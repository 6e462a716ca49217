import * as z from 'zod/mini';
import { ITEMS, type ItemName, partitionPrefix } from '../../platform/dynamodb/table.ts';

export type StoredItem = Readonly<Record<string, unknown>>;

const text = z.catch(z.string(), '');
const known = z.object({
  pk: z.string(),
  sk: z.string(),
  id: text,
  user_id: text,
  owner: text,
  owner_id: text,
  actor_id: text,
  erased: z.catch(z.boolean(), false),
  account: text,
  wallet: text,
  wallet_address: text,
  actor: z.catch(z.object({ user_id: text }), { user_id: '' }),
});
export type Known = z.infer<typeof known>;

/** As much of an item as says whose it is. */
export const knownOf = (item: StoredItem): Known => known.parse(item);

export const isOf = (pk: string, kind: ItemName) => pk.startsWith(partitionPrefix(ITEMS[kind]));
/** The variable part of a partition key. */
export const rest = (pk: string, kind: ItemName) => pk.slice(partitionPrefix(ITEMS[kind]).length);

/** The address that a key ends with. */
export function addressAtEnd(key: string): string {
  return /0x[0-9a-f]{40}$/i.exec(key)?.[0] ?? '';
}

/** An account, or one of its own users within it. */
export const isWithin = (owner: string, id: string) => owner === id || owner.startsWith(`${id}/`);

/** Whether a text names an id, and not another that only begins so. */
export function names(content: string, id: string): boolean {
  const at = content.indexOf(id);
  return at >= 0 && !/\w/.test(content.charAt(at + id.length));
}
