import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { BucketStore, Limited } from '../domain/limiter.ts';
import type { Bucket, BucketLimits } from '../domain/rate-limit.ts';
import { takeExpiring, tatOf } from './expiring-bucket.ts';

export interface KeyAsk {
  readonly account: string;
  readonly bucket: Bucket;
}

/**
 * What the bucket of a line of keys is called. Its limits are a part of it: with others, which no limited key gives, it
 * begins full as an account's does, and no instance can take what it remembers of the former one for it.
 */
export function keyBucketName(line: string, { requestsPerMinute, burst }: BucketLimits): string {
  return `${line}#${requestsPerMinute}#${burst}`;
}

/** The `tat` of a line's own bucket; 0 where it is full. */
export async function getKeyBucket(
  table: Table,
  account: string,
  line: string,
  limits: BucketLimits,
): Promise<number> {
  const Key = ITEMS.keyBucket.key({ account, keyId: keyBucketName(line, limits) });
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return tatOf(Item);
}

/** Buckets of keys that have a limit of their own, by name. Made by the first request, gone when full again. */
export function keyBuckets(table: () => Table): BucketStore<Limited, KeyAsk> {
  return {
    take: async (request) => {
      const { account, bucket } = request.ask;
      return takeExpiring(table(), request, {
        key: ITEMS.keyBucket.key({ account, keyId: request.key }),
        bucket,
      });
    },
  };
}
