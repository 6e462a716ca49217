import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Account } from '../domain/account.ts';
import { updateIf } from './bucket-update.ts';

const accountKeyOf = (account: string) => ITEMS.accountBucket.key({ account });

/** Maps attributes of the account's item to fields of `Account`. */
const ACCOUNT_FIELDS = {
  version: 'version',
  status: 'status',
  role: 'role',
  plan: 'plan',
  requests_per_minute: 'requestsPerMinute',
  burst: 'burst',
} as const;

/**
 * Copies changed data to the account's item and increases its cache version, so that the next request uses the data.
 * Does nothing if the item already has the data of this `version` or of a later one.
 * @param refills whether to refill the account's token bucket, for example after a change of its limits
 */
export async function storeChangedAccount(
  table: Table,
  account: Account,
  { refills = false }: { readonly refills?: boolean } = {},
): Promise<void> {
  const accountFieldEntries = Object.entries(ACCOUNT_FIELDS);
  const value: Readonly<Record<string, unknown>> = { ...account, ...account.limits };
  await updateIf(table, {
    Key: accountKeyOf(account.id),
    UpdateExpression: `SET ${[
      ...accountFieldEntries.map(([name]) => `#${name} = :${name}`),
      'cache_version = if_not_exists(cache_version, :zero) + :one',
      `full_at_micros = ${refills ? ':zero' : 'if_not_exists(full_at_micros, :zero)'}`,
      'counts = if_not_exists(counts, :none)',
    ].join(', ')}`,
    ConditionExpression: 'attribute_not_exists(pk) OR #version < :version',
    ExpressionAttributeNames: Object.fromEntries(accountFieldEntries.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(accountFieldEntries.map(([name, field]) => [`:${name}`, value[field]])),
      ':zero': 0,
      ':one': 1,
      ':none': {},
    },
  });
}

/**
 * Increases the account's cache version, so that every Lambda instance reads the account's credentials again with the
 * next request.
 * @param changeId id of the change that was made before this call; absent if the change has no id
 */
export async function increaseCacheVersion(table: Table, id: string, changeId?: string): Promise<void> {
  await updateIf(table, {
    Key: accountKeyOf(id),
    UpdateExpression: `SET cache_version = cache_version + :one${changeId === undefined ? '' : ', last_change = :change'}`,
    // If the item does not exist, the account has sent no request yet, so no Lambda instance has cached its
    // credentials.
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':one': 1, ...(changeId === undefined ? {} : { ':change': changeId }) },
  });
}

/** Increases the account's cache version. Does nothing if the version was already increased for this change. */
export async function increaseCacheVersionOnce(table: Table, id: string, changeId: string): Promise<void> {
  await updateIf(table, {
    Key: accountKeyOf(id),
    UpdateExpression: 'SET cache_version = cache_version + :one',
    ConditionExpression:
      'attribute_exists(pk) AND (attribute_not_exists(last_change) OR last_change <> :change)',
    ExpressionAttributeValues: { ':one': 1, ':change': changeId },
  });
}
