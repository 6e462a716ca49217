import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../dynamodb/client.ts';
import { ITEMS, TABLE } from '../dynamodb/table.ts';
import type { Write } from '../dynamodb/transact.ts';
import { writeIf } from '../dynamodb/write.ts';

/** How long an answer is replayed. */
const REPLAY_MS = 24 * 60 * 60 * 1000;
/** The item outlives its replay by this, so that clean-up never races a reader's clock. */
const CLEANUP_DELAY_SECONDS = 60 * 60;

/** What makes two requests the same: who asks, of which endpoint, under which key. */
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
 * The first answer to a request. `body` is JSON text, or what the caller sealed it into; with `reference`, it names what
 * the answer can be made from again.
 */
export type AnswerRecord = z.infer<typeof record>;

/** What is kept of an answer. */
type Answer = Omit<AnswerRecord, 'replay_until_ms'>;

/** The key of a request's record. */
export function answerKey({ ownerId, routeId, key }: RequestKey) {
  return ITEMS.idempotency.key({ owner: ownerId, route: routeId, key });
}

/** A record as read, or undefined when there is none or its day is over (deletion may come later). */
export function parseAnswer(item: unknown, now: Date): AnswerRecord | undefined {
  if (item === undefined) return undefined;
  const answer = record.parse(item);
  return answer.replay_until_ms > now.getTime() ? answer : undefined;
}

/** The record of a request, read consistently. */
export async function findAnswer(
  table: Table,
  request: RequestKey,
  now: Date,
): Promise<AnswerRecord | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: answerKey(request), ConsistentRead: true }),
  );
  return parseAnswer(item, now);
}

function put(request: RequestKey, answer: Answer, now: Date) {
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

/** The record as one more write of the request's own transaction, which fails if the request was answered before. */
export function answerWrite(request: RequestKey, answer: Answer, now: Date): Write {
  return { Put: put(request, answer, now) };
}

/** Stores the answer of a request that wrote nothing else. False when the request has been answered already. */
export function storeAnswer(table: Table, request: RequestKey, answer: Answer, now: Date): Promise<boolean> {
  return writeIf(table, { Put: put(request, answer, now) });
}
