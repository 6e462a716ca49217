import type { DeliveryFailure } from '../contract/webhooks/webhook-values.ts';
import { computeRetryPauseMs } from './delivery-schedule.ts';

/** An event whose first attempt has failed and that will be retried. */
export interface WaitingEvent {
  /** Id of the delivery. */
  readonly delivery: string;
  /** Number of the item that stores the delivery in the endpoint's delivery log. */
  readonly slot: number;
  /** Number of failed attempts. */
  readonly attempts: number;
  /** Time of the first attempt, in epoch milliseconds. */
  readonly first_ms: number;
  /** Time of the next attempt, in epoch milliseconds. */
  readonly due_ms: number;
}

/**
 * Maximum number of events of one endpoint that wait for a retry. If it is reached, new events are not sent until
 * one retry has ended. This limits the cost of an unreachable endpoint.
 */
export const WAITING_EVENTS_MAX = 20;

/** Outcome of one attempt: the HTTP status of the receiver, or the reason why there is no status. */
export type AttemptOutcome = { readonly durationMs: number } & (
  | {
      readonly status: number;
      readonly failure?: undefined;
      /** Body of the response. Present only if the sender was configured to keep response bodies. */
      readonly responseBody?: string;
    }
  | { readonly status?: undefined; readonly failure: DeliveryFailure; readonly responseBody?: undefined }
);

const GONE_STATUS = 410;

/**
 * Classifies the outcome of an attempt. Status 2xx is `delivered`. Status 410 is `gone` and disables the
 * endpoint. Everything else is `failed` and is retried.
 */
export function classifyAttempt({ status }: AttemptOutcome): 'delivered' | 'gone' | 'failed' {
  if (status === GONE_STATUS) return 'gone';
  return status !== undefined && status >= 200 && status < 300 ? 'delivered' : 'failed';
}

/** Returns the event with the time of its next attempt, or undefined if there is no further attempt. */
export function scheduleRetry<W extends Omit<WaitingEvent, 'due_ms'>>(
  event: W,
  nowMs: number,
  randomFraction: number,
): (W & WaitingEvent) | undefined {
  const attemptCount = event.attempts + 1;
  const pauseMs = computeRetryPauseMs(attemptCount, randomFraction);
  return pauseMs === undefined ? undefined : { ...event, attempts: attemptCount, due_ms: nowMs + pauseMs };
}

/** Returns the waiting event with the earliest due time, or undefined if no event waits. */
export function findEarliestDueEntry(
  waitingEvents: Readonly<Record<string, WaitingEvent>>,
): readonly [sequence: number, event: WaitingEvent] | undefined {
  const [first] = Object.entries(waitingEvents).toSorted(([, a], [, b]) => a.due_ms - b.due_ms);
  return first === undefined ? undefined : [Number(first[0]), first[1]];
}

/** Returns whether every attempt for an endpoint has failed since `firstAttemptMs`. */
export function hasFailedSinceFirstAttempt(
  failingSinceMs: number | undefined,
  firstAttemptMs: number,
): boolean {
  return failingSinceMs !== undefined && failingSinceMs <= firstAttemptMs;
}
