import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { config } from '../../shared/platform/config.ts';
import { createClient } from '../../shared/platform/dynamodb/client.ts';
import { createLogger, describeError } from '../../shared/platform/log.ts';
import { countStates } from '../../shared/statistics/counting.ts';
import { stateOf } from '../../shared/statistics/stream-states.ts';

const log = createLogger({ job: 'statistics' });
const table = { client: createClient({ requestTimeoutMs: 5_000, maxAttempts: 5 }), name: config.TABLE_NAME };

/** Counts records one by one and gives the first that cannot be counted. */
async function firstFailure(records: readonly DynamoDBRecord[]): Promise<DynamoDBRecord | undefined> {
  for (const record of records) {
    try {
      await countStates(table, [stateOf(record)]);
    } catch (error) {
      log.error('A change was not counted', describeError(error));
      return record;
    }
  }
  return undefined;
}

/** Counts a batch of changes. One that fails is delivered again from there; counting twice counts once. */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  try {
    await countStates(table, event.Records.map(stateOf));
    return { batchItemFailures: [] };
  } catch (error) {
    log.warn('A batch is counted record by record', describeError(error));
    const failed = await firstFailure(event.Records);
    if (failed === undefined) return { batchItemFailures: [] };
    return { batchItemFailures: [{ itemIdentifier: failed.dynamodb?.SequenceNumber ?? '' }] };
  }
}
