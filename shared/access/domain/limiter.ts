import { LruCache } from '../../platform/domain/lru-cache.ts';
import {
  admittedFrom,
  type Bucket,
  type BucketForm,
  formOf,
  type RateLimitStatus,
  rateLimitStatus,
  retryAfterSeconds,
} from './rate-limit.ts';

/** A record that carries a bucket. */
export interface Limited {
  readonly bucket: Bucket;
  readonly tat: number;
}

export interface TakeRequest<A> {
  readonly key: string;
  /** Microseconds since the epoch. */
  readonly now: number;
  /** Which of the two conditional updates to try. */
  readonly form: BucketForm;
  /** The same in all calls for one request, so that a call whose answer was lost takes no second token. */
  readonly requestId: string;
  /** What the store has to know besides. */
  readonly ask: A;
  /** Milliseconds after which the answer is of no use; on a first call the store's own patience is enough. */
  readonly patienceMillis?: number;
}

/** What became of a call, and the record as it stands after it. */
export type Taken<R> =
  /** A token was taken, by this call or by an earlier one of the same request. */
  | { readonly outcome: 'admitted'; readonly record: R }
  /** Nothing changed: the form was another, or there was no token. */
  | { readonly outcome: 'kept'; readonly record: R }
  /** Nothing changed, as the record is gone or is no longer as `ask` says. */
  | { readonly outcome: 'outdated'; readonly record: R | undefined };

/** Where buckets are kept. */
export interface BucketStore<R extends Limited, A> {
  /** Takes a token if the record is as `ask` says, has the form and has a token. One write. */
  take(request: TakeRequest<A>): Promise<Taken<R>>;
  /** The record at this moment, never `admitted`; for stores whose buckets may be given other limits. One read. */
  look?(key: string, ask: A): Promise<Taken<R>>;
}

/** No token left. */
export interface Refused {
  readonly outcome: 'refused';
  readonly status: RateLimitStatus;
  readonly retryAfterSeconds: number;
}

export type Admission<R> =
  | { readonly outcome: 'admitted'; readonly record: R; readonly status: RateLimitStatus }
  | Refused
  | { readonly outcome: 'outdated'; readonly record: R | undefined };

export interface LimiterOptions {
  /** Microseconds since the epoch. */
  readonly clock: () => number;
  /** A text that no other request has. */
  readonly newRequestId: () => string;
  /** How long all calls for a request may take together, so that a slow store is answered with an error in time. */
  readonly patienceMillis: number;
}

/** Keys remembered by one Lambda instance. */
const MEMORY_SIZE = 1_000;
/** Two forms, a second reading of the clock, and more for a bucket that turns in between. */
const MAX_CALLS = 6;

/** Requests of one key that an instance decides at a time. Those behind them need no write once the bucket is empty. */
const DECIDED_AT_ONCE = 10;

/** Requests of one key in one instance. */
interface Queue {
  running: number;
  readonly waiting: { readonly resolve: () => void; readonly reject: (reason: unknown) => void }[];
}

/**
 * Decides with one conditional write per request. What it remembers of a key only chooses the form to try first, and
 * spares the write while no token can have come back: `tat` falls by nothing that requests do, and where an operator
 * may let it fall, the store is looked at first.
 */
export class Limiter<R extends Limited, A = undefined> {
  readonly #store: BucketStore<R, A>;
  readonly #options: LimiterOptions;
  readonly #memory = new LruCache<Limited>(MEMORY_SIZE);
  readonly #queues = new Map<string, Queue>();

  constructor(store: BucketStore<R, A>, options: LimiterOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Takes a token for `key`. Throws when the store cannot answer, so that the request is not admitted. */
  async admit(key: string, ask: A): Promise<Admission<R>> {
    const queue: Queue = this.#queues.get(key) ?? { running: 0, waiting: [] };
    this.#queues.set(key, queue);
    if (queue.running < this.#atOnce(key)) queue.running += 1;
    else await new Promise<void>((resolve, reject) => queue.waiting.push({ resolve, reject }));
    try {
      return await this.#decide(key, ask);
    } catch (error) {
      // A store that fails one request fails those that wait: none waits for a time-out of its own.
      for (const { reject } of queue.waiting.splice(0)) reject(error);
      throw error;
    } finally {
      this.#leave(key, queue);
    }
  }

  /** The first request of a key decides alone, so that the others know which form to try. */
  #atOnce(key: string): number {
    return this.#memory.find(key) === undefined ? 1 : DECIDED_AT_ONCE;
  }

  #leave(key: string, queue: Queue): void {
    queue.running -= 1;
    while (queue.running < this.#atOnce(key)) {
      const next = queue.waiting.shift();
      if (next === undefined) break;
      queue.running += 1;
      next.resolve();
    }
    if (queue.running === 0) this.#queues.delete(key);
  }

  /** What is known of a key without a call, for the headers of an answer that could not be decided. */
  lastStatus(key: string): RateLimitStatus | undefined {
    const known = this.#memory.find(key);
    return known === undefined ? undefined : rateLimitStatus(known.bucket, known.tat, this.#options.clock());
  }

  async #decide(key: string, ask: A): Promise<Admission<R>> {
    const startedAt = this.#options.clock();
    const known = this.#memory.find(key);
    if (known === undefined || !isExhausted(known, startedAt)) {
      return this.#take(key, ask, formOf(known?.tat ?? 0, startedAt), startedAt);
    }
    const seen = await this.#store.look?.(key, ask);
    if (seen === undefined) return refusal(known, startedAt);
    if (seen.outcome === 'outdated') return this.#forget(key, seen.record);
    this.#remember(key, seen.record);
    if (isExhausted(seen.record, startedAt)) return refusal(seen.record, startedAt);
    return this.#take(key, ask, formOf(seen.record.tat, startedAt), startedAt);
  }

  async #take(key: string, ask: A, firstForm: BucketForm, startedAt: number): Promise<Admission<R>> {
    const { clock, newRequestId, patienceMillis: patienceInAll } = this.#options;
    const requestId = newRequestId();
    let now = startedAt;
    let form = firstForm;
    let isSecondReading = false;
    for (let call = 0; call < MAX_CALLS; call++) {
      const patienceMillis = Math.ceil(patienceInAll - (clock() - startedAt) / 1_000);
      if (patienceMillis <= 0) throw new Error('The store answers too slowly');
      const patience = call === 0 ? {} : { patienceMillis };
      const { outcome, record } = await this.#store.take({ key, now, form, requestId, ask, ...patience });
      if (outcome === 'outdated') return this.#forget(key, record);
      this.#remember(key, record);
      if (outcome === 'admitted') {
        return { outcome, record, status: rateLimitStatus(record.bucket, record.tat, now) };
      }
      if (isExhausted(record, now)) {
        // Requests are decided in another order than their clocks were read, so this one may have been read too
        // early to see the token that is there for it.
        const later = clock();
        if (isSecondReading || isExhausted(record, later)) return refusal(record, now);
        isSecondReading = true;
        now = later;
      }
      form = formOf(record.tat, now);
    }
    throw new Error('The bucket changed between every two calls');
  }

  #forget(key: string, record: R | undefined): Admission<R> {
    this.#memory.delete(key);
    return { outcome: 'outdated', record };
  }

  #remember(key: string, { bucket, tat }: Limited): void {
    this.#memory.set(key, { bucket, tat });
  }
}

/** The refusal of a request by this bucket at `now`, in microseconds since the epoch. */
export function refusal({ bucket, tat }: Limited, now: number): Refused {
  return {
    outcome: 'refused',
    status: rateLimitStatus(bucket, tat, now),
    retryAfterSeconds: retryAfterSeconds(bucket, tat, now),
  };
}

function isExhausted(limited: Limited, now: number): boolean {
  return admittedFrom(limited.bucket, limited.tat) > now;
}
