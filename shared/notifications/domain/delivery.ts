import type { DeliveryFailure } from '../contract/webhooks/webhook-values.ts';
import { retryPauseMs } from './delivery-schedule.ts';

/** An event whose first attempt failed and that waits for a retry. */
export interface WaitingEvent {
  /** Id of its delivery, and the slot where that is logged. */
  readonly delivery: string;
  readonly slot: number;
  /** Attempts that have failed. */
  readonly attempts: number;
  readonly first_ms: number;
  /** When the next attempt is due, in epoch milliseconds. */
  readonly due_ms: number;
}

/**
 * Events of one endpoint that may wait for a retry at a time. At this number new events wait too, so that an endpoint that
 * is down costs no more than these. Events are kept for longer than an endpoint is retried.
 */
export const WAITING_MAX = 20;

/** What became of one attempt: the receiver's status, or why there is none. */
export type AttemptOutcome = { readonly durationMs: number } & (
  | {
      readonly status: number;
      readonly failure?: undefined;
      /** The body of the answer, where the sender was asked to keep it. */
      readonly answer?: string;
    }
  | { readonly status?: undefined; readonly failure: DeliveryFailure; readonly answer?: undefined }
);

const GONE = 410;

/** The meaning of an attempt's status: 2xx is delivered, 410 disables the endpoint, everything else is retried. */
export function verdictOf({ status }: AttemptOutcome): 'delivered' | 'gone' | 'failed' {
  if (status === GONE) return 'gone';
  return status !== undefined && status >= 200 && status < 300 ? 'delivered' : 'failed';
}

/** An event after one more failed attempt; undefined when it was the last one. */
export function waitAgain<W extends Omit<WaitingEvent, 'due_ms'>>(
  event: W,
  nowMs: number,
  random: number,
): (W & WaitingEvent) | undefined {
  const attempts = event.attempts + 1;
  const pauseMs = retryPauseMs(attempts, random);
  return pauseMs === undefined ? undefined : { ...event, attempts, due_ms: nowMs + pauseMs };
}

/** The waiting event whose attempt is due first, by its sequence. */
export function firstDue(
  waiting: Readonly<Record<string, WaitingEvent>>,
): readonly [sequence: number, event: WaitingEvent] | undefined {
  const [first] = Object.entries(waiting).toSorted(([, a], [, b]) => a.due_ms - b.due_ms);
  return first === undefined ? undefined : [Number(first[0]), first[1]];
}

/** Whether nothing has arrived at an endpoint since an event's first attempt. */
export function hasFailedThroughout(failingSinceMs: number | undefined, firstAttemptMs: number): boolean {
  return failingSinceMs !== undefined && failingSinceMs <= firstAttemptMs;
}
