import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import type { BucketRecord, BucketStore } from '../domain/limiter.ts';
import type { Bucket } from '../domain/rate-limit.ts';
import { takeToken } from './bucket-update.ts';

const storedBucketSchema = z.object({ full_at_micros: z.number() });

/**
 * Returns the time, in epoch seconds, when the bucket is full again. From then on, the bucket can be deleted,
 * because a missing bucket counts as full.
 */
function computeFullAtSeconds(bucket: Bucket, now: number): number {
  return Math.ceil((now + bucket.burst * bucket.intervalMicros) / 1_000_000);
}

/**
 * Creates a store of buckets with equal limits. The key of a bucket is an IP address or another text.
 * The first request creates the bucket. DynamoDB's TTL deletes it after it is full again.
 */
export function createBucketStore(table: () => Table, bucket: Bucket): BucketStore<BucketRecord, undefined> {
  return {
    async take(request) {
      const {
        isConditionMet,
        wasTokenTakenBefore: wasTakenBefore,
        item,
      } = await takeToken(table(), request, {
        key: ITEMS.addressBucket.key({ address: request.key }),
        bucket,
        sets: ['#ttl = :ttl'],
        names: { '#ttl': TABLE.ttlAttribute },
        values: { ':ttl': computeFullAtSeconds(bucket, request.now) },
      });
      // A missing bucket counts as full.
      const fullAtMicros = item === undefined ? 0 : storedBucketSchema.parse(item).full_at_micros;
      return {
        outcome: isConditionMet || wasTakenBefore ? 'admitted' : 'unchanged',
        record: { bucket, fullAtMicros },
      };
    },
  };
}
