import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import type { Table } from '../platform/dynamodb/client.ts';
import { ITEMS, TABLE } from '../platform/dynamodb/table.ts';
import { apiKeyEntry, listApiKeyEntries } from './store/api-keys.ts';

/** As much of a stream's record as says which credentials may need another gateway key. */
export interface ItemChange {
  readonly Keys?: Readonly<Record<string, AttributeValue>>;
  readonly OldImage?: Readonly<Record<string, AttributeValue>>;
  readonly NewImage?: Readonly<Record<string, AttributeValue>>;
}

const userLimits = z.object({ id: z.string(), plan: z.string(), custom_limits: z.unknown().optional() });

const ENTRY_PREFIX = ITEMS.userApiKey.key({ userId: '', keyId: '' }).sk;
const USER_SORT_KEY = ITEMS.user.key({ userId: '' }).sk;

/** Hashes of the credentials that a change concerns: the listed key itself, or all of a user whose limits changed. */
export async function credentialsConcerned(table: Table, change: ItemChange): Promise<readonly string[]> {
  const sortKey = change.Keys?.[TABLE.sortKey]?.S ?? '';
  const before = change.OldImage === undefined ? undefined : unmarshall({ ...change.OldImage });
  const after = change.NewImage === undefined ? undefined : unmarshall({ ...change.NewImage });
  if (sortKey.startsWith(ENTRY_PREFIX)) return [apiKeyEntry.parse(after ?? before).hash];
  if (sortKey !== USER_SORT_KEY || before === undefined || after === undefined) return [];
  const [old, user] = [userLimits.parse(before), userLimits.parse(after)];
  const limits = ({ plan, custom_limits }: z.infer<typeof userLimits>) =>
    JSON.stringify([plan, custom_limits]);
  if (limits(old) === limits(user)) return [];
  return (await listApiKeyEntries(table, user.id)).map(({ hash }) => hash);
}
