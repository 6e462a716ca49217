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
export function searchWrites(user: Searched): Write[] {
  return searchKeys(user).map((key) => ({ Put: { Item: { ...key, user_id: user.id } } }));
}

interface Searched {
  readonly id: string;
  readonly wallet_address?: string | undefined;
  readonly wallet_chain_id?: number | undefined;
}

/** Under what a user is found. Contracts of one address on several chains stand side by side. */
function searchKeys({ id, wallet_address: address, wallet_chain_id: chainId }: Searched) {
  if (address === undefined) return [searchKey(id, ID_PREFIXES.user)];
  const text = address.toLowerCase() + (chainId === undefined ? '' : `@${chainId}`);
  return [searchKey(id, ID_PREFIXES.user), searchKey(text, ADDRESS_PREFIX)];
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
