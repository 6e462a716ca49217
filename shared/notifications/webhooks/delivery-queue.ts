import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { createLazily } from '../../platform/domain/create-lazily.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS, partitionPrefixOf } from '../../platform/dynamodb/table.ts';
import { countWebhooks } from '../store/webhooks.ts';

/**
 * Sends one queue message per account, with a delay in milliseconds. Each message starts the delivery worker
 * for its account.
 */
export type EnqueueAccounts = (accounts: readonly string[], delayMs: number) => Promise<void>;

/** Maximum delay of one SQS message, in seconds. */
const DELAY_MAX_SECONDS = 900;

/** Contains only the account. The worker reads from the table which deliveries are due. */
const queueMessageSchema = z.object({ account: z.string() });

export function parseQueueMessage(body: string): string {
  return queueMessageSchema.parse(JSON.parse(body)).account;
}

/**
 * Returns a function that sends messages to the queue at this URL. Without a URL, the returned function does nothing.
 */
export function createEnqueueFunction(queueUrl: string | undefined, region: string): EnqueueAccounts {
  if (queueUrl === undefined) return async () => undefined;
  const loadSender = createLazily(async () =>
    (await import('./queue.ts')).createQueueSender(queueUrl, region),
  );
  return async (accounts, delayMs) => {
    const delaySeconds = Math.min(DELAY_MAX_SECONDS, Math.ceil(delayMs / 1_000));
    const messageBodies = accounts.map((account) =>
      JSON.stringify({ account } satisfies z.infer<typeof queueMessageSchema>),
    );
    const send = await loadSender();
    await send(messageBodies.map((body) => ({ body, delaySeconds })));
  };
}

const attributesSchema = z.custom<Record<string, AttributeValue>>(
  (value) => typeof value === 'object' && value !== null,
);
const streamRecordSchema = z.object({ dynamodb: z.object({ Keys: attributesSchema }) });
const keysSchema = z.object({ pk: z.string(), sk: z.string() });
const EVENT_HEAD_PREFIX = partitionPrefixOf(ITEMS.eventHead);

/** Sends a queue message for each account that has endpoints and got new events. */
export async function enqueueAccountsWithEvents(
  table: Table,
  enqueueAccounts: EnqueueAccounts,
  records: readonly unknown[],
): Promise<void> {
  const accounts = new Set<string>();
  for (const record of records) {
    const { pk, sk } = keysSchema.parse(unmarshall(streamRecordSchema.parse(record).dynamodb.Keys));
    if (pk.startsWith(EVENT_HEAD_PREFIX) && sk === ITEMS.eventHead.template.sk)
      accounts.add(pk.slice(EVENT_HEAD_PREFIX.length));
  }
  const accountsWithEndpoints: string[] = [];
  for (const account of accounts) {
    if ((await countWebhooks(table, account)) > 0) accountsWithEndpoints.push(account);
  }
  if (accountsWithEndpoints.length > 0) await enqueueAccounts(accountsWithEndpoints, 0);
}
