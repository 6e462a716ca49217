import * as z from 'zod';
import type { InvocationResult } from '../lambda/function.ts';
import { pause } from './pause.ts';
import type { StreamRecord } from './stream-client.ts';

/**
 * How to invoke the function with a batch of stream records, and the event source mapping's settings for
 * failures.
 */
export interface BatchDelivery {
  invoke: (records: readonly StreamRecord[]) => Promise<InvocationResult>;
  bisect: boolean;
  /** Maximum number of repeated deliveries after the first delivery fails; -1 for no limit. */
  retries: number;
  maximumRecordAgeSeconds: number;
  reportsItemFailures: boolean;
  /** Called with records that are discarded after their last delivery failed. */
  onGivenUp: (records: readonly StreamRecord[], reason: string) => void;
  signal: AbortSignal;
  nowMs?: () => number;
  /** Waits before the next delivery; replaced in tests. */
  pause?: (pauseMs: number) => Promise<void>;
}

const FIRST_RETRY_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

const itemFailuresSchema = z.looseObject({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).nullish(),
});

/** Returns the index of the first record that must be delivered again; undefined when all records were processed. */
function findResumeIndex(
  invocationResult: InvocationResult,
  batch: readonly StreamRecord[],
  deliveryOptions: BatchDelivery,
): number | undefined {
  if (invocationResult.kind !== 'returned') return 0;
  if (!deliveryOptions.reportsItemFailures) return undefined;
  const parsed = itemFailuresSchema.safeParse(invocationResult.value ?? {});
  if (!parsed.success) return 0;
  const itemFailures = parsed.data.batchItemFailures ?? [];
  if (itemFailures.length === 0) return undefined;
  const failureIndexes = itemFailures.map(({ itemIdentifier }) =>
    batch.findIndex((record) => record.dynamodb.SequenceNumber === itemIdentifier),
  );
  // `findIndex` returns -1 for an unknown identifier. The whole batch then fails, as on AWS.
  return Math.max(0, Math.min(...failureIndexes));
}

function describeFailure(invocationResult: InvocationResult): string {
  return invocationResult.kind === 'returned' ? 'reported as failed' : invocationResult.message;
}

function isBatchTooOld(batch: readonly StreamRecord[], deliveryOptions: BatchDelivery): boolean {
  if (deliveryOptions.maximumRecordAgeSeconds < 0) return false;
  const createdAtSeconds = batch[0]?.dynamodb.ApproximateCreationDateTime;
  const nowSeconds = (deliveryOptions.nowMs ?? Date.now)() / 1000;
  return (
    createdAtSeconds !== undefined && nowSeconds - createdAtSeconds > deliveryOptions.maximumRecordAgeSeconds
  );
}

const waitBeforeRetry = (deliveryOptions: BatchDelivery, pauseMs: number): Promise<void> =>
  deliveryOptions.pause?.(pauseMs) ?? pause(pauseMs, deliveryOptions.signal);

/**
 * Delivers a batch in order, with retries, as an event source mapping does. Resolves when all records are processed
 * or discarded, or when the signal aborts.
 *
 * @param previousAttemptCount number of failed deliveries of these records
 */
export async function deliverBatch(
  records: readonly StreamRecord[],
  deliveryOptions: BatchDelivery,
  previousAttemptCount = 0,
): Promise<void> {
  if (records.length === 0 || deliveryOptions.signal.aborted) return;
  const invocationResult = await deliveryOptions.invoke(records);
  const resumeIndex = findResumeIndex(invocationResult, records, deliveryOptions);
  if (resumeIndex === undefined || deliveryOptions.signal.aborted) return;
  const batch = records.slice(resumeIndex);
  // When some records succeeded, the remaining records get the full number of retries again.
  const attemptCount = resumeIndex > 0 ? 0 : previousAttemptCount;
  const shouldBisectBatch = deliveryOptions.bisect && batch.length > 1;
  const hasUsedAllRetries = deliveryOptions.retries >= 0 && attemptCount >= deliveryOptions.retries;
  if (!shouldBisectBatch && (hasUsedAllRetries || isBatchTooOld(batch, deliveryOptions)))
    return deliveryOptions.onGivenUp(batch, describeFailure(invocationResult));
  await waitBeforeRetry(
    deliveryOptions,
    Math.min(LONGEST_PAUSE_MS, FIRST_RETRY_PAUSE_MS * 2 ** attemptCount),
  );
  if (!shouldBisectBatch) return deliverBatch(batch, deliveryOptions, attemptCount + 1);
  const middleIndex = Math.ceil(batch.length / 2);
  await deliverBatch(batch.slice(0, middleIndex), deliveryOptions);
  await deliverBatch(batch.slice(middleIndex), deliveryOptions);
}
