import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import {
  createEnqueueFunction,
  parseQueueMessage,
} from '../../shared/notifications/webhooks/delivery-queue.ts';
import { deliverEventsOfAccount } from '../../shared/notifications/webhooks/delivery-rounds.ts';
import { sendWebhookMessage } from '../../shared/notifications/webhooks/delivery-sender.ts';
import { ALLOWED_NETWORK } from '../../shared/notifications/webhooks/webhooks.ts';
import { config } from '../../shared/platform/config.ts';
import { createDynamoDbClient } from '../../shared/platform/dynamodb/client.ts';
import { createLogger, describeError } from '../../shared/platform/log.ts';

/**
 * Time in milliseconds after which a run starts no further delivery attempt. The last attempt takes at most 10
 * seconds, so it ends before the function's timeout.
 */
const RUN_DURATION_MAX_MS = 20_000;

const log = createLogger({ job: 'deliver' });
const table = {
  client: createDynamoDbClient({ requestTimeoutMs: 5_000, maxAttempts: 5 }),
  name: config.TABLE_NAME,
};
const enqueueAccounts = createEnqueueFunction(config.DELIVERY_QUEUE_URL, config.AWS_REGION);
const dependencies = {
  table,
  log,
  clock: Date.now,
  randomFraction: Math.random,
  send: (message: Parameters<typeof sendWebhookMessage>[0]) =>
    sendWebhookMessage(message, { allowedNetwork: ALLOWED_NETWORK }),
  enqueue: (account: string, delayMs: number) => enqueueAccounts([account], delayMs),
};

/** Sends the due deliveries of the accounts that the messages name. SQS delivers a failed message again. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const deadlineMs = Date.now() + RUN_DURATION_MAX_MS;
  const failurePromises = Records.map(async ({ messageId, body }) => {
    try {
      await deliverEventsOfAccount(dependencies, parseQueueMessage(body), deadlineMs);
      return [];
    } catch (error) {
      log.error('Deliveries of an account were interrupted', describeError(error));
      return [{ itemIdentifier: messageId }];
    }
  });
  return { batchItemFailures: (await Promise.all(failurePromises)).flat() };
}
