import * as z from 'zod';

type Json = z.core.util.JSONType;

/** A JSON object. Its contents come from `JSON.parse` and are not validated again. */
export const body = z.custom<Record<string, Json>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
);
export type Body = z.infer<typeof body>;

/** An attribute value in DynamoDB's JSON, such as `{ "S": "text" }`. */
const attributeValueSchema = body;
const attributes = z.record(z.string(), attributeValueSchema);
export type Attributes = z.infer<typeof attributes>;

const keyedItemSchema = z.looseObject({ TableName: z.string(), Key: attributes });
const put = z.looseObject({ TableName: z.string(), Item: attributes });

const batchReadSchema = z.looseObject({ Keys: z.array(attributes), ConsistentRead: z.boolean().optional() });
const batchWriteSchema = z.looseObject({
  PutRequest: z.object({ Item: attributes }).optional(),
  DeleteRequest: z.object({ Key: attributes }).optional(),
});
const transactWriteSchema = z.looseObject({
  Put: put.optional(),
  Update: keyedItemSchema.optional(),
  Delete: keyedItemSchema.optional(),
  ConditionCheck: keyedItemSchema.optional(),
});

const select = z.looseObject({
  TableName: z.string(),
  IndexName: z.string().optional(),
  ConsistentRead: z.boolean().optional(),
  KeyConditionExpression: z.string().optional(),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
  ExpressionAttributeValues: attributes.default({}),
});

/** Schemas of the input fields that the proxy checks, by operation. The proxy forwards the input unchanged. */
export const INPUT_SCHEMAS = {
  GetItem: keyedItemSchema.extend({ ConsistentRead: z.boolean().optional() }),
  PutItem: put,
  UpdateItem: keyedItemSchema,
  DeleteItem: keyedItemSchema,
  Query: select,
  Scan: select,
  BatchGetItem: z.looseObject({ RequestItems: z.record(z.string(), batchReadSchema) }),
  BatchWriteItem: z.looseObject({ RequestItems: z.record(z.string(), z.array(batchWriteSchema)) }),
  TransactGetItems: z.looseObject({ TransactItems: z.array(z.looseObject({ Get: keyedItemSchema })) }),
  TransactWriteItems: z.looseObject({
    TransactItems: z.array(transactWriteSchema),
    ClientRequestToken: z.string().optional(),
  }),
} as const;

export type DataOperation = keyof typeof INPUT_SCHEMAS;

export function isDataOperation(name: string): name is DataOperation {
  return Object.hasOwn(INPUT_SCHEMAS, name);
}

export interface Answer {
  readonly status: number;
  readonly body: Body;
}

const DYNAMODB_TYPE_PREFIX = 'com.amazonaws.dynamodb.v20120810#';
const ERROR_TYPE_PREFIX = 'com.amazon.coral.service#';

export function buildAccessDeniedAnswer(caller: string, action: string, resource: string): Answer {
  const Message =
    `User: ${caller} is not authorized to perform: ${action} on resource: ${resource} ` +
    `because no identity-based policy allows the ${action} action`;
  return { status: 400, body: { __type: `${ERROR_TYPE_PREFIX}AccessDeniedException`, Message } };
}

export function buildUnknownCallerAnswer(): Answer {
  const message = 'The security token included in the request is invalid.';
  return { status: 400, body: { __type: `${ERROR_TYPE_PREFIX}UnrecognizedClientException`, message } };
}

const CONFLICT_MESSAGE = 'Transaction is ongoing for the item';

export function transactionConflictAnswer(): Answer {
  return {
    status: 400,
    body: { __type: `${DYNAMODB_TYPE_PREFIX}TransactionConflictException`, message: CONFLICT_MESSAGE },
  };
}

export function transactionInProgressAnswer(): Answer {
  const Message = 'A transaction with the given request token is already in progress.';
  return { status: 400, body: { __type: `${DYNAMODB_TYPE_PREFIX}TransactionInProgressException`, Message } };
}

const MESSAGES = {
  TransactionConflict: CONFLICT_MESSAGE,
  ThrottlingError: 'Throughput exceeds the current capacity of your table or index.',
} as const;

/**
 * Returns DynamoDB's error for a cancelled transaction. `marked` says for each part of the transaction whether it
 * caused the cancellation.
 */
export function buildTransactionCanceledAnswer(
  code: keyof typeof MESSAGES,
  marked: readonly boolean[],
): Answer {
  const codes = marked.map((isReason) => (isReason ? code : 'None'));
  const CancellationReasons = marked.map((isReason) =>
    isReason ? { Code: code, Message: MESSAGES[code] } : { Code: 'None' },
  );
  const Message =
    'Transaction cancelled, please refer cancellation reasons for specific reasons ' +
    `[${codes.join(', ')}]`;
  const __type = `${DYNAMODB_TYPE_PREFIX}TransactionCanceledException`;
  return { status: 400, body: { __type, Message, CancellationReasons } };
}

export function throttled(kind: 'Read' | 'Write', resource: string): Answer {
  return {
    status: 400,
    body: {
      __type: `${DYNAMODB_TYPE_PREFIX}ThrottlingException`,
      message: MESSAGES.ThrottlingError,
      throttlingReasons: [{ reason: `Table${kind}KeyRangeThroughputExceeded`, resource }],
    },
  };
}

/** Returns the last part of an error type, such as `ValidationException`. */
export function errorName(answer: Answer): string | undefined {
  const type = answer.body.__type;
  return answer.status === 200 || typeof type !== 'string' ? undefined : type.split('#').at(-1);
}
