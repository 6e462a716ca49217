import * as z from 'zod/mini';
import { ITEMS, type ItemName, partitionPrefixOf } from '../../platform/dynamodb/table.ts';

export type StoredItem = Readonly<Record<string, unknown>>;

const textOrEmptySchema = z.catch(z.string(), '');
const ownerFieldsSchema = z.object({
  pk: z.string(),
  sk: z.string(),
  id: textOrEmptySchema,
  user_id: textOrEmptySchema,
  owner: textOrEmptySchema,
  owner_id: textOrEmptySchema,
  actor_id: textOrEmptySchema,
  erased: z.catch(z.boolean(), false),
  account: textOrEmptySchema,
  wallet: textOrEmptySchema,
  wallet_address: textOrEmptySchema,
  actor: z.catch(z.object({ user_id: textOrEmptySchema }), { user_id: '' }),
});
export type OwnerFields = z.infer<typeof ownerFieldsSchema>;

export const ownerFieldsOf = (item: StoredItem): OwnerFields => ownerFieldsSchema.parse(item);

export const isInPartitionOf = (pk: string, kind: ItemName) => pk.startsWith(partitionPrefixOf(ITEMS[kind]));
/** Returns the variable part of a partition key, after the prefix that all items of this kind share. */
export const idInPartitionKey = (pk: string, kind: ItemName) =>
  pk.slice(partitionPrefixOf(ITEMS[kind]).length);

export function parseAddressFromKey(key: string): string {
  return /0x[0-9a-f]{40}$/i.exec(key)?.[0] ?? '';
}

/** Returns whether an owner id belongs to the account or to one of its sub-accounts. */
export const isOwnedBy = (owner: string, id: string) => owner === id || owner.startsWith(`${id}/`);

/** Returns whether a text contains this id as a whole, not only as the start of a longer id. */
export function containsId(text: string, id: string): boolean {
  const at = text.indexOf(id);
  return at >= 0 && !/\w/.test(text.charAt(at + id.length));
}
