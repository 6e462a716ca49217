import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { deliverAccount } from '../../shared/notifications/webhooks/delivery-rounds.ts';
import { sendMessage } from '../../shared/notifications/webhooks/delivery-sender.ts';
import { accountOfMessage, doorbell } from '../../shared/notifications/webhooks/doorbell.ts';
import { REACH } from '../../shared/notifications/webhooks/webhooks.ts';
import { config } from '../../shared/platform/config.ts';
import { createClient } from '../../shared/platform/dynamodb/client.ts';
import { createLogger, describeError } from '../../shared/platform/log.ts';

/** No attempt begins later in a run: with the last one's ten seconds it ends well before the function does. */
const RUN_MS = 20_000;

const log = createLogger({ job: 'deliver' });
const table = { client: createClient({ requestTimeoutMs: 5_000, maxAttempts: 5 }), name: config.TABLE_NAME };
const ringAll = doorbell(config.DOORBELL_QUEUE_URL, config.AWS_REGION);
const ports = {
  table,
  log,
  clock: Date.now,
  random: Math.random,
  send: (message: Parameters<typeof sendMessage>[0]) => sendMessage(message, { reach: REACH }),
  ring: (account: string, delayMs: number) => ringAll([account], delayMs),
};

/** Sends the endpoints of the accounts that the bell has rung for what is due. One that fails is heard again. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const untilMs = Date.now() + RUN_MS;
  const failures = Records.map(async ({ messageId, body }) => {
    try {
      await deliverAccount(ports, accountOfMessage(body), untilMs);
      return [];
    } catch (error) {
      log.error('Deliveries of an account were interrupted', describeError(error));
      return [{ itemIdentifier: messageId }];
    }
  });
  return { batchItemFailures: (await Promise.all(failures)).flat() };
}
