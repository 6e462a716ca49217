import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';

/** The text of a message, and its delay in seconds (0 to 900). */
export interface QueuedMessage {
  readonly body: string;
  readonly delaySeconds: number;
}

/** Maximum number of messages in one SQS call. */
const MAX_MESSAGES_PER_CALL = 10;

/**
 * Returns a function that sends messages to an SQS queue in batches. The function throws an error if SQS rejects a
 * message.
 */
export function createQueueSender(queueUrl: string, region: string) {
  const client = new SQSClient({ region, endpoint: new URL(queueUrl).origin });
  return async (messages: readonly QueuedMessage[]): Promise<void> => {
    for (let start = 0; start < messages.length; start += MAX_MESSAGES_PER_CALL) {
      const Entries = messages
        .slice(start, start + MAX_MESSAGES_PER_CALL)
        .map(({ body, delaySeconds }, index) => ({
          Id: String(index),
          MessageBody: body,
          DelaySeconds: delaySeconds,
        }));
      const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
      if (Failed.length > 0)
        throw new Error(`The queue refused ${Failed.length} messages: ${Failed[0]?.Code}`);
    }
  };
}
