import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { BucketStore, Limited } from '../domain/limiter.ts';
import { type Bucket, type BucketLimits, bucketOf } from '../domain/rate-limit.ts';
import { takeExpiring } from './expiring-bucket.ts';

/** One bucket per address, made by its first request. */
export function addressBuckets(table: () => Table, limits: BucketLimits): BucketStore<Limited, undefined> {
  return bucketStore(table, bucketOf(limits));
}

/** Equal buckets by name. Names are addresses, and texts that no address can be. */
export function bucketStore(table: () => Table, bucket: Bucket): BucketStore<Limited, undefined> {
  return {
    take: async (request) =>
      takeExpiring(table(), request, { key: ITEMS.addressBucket.key({ address: request.key }), bucket }),
  };
}
