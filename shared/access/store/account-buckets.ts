import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { PLANS } from '../../platform/contract/plans.ts';
import { ROLES } from '../../platform/contract/scopes.ts';
import { LruCache } from '../../platform/domain/lru-cache.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Account } from '../domain/account.ts';
import type { BucketRecord, BucketStore, TakeTokenResult } from '../domain/limiter.ts';
import { type Bucket, bucketOf } from '../domain/rate-limit.ts';
import {
  COUNTS_PER_ITEM_MAX,
  hourlyCountName,
  hourNumberOf,
  packRequestCount,
  SHARED_COUNT_NAME,
} from '../domain/request-counts.ts';
import { type Attributes, takeToken, updateIf } from './bucket-update.ts';

/**
 * The stored bucket of an account, with the account data that every request needs. The item must stay below 1 KB, so
 * that an update costs only one write unit.
 */
const accountBucketItemSchema = z.object({
  full_at_micros: z.number(),
  /**
   * Increases with every change of the account, and with every change of its credentials that affects requests.
   * Cached data with a lower cache version is outdated.
   */
  cache_version: z.number(),
  /** Version of the user item from which this data was copied. */
  version: z.number(),
  status: z.enum(['active', 'suspended']),
  role: z.enum(ROLES),
  plan: z.enum(PLANS),
  requests_per_minute: z.number(),
  burst: z.number(),
  /** Request counts that are not in the account's usage yet (see domain/request-counts.ts). */
  counts: z.record(z.string(), z.number()),
});
export type AccountItem = z.infer<typeof accountBucketItemSchema>;

/** The data of an account that is needed to decide a request. */
export interface AccountRecord extends BucketRecord {
  readonly id: string;
  readonly cacheVersion: number;
  readonly version: number;
  readonly status: Account['status'];
  readonly role: Account['role'];
  readonly plan: Account['plan'];
  readonly counts: Readonly<Record<string, number>>;
}

/** The state that a request expects in the account's item, and the data that its update adds to the request counts. */
export interface ExpectedAccountState {
  readonly cacheVersion: number;
  /**
   * The expected version of the account. If it is defined, the update checks this version and ignores `cacheVersion`.
   */
  readonly version?: number;
  readonly bucket: Bucket;
  /** Name of the credential's request count. */
  readonly name: string;
  /** Number of earlier rejected requests that this write adds to the request counts. */
  readonly refusedCount: number;
}

const accountBucketKeyOf = (account: string) => ITEMS.accountBucket.key({ account });

export function accountRecordOf(id: string, attributes: Attributes): AccountRecord {
  const item = accountBucketItemSchema.parse(attributes);
  const {
    full_at_micros: fullAtMicros,
    cache_version: cacheVersion,
    requests_per_minute,
    burst,
    ...rest
  } = item;
  const bucket = bucketOf({ requestsPerMinute: requests_per_minute, burst });
  return { id, bucket, fullAtMicros, cacheVersion, ...rest };
}

/** Returns the account's record. Returns undefined if the account has made no request yet. */
export async function getAccountRecord(table: Table, id: string): Promise<AccountRecord | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: accountBucketKeyOf(id), ConsistentRead: true }),
  );
  return Item === undefined ? undefined : accountRecordOf(id, Item);
}

/**
 * Returns the result for a request that took no token. `outdated` means that the stored record differs from the
 * expected state, does not exist or is not active.
 */
function compareWithExpectedState(
  record: AccountRecord | undefined,
  expectedState: ExpectedAccountState,
): TakeTokenResult<AccountRecord> {
  const isStateAsExpected =
    expectedState.version === undefined
      ? record?.cacheVersion === expectedState.cacheVersion
      : record?.version === expectedState.version;
  return isStateAsExpected && record?.status === 'active'
    ? { outcome: 'unchanged', record }
    : { outcome: 'outdated', record };
}

const COUNT_FITS_CONDITION = '(size(counts) < :counted_max OR attribute_exists(counts.#count))';

/** Request counts that do not fit into the account's item, because it already has the maximum number of counts. */
const nonFittingCountKeys = new LruCache<true>(1_000);

export function createAccountBucketStore(
  table: () => Table,
): BucketStore<AccountRecord, ExpectedAccountState> {
  return {
    async take(request) {
      const { key: id, now, storeData: expectedState } = request;
      const hour = hourNumberOf(now);
      const checkedVersionAttribute = expectedState.version === undefined ? 'cache_version' : 'version';
      const takeTokenFor = (name: string) => {
        const counterName = hourlyCountName(hour, name);
        return takeToken(table(), request, {
          key: accountBucketKeyOf(id),
          bucket: expectedState.bucket,
          sets: ['counts.#count = if_not_exists(counts.#count, :zero) + :count'],
          conditions: [
            `#${checkedVersionAttribute} = :seen AND #status = :active`,
            ...(name === SHARED_COUNT_NAME ? [] : [COUNT_FITS_CONDITION]),
          ],
          names: {
            '#count': counterName,
            '#status': 'status',
            [`#${checkedVersionAttribute}`]: checkedVersionAttribute,
          },
          values: {
            ':zero': 0,
            ':count': packRequestCount({ admitted: 1, refused: expectedState.refusedCount }),
            ':seen': expectedState.version ?? expectedState.cacheVersion,
            ':active': 'active',
            ...(name === SHARED_COUNT_NAME ? {} : { ':counted_max': COUNTS_PER_ITEM_MAX }),
          },
        });
      };
      const hourlyCountKey = `${id} ${hourlyCountName(hour, expectedState.name)}`;
      let tokenTakeResult = await takeTokenFor(
        nonFittingCountKeys.find(hourlyCountKey) === true ? SHARED_COUNT_NAME : expectedState.name,
      );
      if (
        !tokenTakeResult.isConditionMet &&
        !tokenTakeResult.wasTokenTakenBefore &&
        hasNoRoomForCount(tokenTakeResult.item, hourlyCountName(hour, expectedState.name))
      ) {
        nonFittingCountKeys.set(hourlyCountKey, true);
        tokenTakeResult = await takeTokenFor(SHARED_COUNT_NAME);
      }
      const record =
        tokenTakeResult.item === undefined ? undefined : accountRecordOf(id, tokenTakeResult.item);
      const isTokenTaken = tokenTakeResult.isConditionMet || tokenTakeResult.wasTokenTakenBefore;
      return isTokenTaken && record !== undefined
        ? { outcome: 'admitted', record }
        : compareWithExpectedState(record, expectedState);
    },
    readRecord: async (id, expectedState) =>
      compareWithExpectedState(await getAccountRecord(table(), id), expectedState),
  };
}

function hasNoRoomForCount(item: Attributes | undefined, name: string): boolean {
  if (item === undefined) return false;
  const storedCounts = z.record(z.string(), z.number()).parse(item.counts);
  return Object.keys(storedCounts).length >= COUNTS_PER_ITEM_MAX && storedCounts[name] === undefined;
}

/** Adds rejected requests to the account's hourly counts. */
export async function addRejectedRequests(
  table: Table,
  id: string,
  { name, refusedCount, now }: { readonly name: string; readonly refusedCount: number; readonly now: number },
): Promise<void> {
  const hour = hourNumberOf(now);
  const add = (counterName: string, extraCondition: string, values: Attributes) =>
    updateIf(table, {
      Key: accountBucketKeyOf(id),
      UpdateExpression: 'SET counts.#count = if_not_exists(counts.#count, :zero) + :count',
      ConditionExpression: `attribute_exists(pk)${extraCondition}`,
      ExpressionAttributeNames: { '#count': hourlyCountName(hour, counterName) },
      ExpressionAttributeValues: {
        ':zero': 0,
        ':count': packRequestCount({ admitted: 0, refused: refusedCount }),
        ...values,
      },
    });
  const countFitsClause = ` AND ${COUNT_FITS_CONDITION}`;
  if (!(await add(name, countFitsClause, { ':counted_max': COUNTS_PER_ITEM_MAX })).isConditionMet)
    await add(SHARED_COUNT_NAME, '', {});
}
