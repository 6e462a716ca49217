import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';

/** Characters after the prefix that a search needs: they name the partition, so that none becomes large or hot. */
export const SEARCH_CHARACTERS_MIN = 4;
const ADDRESS_PREFIX = '0x';

const match = z.object({ user_id: z.string() });

function searchKey(text: string, prefix: string) {
  return ITEMS.userSearch.key({ beginning: text.slice(0, prefix.length + SEARCH_CHARACTERS_MIN), text });
}

/** The writes by which a new user is found. Neither id nor wallet ever changes. */
export function searchWrites(user: { id: string; wallet_address?: string | undefined }): Write[] {
  const keys = [searchKey(user.id, ID_PREFIXES.user)];
  if (user.wallet_address !== undefined) {
    keys.push(searchKey(user.wallet_address.toLowerCase(), ADDRESS_PREFIX));
  }
  return keys.map((key) => ({ Put: { Item: { ...key, user_id: user.id } } }));
}

/** The text as it can be searched for: an id's beginning as it is, an address's in lower case; else undefined. */
export function searchable(text: string): string | undefined {
  const address = text.toLowerCase();
  if (/^0x[0-9a-f]{4,40}$/.test(address)) return address;
  return /^usr_\w{4,}$/.test(text) ? text : undefined;
}

/** Ids of users whose id or wallet address begins with the text (see `searchable`), `limit` at most. */
export async function findUserIds(table: Table, text: string, limit: number): Promise<string[]> {
  const prefix = text.startsWith(ADDRESS_PREFIX) ? ADDRESS_PREFIX : ID_PREFIXES.user;
  const { pk } = searchKey(text, prefix);
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :text)',
      ExpressionAttributeValues: { ':pk': pk, ':text': text },
      Limit: limit,
      ConsistentRead: true,
    }),
  );
  return Items.map((item) => match.parse(item).user_id);
}
