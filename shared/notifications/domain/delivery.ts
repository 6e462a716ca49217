import type { DeliveryFailure } from '../contract/webhooks/webhook-values.ts';
import { retryPauseMs } from './delivery-schedule.ts';

/** An event whose first attempt failed and that waits for a retry. */
export interface WaitingEvent {
  /** Id of the delivery, and the slot in which it is logged. */
  readonly delivery: string;
  readonly slot: number;
  /** Number of failed attempts. */
  readonly attempts: number;
  readonly first_ms: number;
  /** When the next attempt is due, in epoch milliseconds. */
  readonly due_ms: number;
}

/**
 * Maximum number of events of one endpoint that wait for a retry. At this number new events wait too, which
 * limits the cost of an unreachable endpoint. Events are kept for longer than an endpoint is retried.
 */
export const WAITING_MAX = 20;

/** Outcome of one attempt: the receiver's HTTP status, or the reason why there is none. */
export type AttemptOutcome = { readonly durationMs: number } & (
  | {
      readonly status: number;
      readonly failure?: undefined;
      /** Body of the response, if the sender keeps it. */
      readonly answer?: string;
    }
  | { readonly status?: undefined; readonly failure: DeliveryFailure; readonly answer?: undefined }
);

const GONE = 410;

/**
 * Classifies an attempt: a 2xx status is delivered, 410 disables the endpoint, everything else is retried.
 */
export function classifyOutcome({ status }: AttemptOutcome): 'delivered' | 'gone' | 'failed' {
  if (status === GONE) return 'gone';
  return status !== undefined && status >= 200 && status < 300 ? 'delivered' : 'failed';
}

/** Returns the waiting event after one more failed attempt; undefined when no attempt is left. */
export function scheduleRetry<W extends Omit<WaitingEvent, 'due_ms'>>(
  event: W,
  nowMs: number,
  random: number,
): (W & WaitingEvent) | undefined {
  const attempts = event.attempts + 1;
  const pauseMs = retryPauseMs(attempts, random);
  return pauseMs === undefined ? undefined : { ...event, attempts, due_ms: nowMs + pauseMs };
}

/** Returns the waiting event with the earliest due time, and its sequence. */
export function findFirstDue(
  waitingEvents: Readonly<Record<string, WaitingEvent>>,
): readonly [sequence: number, event: WaitingEvent] | undefined {
  const [first] = Object.entries(waitingEvents).toSorted(([, a], [, b]) => a.due_ms - b.due_ms);
  return first === undefined ? undefined : [Number(first[0]), first[1]];
}

/** Whether no delivery to the endpoint has succeeded since an event's first attempt. */
export function hasFailedThroughout(failingSinceMs: number | undefined, firstAttemptMs: number): boolean {
  return failingSinceMs !== undefined && failingSinceMs <= firstAttemptMs;
}
