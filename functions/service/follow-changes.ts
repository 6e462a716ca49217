import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import {
  createEnqueueFunction,
  enqueueAccountsWithEvents,
} from '../../shared/notifications/webhooks/delivery-queue.ts';
import { config } from '../../shared/platform/config.ts';
import { createDynamoDbClient } from '../../shared/platform/dynamodb/client.ts';
import { createLogger, describeError } from '../../shared/platform/log.ts';
import { processChanges } from '../../shared/service/changes.ts';

const log = createLogger({ job: 'changes' });
const table = {
  client: createDynamoDbClient({ requestTimeoutMs: 5_000, maxAttempts: 5 }),
  name: config.TABLE_NAME,
};
const enqueue = createEnqueueFunction(config.DELIVERY_QUEUE_URL, config.AWS_REGION);

/** Sends queue messages last, so that the delivery worker finds all events in the table. */
async function processStreamRecords(records: readonly DynamoDBRecord[]): Promise<void> {
  await processChanges(table, records);
  await enqueueAccountsWithEvents(table, enqueue, records);
}

/** Processes records in order. Returns the first record that fails; undefined when all records succeed. */
async function findFirstFailedRecord(
  records: readonly DynamoDBRecord[],
): Promise<DynamoDBRecord | undefined> {
  for (const record of records) {
    try {
      await processStreamRecords([record]);
    } catch (error) {
      log.error('A change was not carried on', describeError(error));
      return record;
    }
  }
  return undefined;
}

/**
 * Processes a batch of changes. When a record fails, the stream delivers this record and all later records
 * again. Processing a record twice is safe.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  try {
    await processStreamRecords(event.Records);
    return { batchItemFailures: [] };
  } catch (error) {
    log.warn('A batch is followed record by record', describeError(error));
    const failedRecord = await findFirstFailedRecord(event.Records);
    if (failedRecord === undefined) return { batchItemFailures: [] };
    return { batchItemFailures: [{ itemIdentifier: failedRecord.dynamodb?.SequenceNumber ?? '' }] };
  }
}
