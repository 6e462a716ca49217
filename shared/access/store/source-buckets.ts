import * as z from 'zod';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import type { BucketStore, Limited } from '../domain/limiter.ts';
import { type Bucket, type BucketLimits, bucketOf } from '../domain/rate-limit.ts';
import { updateIf } from './bucket-update.ts';
import { addRefusals } from './credentials.ts';

const bucketItem = z.object({ tat: z.number() });

/** An idle bucket is a full one, so an item may go as soon as its tokens are back. Kept an hour for the statistics. */
const KEEP_SECONDS = 3_600;

function ttlSeconds(bucket: Bucket, now: number): number {
  return Math.ceil((now + bucket.burst * bucket.intervalMicros) / 1_000_000) + KEEP_SECONDS;
}

/** One bucket per source address, made by its first request. */
export function sourceBuckets(table: () => Table, limits: BucketLimits): BucketStore<Limited> {
  const bucket = bucketOf(limits);
  return {
    async take({ key, now, form, refusals, patienceMillis }) {
      const count = 'ADD requests_used :one, requests_refused :refusals';
      const isIdle = form === 'idle';
      const input = {
        Key: ITEMS.sourceBucket.key({ source: key }),
        UpdateExpression: `SET tat = ${isIdle ? ':now + :interval' : 'tat + :interval'}, #ttl = :ttl ${count}`,
        ConditionExpression: isIdle
          ? 'attribute_not_exists(tat) OR tat <= :now'
          : 'tat > :now AND tat <= :latest',
        ExpressionAttributeNames: { '#ttl': TABLE.ttlAttribute },
        ExpressionAttributeValues: {
          ':now': now,
          ':interval': bucket.intervalMicros,
          ':ttl': ttlSeconds(bucket, now),
          ':one': 1,
          ':refusals': refusals,
          ...(isIdle ? {} : { ':latest': now + bucket.toleranceMicros }),
        },
      };
      const { held, item } = await updateIf(table(), input, patienceMillis);
      // An item that was deleted meanwhile is a full bucket.
      const tat = item === undefined ? 0 : bucketItem.parse(item).tat;
      return { admitted: held, record: { bucket, tat } };
    },
    isUsable: () => true,
    addRefusals: (key, count) => addRefusals(table(), ITEMS.sourceBucket.key({ source: key }), count),
  };
}
