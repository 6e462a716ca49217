import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';

/** A text for the queue, and how long it waits there, in seconds (0 to 900). */
export interface QueuedMessage {
  readonly body: string;
  readonly delaySeconds: number;
}

/** SQS's own limit on one call. */
const CALL_MAX = 10;

/** Sends to a queue, which it finds by its address; fails where the queue refuses one of the messages. */
export function queueSender(queueUrl: string, region: string) {
  const client = new SQSClient({ region, endpoint: new URL(queueUrl).origin });
  return async (messages: readonly QueuedMessage[]): Promise<void> => {
    for (let start = 0; start < messages.length; start += CALL_MAX) {
      const Entries = messages.slice(start, start + CALL_MAX).map(({ body, delaySeconds }, index) => ({
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
