import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../dynamodb/client.ts';
import { ITEMS, TABLE } from '../dynamodb/table.ts';
import type { Write } from '../dynamodb/transact.ts';
import { writeIf } from '../dynamodb/write.ts';

/** Time for which a response is replayed: 24 hours. */
const REPLAY_MS = 24 * 60 * 60 * 1000;
/** Delay before the record is deleted after that time, so that deletion never races with a reader's clock. */
const CLEANUP_DELAY_SECONDS = 60 * 60;

/** Identifies a request for replays: account, route, and idempotency key. */
export interface RequestKey {
  readonly ownerId: string;
  readonly routeId: string;
  readonly key: string;
}

const record = z.object({
  request_hash: z.string(),
  status: z.int(),
  body: z.string(),
  reference: z.optional(z.literal(true)),
  replay_until_ms: z.int(),
});

/**
 * The stored first response to a request. `body` is JSON text, sealed if the response contains a secret. With
 * `reference`, `body` identifies data from which the response can be rebuilt.
 */
export type StoredAnswer = z.infer<typeof record>;

/** The response fields that a caller of this module provides. */
type AnswerToStore = Omit<StoredAnswer, 'replay_until_ms'>;

/** The table key of a request's record. */
export function answerKey({ ownerId, routeId, key }: RequestKey) {
  return ITEMS.idempotency.key({ owner: ownerId, route: routeId, key });
}

/** Parses a record. Undefined if there is none or if it has expired, because DynamoDB deletes late. */
export function parseAnswer(item: unknown, now: Date): StoredAnswer | undefined {
  if (item === undefined) return undefined;
  const answer = record.parse(item);
  return answer.replay_until_ms > now.getTime() ? answer : undefined;
}

/** Reads the record of a request consistently. */
export async function findAnswer(
  table: Table,
  request: RequestKey,
  now: Date,
): Promise<StoredAnswer | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: answerKey(request), ConsistentRead: true }),
  );
  return parseAnswer(item, now);
}

function answerPut(request: RequestKey, answer: AnswerToStore, now: Date) {
  const replayUntilMs = now.getTime() + REPLAY_MS;
  return {
    Item: {
      ...answerKey(request),
      ...answer,
      replay_until_ms: replayUntilMs,
      [TABLE.ttlAttribute]: Math.ceil(replayUntilMs / 1000) + CLEANUP_DELAY_SECONDS,
    },
    ConditionExpression: 'attribute_not_exists(pk) OR replay_until_ms <= :now',
    ExpressionAttributeValues: { ':now': now.getTime() },
  };
}

/**
 * The write that stores a response in the request's own transaction. It fails if the request has a stored
 * response already.
 */
export function answerWrite(request: RequestKey, answer: AnswerToStore, now: Date): Write {
  return { Put: answerPut(request, answer, now) };
}

/**
 * Stores the response of a request that has no transaction. Returns false if the request has a stored
 * response already.
 */
export function storeAnswer(
  table: Table,
  request: RequestKey,
  answer: AnswerToStore,
  now: Date,
): Promise<boolean> {
  return writeIf(table, { Put: answerPut(request, answer, now) });
}
