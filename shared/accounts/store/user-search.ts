import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';

/**
 * Minimum number of characters in a search text after its prefix, such as `0x`. The partition key contains these
 * characters.
 */
export const SEARCH_CHARACTERS_MIN = 4;
const ADDRESS_PREFIX = '0x';

const searchItemSchema = z.object({ user_id: z.string() });

function buildSearchKey(text: string, prefix: string) {
  return ITEMS.userSearch.key({ beginning: text.slice(0, prefix.length + SEARCH_CHARACTERS_MIN), text });
}

/** Returns the writes that make a new user searchable. */
export function buildUserSearchWrites(user: SearchableUser): Write[] {
  return searchKeysOf(user).map((key) => ({ Put: { Item: { ...key, user_id: user.id } } }));
}

interface SearchableUser {
  readonly id: string;
  readonly wallet_address?: string | undefined;
  readonly wallet_chain_id?: number | undefined;
}

/**
 * Returns a user's search keys: the id and, if known, the wallet address. The key of a contract wallet contains its
 * chain, because contract wallets on different chains may have the same address.
 */
function searchKeysOf({ id, wallet_address: address, wallet_chain_id: chainId }: SearchableUser) {
  if (address === undefined) return [buildSearchKey(id, ID_PREFIXES.user)];
  const text = address.toLowerCase() + (chainId === undefined ? '' : `@${chainId}`);
  return [buildSearchKey(id, ID_PREFIXES.user), buildSearchKey(text, ADDRESS_PREFIX)];
}

/**
 * Returns the beginning of a user id or address as `findUserIds` needs it. An address is converted to lower case.
 * Returns undefined if the text is too short, or is neither a user id nor an address.
 */
export function toSearchText(text: string): string | undefined {
  const address = text.toLowerCase();
  if (/^0x[0-9a-f]{4,40}$/.test(address)) return address;
  return /^usr_\w{4,}$/.test(text) ? text : undefined;
}

/**
 * Returns ids of users whose id or wallet address begins with the text. `toSearchText` must have converted the
 * text.
 */
export async function findUserIds(table: Table, text: string, limit: number): Promise<string[]> {
  const prefix = text.startsWith(ADDRESS_PREFIX) ? ADDRESS_PREFIX : ID_PREFIXES.user;
  const { pk } = buildSearchKey(text, prefix);
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :text)',
      ExpressionAttributeValues: { ':pk': pk, ':text': text },
      Limit: limit,
      ConsistentRead: true,
    }),
  );
  return Items.map((item) => searchItemSchema.parse(item).user_id);
}
