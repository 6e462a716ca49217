import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { BucketRecord, BucketStore } from '../domain/limiter.ts';
import { type Bucket, type BucketLimits, bucketOf } from '../domain/rate-limit.ts';
import { takeExpiring } from './expiring-bucket.ts';

/**
 * Creates the store of address buckets. A bucket is created by the first request of its address.
 */
export function addressBuckets(
  table: () => Table,
  limits: BucketLimits,
): BucketStore<BucketRecord, undefined> {
  return bucketStore(table, bucketOf(limits));
}

/**
 * Creates a store of equal buckets by name. A name is an IP address, or a text that cannot be one.
 */
export function bucketStore(table: () => Table, bucket: Bucket): BucketStore<BucketRecord, undefined> {
  return {
    take: async (request) =>
      takeExpiring(table(), request, { key: ITEMS.addressBucket.key({ address: request.key }), bucket }),
  };
}
