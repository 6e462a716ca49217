import * as z from 'zod/mini';
import type { Key } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { TABLE } from '../../platform/dynamodb/table.ts';
import type { Limited, Taken, TakeRequest } from '../domain/limiter.ts';
import type { Bucket } from '../domain/rate-limit.ts';
import { type Attributes, takeToken } from './bucket-update.ts';

const storedTat = z.number();

/** The `tat` of a stored bucket; one that was deleted meanwhile, or never made, is full. */
function tatOf(item: Attributes | undefined): number {
  return item === undefined ? 0 : storedTat.parse(item.tat);
}

/** An idle bucket is a full one, so an item may go as soon as its tokens are back. */
function idleFromSeconds(bucket: Bucket, now: number): number {
  return Math.ceil((now + bucket.burst * bucket.intervalMicros) / 1_000_000);
}

/** Takes a token from a bucket that is made by its first request and gone when it is full again. */
export async function takeExpiring(
  table: Table,
  request: TakeRequest<unknown>,
  { key, bucket }: { readonly key: Key; readonly bucket: Bucket },
): Promise<Taken<Limited>> {
  const { held, wasTaken, item } = await takeToken(table, request, {
    key,
    bucket,
    sets: ['#ttl = :ttl'],
    names: { '#ttl': TABLE.ttlAttribute },
    values: { ':ttl': idleFromSeconds(bucket, request.now) },
  });
  return { outcome: held || wasTaken ? 'admitted' : 'kept', record: { bucket, tat: tatOf(item) } };
}
