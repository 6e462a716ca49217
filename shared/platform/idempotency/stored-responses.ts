import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../dynamodb/client.ts';
import { ITEMS, TABLE } from '../dynamodb/table.ts';
import type { Write } from '../dynamodb/transact.ts';
import { writeIf } from '../dynamodb/write.ts';

/** Time in milliseconds for which a stored response is replayed: 24 hours. */
const REPLAY_WINDOW_MS = 24 * 60 * 60 * 1000;
/**
 * Additional time in seconds for which a stored response is kept, because an instance with a slow clock may still
 * replay it.
 */
const CLEANUP_DELAY_SECONDS = 60 * 60;

export interface IdempotentRequestKey {
  readonly ownerId: string;
  readonly routeId: string;
  readonly key: string;
}

const storedResponseSchema = z.object({
  request_hash: z.string(),
  status: z.int(),
  body: z.string(),
  reference: z.optional(z.literal(true)),
  replay_until_ms: z.int(),
});

/**
 * The stored first response to a request. `body` is JSON text. It is encrypted if the response contains a secret. If
 * `reference` is set, `body` contains only a reference to the data from which the response is built.
 */
export type StoredResponse = z.infer<typeof storedResponseSchema>;

type ResponseToStore = Omit<StoredResponse, 'replay_until_ms'>;

export function storedResponseKeyOf({ ownerId, routeId, key }: IdempotentRequestKey) {
  return ITEMS.idempotency.key({ owner: ownerId, route: routeId, key });
}

/**
 * Parses a stored response. Returns undefined if there is none or if it has expired. The expiry is checked,
 * because DynamoDB deletes expired items late.
 */
export function parseStoredResponse(item: unknown, now: Date): StoredResponse | undefined {
  if (item === undefined) return undefined;
  const response = storedResponseSchema.parse(item);
  return response.replay_until_ms > now.getTime() ? response : undefined;
}

export async function findStoredResponse(
  table: Table,
  request: IdempotentRequestKey,
  now: Date,
): Promise<StoredResponse | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: storedResponseKeyOf(request), ConsistentRead: true }),
  );
  return parseStoredResponse(item, now);
}

function buildStoredResponseItem(request: IdempotentRequestKey, response: ResponseToStore, now: Date) {
  const replayUntilMs = now.getTime() + REPLAY_WINDOW_MS;
  return {
    Item: {
      ...storedResponseKeyOf(request),
      ...response,
      replay_until_ms: replayUntilMs,
      [TABLE.ttlAttribute]: Math.ceil(replayUntilMs / 1000) + CLEANUP_DELAY_SECONDS,
    },
    ConditionExpression: 'attribute_not_exists(pk) OR replay_until_ms <= :now',
    ExpressionAttributeValues: { ':now': now.getTime() },
  };
}

/**
 * Returns the write that stores a response. Add it to the DynamoDB transaction of the request.
 * The write fails if a response to the request is already stored.
 */
export function buildStoredResponseWrite(
  request: IdempotentRequestKey,
  response: ResponseToStore,
  now: Date,
): Write {
  return { Put: buildStoredResponseItem(request, response, now) };
}

/**
 * Stores a response in a separate write, for a request without a DynamoDB transaction. Returns false if a response to
 * the request is already stored.
 */
export function storeResponse(
  table: Table,
  request: IdempotentRequestKey,
  response: ResponseToStore,
  now: Date,
): Promise<boolean> {
  return writeIf(table, { Put: buildStoredResponseItem(request, response, now) });
}
