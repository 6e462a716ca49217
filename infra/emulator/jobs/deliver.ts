import * as z from 'zod';
import type { InvocationResult } from '../lambda/function.ts';
import { pause } from './pause.ts';
import type { StreamRecord } from './stream-client.ts';

/** How a batch reaches the function, and what the mapping says about failures. */
export interface Delivery {
  invoke: (records: readonly StreamRecord[]) => Promise<InvocationResult>;
  bisect: boolean;
  /** Deliveries after the first; -1 for no limit. */
  retries: number;
  maximumRecordAgeSeconds: number;
  reportsItemFailures: boolean;
  /** Called with records that are given up. */
  onGivenUp: (records: readonly StreamRecord[], reason: string) => void;
  signal: AbortSignal;
  nowMs?: () => number;
  /** Waits before another delivery. */
  pause?: (milliseconds: number) => Promise<void>;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

const itemFailures = z.looseObject({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).nullish(),
});

/**
 * The index from which a batch must be delivered again; undefined when all of it is done. A function that reports
 * failures says where to resume. Without a report, a returned value means success.
 */
function resumeAt(
  result: InvocationResult,
  batch: readonly StreamRecord[],
  delivery: Delivery,
): number | undefined {
  if (result.kind !== 'returned') return 0;
  if (!delivery.reportsItemFailures) return undefined;
  const parsed = itemFailures.safeParse(result.value ?? {});
  if (!parsed.success) return 0;
  const failures = parsed.data.batchItemFailures ?? [];
  if (failures.length === 0) return undefined;
  const positions = failures.map(({ itemIdentifier }) =>
    batch.findIndex((record) => record.dynamodb.SequenceNumber === itemIdentifier),
  );
  // An identifier that is not in the batch makes all of it fail.
  return Math.max(0, Math.min(...positions));
}

function reasonOf(result: InvocationResult): string {
  return result.kind === 'returned' ? 'reported as failed' : result.message;
}

function isTooOld(batch: readonly StreamRecord[], delivery: Delivery): boolean {
  if (delivery.maximumRecordAgeSeconds < 0) return false;
  const createdSeconds = batch[0]?.dynamodb.ApproximateCreationDateTime;
  const nowSeconds = (delivery.nowMs ?? Date.now)() / 1000;
  return createdSeconds !== undefined && nowSeconds - createdSeconds > delivery.maximumRecordAgeSeconds;
}

const wait = (delivery: Delivery, milliseconds: number): Promise<void> =>
  delivery.pause?.(milliseconds) ?? pause(milliseconds, delivery.signal);

/**
 * Delivers a batch in order, as an event source mapping does: what failed is tried again with growing pauses, in
 * halves where the mapping bisects, and given up after its retries or age. Resolves when the stream may move on, or
 * when the signal aborts.
 *
 * @param attemptsBefore how often these records have been delivered in vain
 */
export async function deliver(
  records: readonly StreamRecord[],
  delivery: Delivery,
  attemptsBefore = 0,
): Promise<void> {
  if (records.length === 0 || delivery.signal.aborted) return;
  const result = await delivery.invoke(records);
  const resume = resumeAt(result, records, delivery);
  if (resume === undefined || delivery.signal.aborted) return;
  const batch = records.slice(resume);
  // Progress starts the count afresh for what remains.
  const attempts = resume > 0 ? 0 : attemptsBefore;
  const inHalves = delivery.bisect && batch.length > 1;
  const exhausted = delivery.retries >= 0 && attempts >= delivery.retries;
  if (!inHalves && (exhausted || isTooOld(batch, delivery)))
    return delivery.onGivenUp(batch, reasonOf(result));
  await wait(delivery, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempts));
  if (!inHalves) return deliver(batch, delivery, attempts + 1);
  const middle = Math.ceil(batch.length / 2);
  await deliver(batch.slice(0, middle), delivery);
  await deliver(batch.slice(middle), delivery);
}
