import type { Table } from './client.ts';
import { ITEMS } from './table.ts';
import { writeIf } from './write.ts';

export interface LeaseTerms {
  /** Name of the work that only one worker may do at a time. */
  readonly name: string;
  /** Id of the worker. No other worker may have the same id, not even an earlier one. */
  readonly owner: string;
  /** Time in milliseconds after which the lease expires, unless it is renewed. */
  readonly durationMs: number;
}

/** Gets the lease for a worker. Returns false if another worker holds the lease at `nowMs`. */
export async function takeLease(table: Table, leaseTerms: LeaseTerms, nowMs: number): Promise<boolean> {
  return writeIf(table, {
    Put: {
      Item: {
        ...ITEMS.lease.key({ name: leaseTerms.name }),
        owner: leaseTerms.owner,
        until_ms: nowMs + leaseTerms.durationMs,
      },
      ConditionExpression: 'attribute_not_exists(pk) OR until_ms <= :now',
      ExpressionAttributeValues: { ':now': nowMs },
    },
  });
}

/**
 * Extends the lease, so that its duration starts again at `nowMs`. Returns false if another worker has taken the
 * lease in the meantime.
 */
export async function renewLease(table: Table, leaseTerms: LeaseTerms, nowMs: number): Promise<boolean> {
  return writeIf(table, {
    Update: {
      Key: ITEMS.lease.key({ name: leaseTerms.name }),
      UpdateExpression: 'SET until_ms = :until',
      ConditionExpression: '#owner = :owner',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':until': nowMs + leaseTerms.durationMs, ':owner': leaseTerms.owner },
    },
  });
}

/** Releases the lease. Does nothing if another worker has got the lease in the meantime. */
export async function releaseLease(table: Table, leaseTerms: LeaseTerms): Promise<void> {
  await writeIf(table, {
    Delete: {
      Key: ITEMS.lease.key({ name: leaseTerms.name }),
      ConditionExpression: '#owner = :owner',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':owner': leaseTerms.owner },
    },
  });
}
