import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import type { BucketStore, Limited } from '../domain/limiter.ts';
import { type Bucket, type BucketLimits, bucketOf } from '../domain/rate-limit.ts';
import { takeToken } from './bucket-update.ts';

const bucketItem = z.object({ tat: z.number() });

/** An idle bucket is a full one, so an item may go as soon as its tokens are back. */
export function idleFromSeconds(bucket: Bucket, now: number): number {
  return Math.ceil((now + bucket.burst * bucket.intervalMicros) / 1_000_000);
}

/** One bucket per address, made by its first request. */
export function addressBuckets(table: () => Table, limits: BucketLimits): BucketStore<Limited, undefined> {
  const bucket = bucketOf(limits);
  return {
    async take(request) {
      const { held, wasTaken, item } = await takeToken(table(), request, {
        key: ITEMS.addressBucket.key({ address: request.key }),
        bucket,
        sets: ['#ttl = :ttl'],
        names: { '#ttl': TABLE.ttlAttribute },
        values: { ':ttl': idleFromSeconds(bucket, request.now) },
      });
      // An item that was deleted meanwhile is a full bucket.
      const tat = item === undefined ? 0 : bucketItem.parse(item).tat;
      return { outcome: held || wasTaken ? 'admitted' : 'kept', record: { bucket, tat } };
    },
  };
}
