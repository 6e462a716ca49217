import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { PLANS } from '../../platform/contract/plans.ts';
import { ROLES, SCOPES } from '../../platform/contract/scopes.ts';
import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { BucketStore, TakeRequest } from '../domain/limiter.ts';
import { type Bucket, type BucketLimits, bucketOf } from '../domain/rate-limit.ts';
import { type Attributes, updateIf } from './bucket-update.ts';

/**
 * A credential as it is stored, under the hash of its text. The plan's limits in effect stand on the item itself, so
 * that one update authenticates and limits. Times in microseconds since the epoch where conditions compare them.
 */
export const credentialItem = z.object({
  id: z.string(),
  kind: z.enum(['api_key', 'session']),
  user_id: z.string(),
  role: z.enum(ROLES),
  plan: z.enum(PLANS),
  scopes: z.array(z.enum(SCOPES)),
  status: z.enum(['active', 'revoked']),
  name: z.string().optional(),
  hint: z.string(),
  created_at: z.string(),
  /** Absent for a credential that never expires. */
  expires_micros: z.number().optional(),
  requests_per_minute: z.number(),
  burst: z.number(),
  /** Copies of the bucket's figures, which update expressions add by name. */
  interval_micros: z.number(),
  /** What is added to the clock for `allow_at` when the bucket was idle. */
  idle_allow_micros: z.number(),
  tat: z.number(),
  /** `tat` less the tolerance: from this moment a request is admitted. */
  allow_at: z.number(),
  requests_used: z.number(),
  requests_refused: z.number(),
  last_used_micros: z.number().optional(),
  /** The gateway's own key for this credential, once there is one: an opaque value, its id there, and its plan. */
  gateway_key: z.string().optional(),
  gateway_key_id: z.string().optional(),
  gateway_plan_id: z.string().optional(),
  /** A former gateway key, which cached answers of the authorizer may name for a while. */
  gateway_retired_id: z.string().optional(),
  gateway_retired_millis: z.number().optional(),
});
export type CredentialItem = z.infer<typeof credentialItem>;

export interface CredentialRecord {
  readonly item: CredentialItem;
  readonly bucket: Bucket;
  readonly tat: number;
}

function recordOf(attributes: Attributes): CredentialRecord {
  const item = credentialItem.parse(attributes);
  const bucket = bucketOf({ requestsPerMinute: item.requests_per_minute, burst: item.burst });
  return { item, bucket, tat: item.tat };
}

/** The attributes that hold a bucket of these limits whose tokens are all back at `tat` (0: a full bucket). */
export function bucketAttributes(limits: BucketLimits, tat = 0) {
  const bucket = bucketOf(limits);
  return {
    requests_per_minute: bucket.requestsPerMinute,
    burst: bucket.burst,
    interval_micros: bucket.intervalMicros,
    idle_allow_micros: bucket.intervalMicros - bucket.toleranceMicros,
    tat,
    allow_at: tat - bucket.toleranceMicros,
  };
}

const USABLE = '#status = :active AND (attribute_not_exists(expires_micros) OR expires_micros > :now)';
const COUNT =
  'last_used_micros = :now, requests_used = requests_used + :one, requests_refused = requests_refused + :refusals';

/** The two updates of the bucket: DynamoDB's expressions know `+` but no `max`. */
const TAKE = {
  idle: {
    UpdateExpression: `SET tat = :now + interval_micros, allow_at = :now + idle_allow_micros, ${COUNT}`,
    ConditionExpression: `${USABLE} AND tat <= :now`,
  },
  busy: {
    UpdateExpression: `SET tat = tat + interval_micros, allow_at = allow_at + interval_micros, ${COUNT}`,
    ConditionExpression: `${USABLE} AND tat > :now AND allow_at <= :now`,
  },
} as const;

/** Credentials as buckets: each call is one conditional update of one item below 1 KB, so 1 write unit. */
export function credentialBuckets(table: () => Table): BucketStore<CredentialRecord> {
  return {
    async take({ key, now, form, refusals, patienceMillis }: TakeRequest) {
      const input = {
        Key: ITEMS.credential.key({ hash: key }),
        ...TAKE[form],
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':now': now, ':active': 'active', ':one': 1, ':refusals': refusals },
      };
      const { held, item } = await updateIf(table(), input, patienceMillis);
      return { admitted: held, record: item === undefined ? undefined : recordOf(item) };
    },
    isUsable: ({ item }, now) =>
      item.status === 'active' && (item.expires_micros === undefined || item.expires_micros > now),
    addRefusals: (key, count) => addRefusals(table(), ITEMS.credential.key({ hash: key }), count),
  };
}

export async function addRefusals(
  table: Table,
  key: { pk: string; sk: string },
  count: number,
): Promise<void> {
  await updateIf(table, {
    Key: key,
    UpdateExpression: 'ADD requests_refused :count',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':count': count },
  });
}

/** One credential, as it is at this moment. */
export async function getCredential(table: Table, hash: string): Promise<CredentialItem | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.credential.key({ hash }), ConsistentRead: true }),
  );
  return Item === undefined ? undefined : credentialItem.parse(Item);
}

/** The credentials of these hashes that exist, in no particular order. */
export async function getCredentials(table: Table, hashes: readonly string[]): Promise<CredentialItem[]> {
  const keys = hashes.map((hash) => ITEMS.credential.key({ hash }));
  return (await batchGet(table, keys, { consistent: true })).map((item) => credentialItem.parse(item));
}

/** What a change of plan, role or limits means for one credential. Its bucket is full again. */
export async function applyPlan(
  table: Table,
  hash: string,
  change: Pick<CredentialItem, 'plan' | 'role'> & { readonly limits: BucketLimits },
): Promise<void> {
  const attributes = { plan: change.plan, role: change.role, ...bucketAttributes(change.limits) };
  const names = Object.keys(attributes);
  // A credential that was deleted meanwhile needs no plan.
  await updateIf(table, {
    Key: ITEMS.credential.key({ hash }),
    UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [`:${name}`, value]),
    ),
    ConditionExpression: 'attribute_exists(pk)',
  });
}

const GATEWAY_ATTRIBUTES = [
  'gateway_key',
  'gateway_key_id',
  'gateway_plan_id',
  'gateway_retired_id',
  'gateway_retired_millis',
] as const;
export type GatewayState = Pick<CredentialItem, (typeof GATEWAY_ATTRIBUTES)[number]>;

/** Replaces all that is known of a credential's gateway keys, if it is still there with its former gateway key. */
export async function setGatewayState(
  table: Table,
  hash: string,
  before: GatewayState,
  state: GatewayState,
): Promise<boolean> {
  const set = GATEWAY_ATTRIBUTES.filter((name) => state[name] !== undefined);
  const gone = GATEWAY_ATTRIBUTES.filter((name) => state[name] === undefined);
  const sets = set.length === 0 ? '' : `SET ${set.map((name) => `${name} = :${name}`).join(', ')}`;
  const removes = gone.length === 0 ? '' : ` REMOVE ${gone.join(', ')}`;
  const known = before.gateway_key_id;
  const values: Record<string, unknown> = Object.fromEntries(set.map((name) => [`:${name}`, state[name]]));
  if (known !== undefined) values[':known'] = known;
  const { held } = await updateIf(table, {
    Key: ITEMS.credential.key({ hash }),
    UpdateExpression: sets + removes,
    ConditionExpression:
      known === undefined
        ? 'attribute_exists(pk) AND attribute_not_exists(gateway_key_id)'
        : 'gateway_key_id = :known',
    ...(Object.keys(values).length === 0 ? {} : { ExpressionAttributeValues: values }),
  });
  return held;
}
