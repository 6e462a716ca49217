import type { Table } from './client.ts';
import { ITEMS } from './table.ts';
import { writeIf } from './write.ts';

export interface LeaseTerms {
  /** Name of the work that only one holder may do at a time. */
  readonly name: string;
  /** Id of the holder, different from those of all other holders, past ones included. */
  readonly owner: string;
  /** Time until the lease expires after it was taken or renewed. */
  readonly durationMs: number;
}

/** Takes the lease. Returns false if another worker holds it at `nowMs`. One write unit. */
export async function takeLease(table: Table, terms: LeaseTerms, nowMs: number): Promise<boolean> {
  return writeIf(table, {
    Put: {
      Item: {
        ...ITEMS.lease.key({ name: terms.name }),
        owner: terms.owner,
        until_ms: nowMs + terms.durationMs,
      },
      ConditionExpression: 'attribute_not_exists(pk) OR until_ms <= :now',
      ExpressionAttributeValues: { ':now': nowMs },
    },
  });
}

/** Renews the lease from `nowMs`. Returns false when another worker has taken it. One write unit. */
export async function renewLease(table: Table, terms: LeaseTerms, nowMs: number): Promise<boolean> {
  return writeIf(table, {
    Update: {
      Key: ITEMS.lease.key({ name: terms.name }),
      UpdateExpression: 'SET until_ms = :until',
      ConditionExpression: '#owner = :owner',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':until': nowMs + terms.durationMs, ':owner': terms.owner },
    },
  });
}

/** Releases the lease. Has no effect when another worker has taken it. */
export async function releaseLease(table: Table, terms: LeaseTerms): Promise<void> {
  await writeIf(table, {
    Delete: {
      Key: ITEMS.lease.key({ name: terms.name }),
      ConditionExpression: '#owner = :owner',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':owner': terms.owner },
    },
  });
}
