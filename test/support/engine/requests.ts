import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { itemName, listTouchedParts } from '../../aws/proxy/parts.ts';
import { body as bodyOf } from '../../aws/proxy/wire.ts';

/** The part of a client that sends its requests. */
export type Handler = DynamoDBClient['config']['requestHandler'];
export type Request = Parameters<Handler['handle']>[0];
export type Answer = Awaited<ReturnType<Handler['handle']>>;

/** Returns an artificial response of the database. */
export function makeAnswer(statusCode: number, type: string, reasons: readonly string[] = []): Answer {
  const body = JSON.stringify({
    __type: `com.amazonaws.dynamodb.v20120810#${type}`,
    message: type,
    ...(reasons.length > 0 && { CancellationReasons: reasons.map((Code) => ({ Code })) }),
  });
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  return { response: Object.assign(Object.create(null), { statusCode, headers, body: Buffer.from(body) }) };
}

/**
 * Operations whose writes can conflict: transactions and writes of single items. `BatchWriteItem` is not included,
 * because it makes separate writes.
 */
const WRITES = ['TransactWriteItems', 'PutItem', 'UpdateItem', 'DeleteItem'] as const;

/** The parts of a request that are read. */
const sent = z.object({
  headers: z.record(z.string(), z.string()),
  body: z.instanceof(Uint8Array),
});

/** The names of the items that a request writes; undefined for other requests. */
export function writesOf(request: Request) {
  const { headers, body } = sent.parse(request);
  const operation = WRITES.find((name) => headers['x-amz-target']?.endsWith(`.${name}`));
  if (operation === undefined) return undefined;
  const input = bodyOf.parse(JSON.parse(new TextDecoder().decode(body)));
  const token = input.ClientRequestToken;
  return {
    isTransaction: operation === 'TransactWriteItems',
    items: listTouchedParts(operation, input).map(itemName),
    token: typeof token === 'string' ? token : undefined,
  };
}
