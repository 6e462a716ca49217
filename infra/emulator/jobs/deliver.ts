import * as z from 'zod';
import type { InvocationResult } from '../lambda/function.ts';
import { pause } from './pause.ts';
import type { StreamRecord } from './stream-client.ts';

/**
 * How to invoke the function with a batch of stream records, and the event source mapping's settings for
 * failures.
 */
export interface Delivery {
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
  pause?: (milliseconds: number) => Promise<void>;
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
  delivery: Delivery,
): number | undefined {
  if (invocationResult.kind !== 'returned') return 0;
  if (!delivery.reportsItemFailures) return undefined;
  const parsed = itemFailuresSchema.safeParse(invocationResult.value ?? {});
  if (!parsed.success) return 0;
  const failures = parsed.data.batchItemFailures ?? [];
  if (failures.length === 0) return undefined;
  const positions = failures.map(({ itemIdentifier }) =>
    batch.findIndex((record) => record.dynamodb.SequenceNumber === itemIdentifier),
  );
  // `findIndex` returns -1 for an unknown identifier. The whole batch then fails, as on AWS.
  return Math.max(0, Math.min(...positions));
}

function describeFailure(invocationResult: InvocationResult): string {
  return invocationResult.kind === 'returned' ? 'reported as failed' : invocationResult.message;
}

function isBatchTooOld(batch: readonly StreamRecord[], delivery: Delivery): boolean {
  if (delivery.maximumRecordAgeSeconds < 0) return false;
  const createdAtSeconds = batch[0]?.dynamodb.ApproximateCreationDateTime;
  const nowSeconds = (delivery.nowMs ?? Date.now)() / 1000;
  return createdAtSeconds !== undefined && nowSeconds - createdAtSeconds > delivery.maximumRecordAgeSeconds;
}

const waitBeforeRetry = (delivery: Delivery, milliseconds: number): Promise<void> =>
  delivery.pause?.(milliseconds) ?? pause(milliseconds, delivery.signal);

/**
 * Delivers a batch in order, with retries, as an event source mapping does. Resolves when all records are processed
 * or discarded, or when the signal aborts.
 *
 * @param previousAttemptCount number of failed deliveries of these records
 */
export async function deliver(
  records: readonly StreamRecord[],
  delivery: Delivery,
  previousAttemptCount = 0,
): Promise<void> {
  if (records.length === 0 || delivery.signal.aborted) return;
  const invocationResult = await delivery.invoke(records);
  const resumeIndex = findResumeIndex(invocationResult, records, delivery);
  if (resumeIndex === undefined || delivery.signal.aborted) return;
  const batch = records.slice(resumeIndex);
  // When some records succeeded, the remaining records get the full number of retries again.
  const attempts = resumeIndex > 0 ? 0 : previousAttemptCount;
  const isBatchBisected = delivery.bisect && batch.length > 1;
  const hasUsedAllRetries = delivery.retries >= 0 && attempts >= delivery.retries;
  if (!isBatchBisected && (hasUsedAllRetries || isBatchTooOld(batch, delivery)))
    return delivery.onGivenUp(batch, describeFailure(invocationResult));
  await waitBeforeRetry(delivery, Math.min(LONGEST_PAUSE_MS, FIRST_RETRY_PAUSE_MS * 2 ** attempts));
  if (!isBatchBisected) return deliver(batch, delivery, attempts + 1);
  const middle = Math.ceil(batch.length / 2);
  await deliver(batch.slice(0, middle), delivery);
  await deliver(batch.slice(middle), delivery);
}
