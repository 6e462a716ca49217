import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { BucketStore, Limited } from '../domain/limiter.ts';
import { type BucketLimits, bucketOf } from '../domain/rate-limit.ts';
import { takeExpiring } from './expiring-bucket.ts';

/** One bucket per address, made by its first request. */
export function addressBuckets(table: () => Table, limits: BucketLimits): BucketStore<Limited, undefined> {
  const bucket = bucketOf(limits);
  return {
    take: async (request) =>
      takeExpiring(table(), request, { key: ITEMS.addressBucket.key({ address: request.key }), bucket }),
  };
}
