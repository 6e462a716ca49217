import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Account } from '../domain/account.ts';
import { updateIf } from './bucket-update.ts';

const keyOf = (account: string) => ITEMS.accountBucket.key({ account });

/** What the account's item has of its user's, and by which names. */
const KNOWN = {
  version: 'version',
  status: 'status',
  role: 'role',
  plan: 'plan',
  requests_per_minute: 'requestsPerMinute',
  burst: 'burst',
} as const;

/**
 * Lets requests know of the account as it is, from the next one on: makes the item where there is none, and otherwise
 * changes it and moves its stamp on, unless it is of this version or a later one already.
 *
 * @param refills whether the bucket starts full again, as it does where the limits change
 */
export async function applyAccount(
  table: Table,
  account: Account,
  { refills = false }: { readonly refills?: boolean } = {},
): Promise<void> {
  const given = Object.entries(KNOWN);
  const value: Readonly<Record<string, unknown>> = { ...account, ...account.limits };
  await updateIf(table, {
    Key: keyOf(account.id),
    UpdateExpression: `SET ${[
      ...given.map(([name]) => `#${name} = :${name}`),
      'stamp = if_not_exists(stamp, :zero) + :one',
      `tat = ${refills ? ':zero' : 'if_not_exists(tat, :zero)'}`,
      'counts = if_not_exists(counts, :none)',
    ].join(', ')}`,
    ConditionExpression: 'attribute_not_exists(pk) OR #version < :version',
    ExpressionAttributeNames: Object.fromEntries(given.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(given.map(([name, field]) => [`:${name}`, value[field]])),
      ':zero': 0,
      ':one': 1,
      ':none': {},
    },
  });
}

/**
 * Lets every instance look at the account's credentials again, from the next request on. One write.
 *
 * @param changeId the change that was made before, where it has an id
 */
export async function moveStamp(table: Table, id: string, changeId?: string): Promise<void> {
  await updateIf(table, {
    Key: keyOf(id),
    UpdateExpression: `SET stamp = stamp + :one${changeId === undefined ? '' : ', last_change = :change'}`,
    // No cache holds an account without requests.
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':one': 1, ...(changeId === undefined ? {} : { ':change': changeId }) },
  });
}

/** The same, unless the stamp has last moved after this very change. */
export async function moveStampOnce(table: Table, id: string, changeId: string): Promise<void> {
  await updateIf(table, {
    Key: keyOf(id),
    UpdateExpression: 'SET stamp = stamp + :one',
    ConditionExpression:
      'attribute_exists(pk) AND (attribute_not_exists(last_change) OR last_change <> :change)',
    ExpressionAttributeValues: { ':one': 1, ':change': changeId },
  });
}
