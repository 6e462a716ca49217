import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import type { BucketStore, Limited } from '../domain/limiter.ts';
import type { Bucket } from '../domain/rate-limit.ts';
import { takeToken } from './bucket-update.ts';
import { idleFromSeconds } from './source-buckets.ts';

const bucketItem = z.object({ tat: z.number() });

export interface KeyAsk {
  readonly account: string;
  readonly bucket: Bucket;
}

/** Buckets of keys that have a limit of their own, by the key's id. Made by the first request, gone when full again. */
export function keyBuckets(table: () => Table): BucketStore<Limited, KeyAsk> {
  return {
    async take(request) {
      const { account, bucket } = request.ask;
      const { held, wasTaken, item } = await takeToken(table(), request, {
        key: ITEMS.keyBucket.key({ account, keyId: request.key }),
        bucket,
        sets: ['#ttl = :ttl'],
        names: { '#ttl': TABLE.ttlAttribute },
        values: { ':ttl': idleFromSeconds(bucket, request.now) },
      });
      const tat = item === undefined ? 0 : bucketItem.parse(item).tat;
      return { outcome: held || wasTaken ? 'admitted' : 'kept', record: { bucket, tat } };
    },
  };
}
