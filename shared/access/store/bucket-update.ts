import { ConditionalCheckFailedException, type ReturnValue } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Key } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { TakeTokenRequest } from '../domain/limiter.ts';
import type { Bucket } from '../domain/rate-limit.ts';

export type Attributes = Readonly<Record<string, unknown>>;

/**
 * Runs one conditional update. Returns the item after the update, or the unchanged item if the condition is not
 * met.
 */
export async function updateIf(
  table: Table,
  updateInput: Omit<UpdateCommandInput, 'TableName' | 'ReturnValues' | 'ReturnValuesOnConditionCheckFailure'>,
  timeoutMillis?: number,
): Promise<{ readonly isConditionMet: boolean; readonly item: Attributes | undefined }> {
  const returnValueOptions: { ReturnValues: ReturnValue; ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } = {
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({ TableName: table.name, ...updateInput, ...returnValueOptions }),
      timeoutMillis === undefined ? {} : { abortSignal: AbortSignal.timeout(timeoutMillis) },
    );
    return { isConditionMet: true, item: Attributes };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { isConditionMet: false, item: error.Item === undefined ? undefined : unmarshall(error.Item) };
  }
}

/**
 * Ids of the last eight requests that took a token, newest first. Each update moves every id to the next attribute.
 * A retried request takes a second token only if eight other requests came in between.
 */
const REQUEST_ID_ATTRIBUTES = ['r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7'] as const;

const SHIFT_REQUEST_IDS_CLAUSE = REQUEST_ID_ATTRIBUTES.map((slot, index) =>
  index === 0
    ? `${slot} = :request`
    : `${slot} = if_not_exists(${REQUEST_ID_ATTRIBUTES[index - 1]}, :no_request)`,
).join(', ');
const IS_NEW_REQUEST_CONDITION = `NOT (:request IN (${REQUEST_ID_ATTRIBUTES.join(', ')}))`;

const UPDATE_EXPRESSIONS_BY_KIND = {
  idle: {
    fullAtMicros: ':now + :interval',
    condition: '(attribute_not_exists(full_at_micros) OR full_at_micros <= :now)',
  },
  busy: {
    fullAtMicros: 'full_at_micros + :interval',
    condition: 'full_at_micros > :now AND full_at_micros <= :latest',
  },
} as const;

/**
 * The item with the bucket. `sets`, `conditions`, `names` and `values` are added to the DynamoDB update that takes a
 * token.
 */
export interface BucketUpdate {
  readonly key: Key;
  readonly bucket: Bucket;
  readonly sets?: readonly string[];
  readonly conditions?: readonly string[];
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Attributes;
}

/**
 * Takes a token from the item's bucket.
 * @returns isConditionMet: whether this call took a token; wasTakenBefore: whether an earlier call with the same
 * request id took it
 */
export async function takeToken(
  table: Table,
  { now, form, requestId, timeoutMillis }: TakeTokenRequest<unknown>,
  { key, bucket, sets = [], conditions = [], names, values }: BucketUpdate,
): Promise<{
  readonly isConditionMet: boolean;
  readonly wasTokenTakenBefore: boolean;
  readonly item: Attributes | undefined;
}> {
  const { fullAtMicros, condition } = UPDATE_EXPRESSIONS_BY_KIND[form];
  const { isConditionMet, item } = await updateIf(
    table,
    {
      Key: { ...key },
      UpdateExpression: `SET ${[`full_at_micros = ${fullAtMicros}`, SHIFT_REQUEST_IDS_CLAUSE, ...sets].join(', ')}`,
      ConditionExpression: [condition, IS_NEW_REQUEST_CONDITION, ...conditions].join(' AND '),
      ...(names === undefined ? {} : { ExpressionAttributeNames: { ...names } }),
      ExpressionAttributeValues: {
        ':now': now,
        ':interval': bucket.intervalMicros,
        ...(form === 'idle' ? {} : { ':latest': now + bucket.toleranceMicros }),
        ':request': requestId,
        ':no_request': '',
        ...values,
      },
    },
    timeoutMillis,
  );
  const wasTokenTakenBefore =
    !isConditionMet && REQUEST_ID_ATTRIBUTES.some((slot) => item?.[slot] === requestId);
  return { isConditionMet, wasTokenTakenBefore, item };
}
