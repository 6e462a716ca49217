import * as z from 'zod/mini';
import type { Key } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { TABLE } from '../../platform/dynamodb/table.ts';
import type { BucketRecord, TakeRequest, TakeResult } from '../domain/limiter.ts';
import type { Bucket } from '../domain/rate-limit.ts';
import { type Attributes, takeToken } from './bucket-update.ts';

const storedTat = z.number();

/** Returns the `tat` of a stored bucket. A missing bucket is full. */
function tatOf(item: Attributes | undefined): number {
  return item === undefined ? 0 : storedTat.parse(item.tat);
}

/**
 * Returns the epoch seconds at which the bucket is full again at the latest. A full bucket need not
 * be stored.
 */
function idleFromSeconds(bucket: Bucket, now: number): number {
  return Math.ceil((now + bucket.burst * bucket.intervalMicros) / 1_000_000);
}

/**
 * Takes a token from a bucket that its first request creates and TTL deletes when it is full again.
 */
export async function takeExpiring(
  table: Table,
  request: TakeRequest<unknown>,
  { key, bucket }: { readonly key: Key; readonly bucket: Bucket },
): Promise<TakeResult<BucketRecord>> {
  const { held, wasTaken, item } = await takeToken(table, request, {
    key,
    bucket,
    sets: ['#ttl = :ttl'],
    names: { '#ttl': TABLE.ttlAttribute },
    values: { ':ttl': idleFromSeconds(bucket, request.now) },
  });
  return { outcome: held || wasTaken ? 'admitted' : 'kept', record: { bucket, tat: tatOf(item) } };
}
