import { LruCache } from '../../platform/domain/lru-cache.ts';
import {
  type Bucket,
  type BucketForm,
  earliestAdmission,
  formOf,
  type RateLimitStatus,
  rateLimitStatus,
  retryAfterSeconds,
} from './rate-limit.ts';

/** A record with a token bucket. */
export interface BucketRecord {
  readonly bucket: Bucket;
  readonly tat: number;
}

export interface TakeRequest<A> {
  readonly key: string;
  /** Epoch microseconds. */
  readonly now: number;
  /** Which of the two conditional updates to try. */
  readonly form: BucketForm;
  /**
   * The same in all calls for one request, so that a repeated call does not take a second token.
   */
  readonly requestId: string;
  /** Further data for the store. */
  readonly ask: A;
  /**
   * Time limit of the call in milliseconds. Absent on the first call, which uses the store's own
   * limit.
   */
  readonly patienceMillis?: number;
}

/** Result of a call, and the record after it. */
export type TakeResult<R> =
  /** A token was taken by this call or by an earlier call for the same request. */
  | { readonly outcome: 'admitted'; readonly record: R }
  /** Nothing changed: the bucket had the other form, or no token. */
  | { readonly outcome: 'kept'; readonly record: R }
  /** Nothing changed: the record is missing, or differs from what `ask` expects. */
  | { readonly outcome: 'outdated'; readonly record: R | undefined };

/** Storage of buckets. */
export interface BucketStore<R extends BucketRecord, A> {
  /** Takes a token if the record matches `ask`, has the form, and has a token. Costs one write. */
  take(request: TakeRequest<A>): Promise<TakeResult<R>>;
  /**
   * Reads the record without taking a token. Only for stores whose buckets can get other limits.
   * Costs one read.
   */
  look?(key: string, ask: A): Promise<TakeResult<R>>;
}

/** The request was rejected, because the bucket is empty. */
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
  /** Returns epoch microseconds. */
  readonly clock: () => number;
  /** Returns a text that no other request has. */
  readonly newRequestId: () => string;
  /**
   * Maximum time of all calls for one request in milliseconds, so that a slow store leads to an
   * error in time.
   */
  readonly patienceMillis: number;
}

/** Maximum number of cached keys per Lambda instance. */
const MEMORY_SIZE = 1_000;
/**
 * Maximum number of calls for one request: two forms, a second reading of the clock, and some for
 * concurrent changes.
 */
const MAX_CALLS = 6;

/**
 * Maximum number of concurrent requests of one key in an instance. Later requests need no write
 * once the bucket is empty.
 */
const CONCURRENT_DECISIONS = 10;

/** Requests of one key in one instance. */
interface Queue {
  running: number;
  readonly waiting: { readonly resolve: () => void; readonly reject: (reason: unknown) => void }[];
}

/**
 * Decides each request with one conditional write. The cached state of a key only chooses the form
 * to try first. It also saves the write while the bucket cannot have a token.
 * Requests never lower `tat`. If an operator can lower it, the store is read first.
 */
export class Limiter<R extends BucketRecord, A = undefined> {
  readonly #store: BucketStore<R, A>;
  readonly #options: LimiterOptions;
  readonly #memory = new LruCache<BucketRecord>(MEMORY_SIZE);
  readonly #queues = new Map<string, Queue>();

  constructor(store: BucketStore<R, A>, options: LimiterOptions) {
    this.#store = store;
    this.#options = options;
  }

  /**
   * Takes a token for `key`. Throws when the store does not answer, so that the request is not
   * admitted.
   */
  async admit(key: string, ask: A): Promise<Admission<R>> {
    const queue: Queue = this.#queues.get(key) ?? { running: 0, waiting: [] };
    this.#queues.set(key, queue);
    if (queue.running < this.#concurrency(key)) queue.running += 1;
    else await new Promise<void>((resolve, reject) => queue.waiting.push({ resolve, reject }));
    try {
      return await this.#decide(key, ask);
    } catch (error) {
      // An error of the store also rejects all waiting requests, so that none waits for its own
      // timeout.
      for (const { reject } of queue.waiting.splice(0)) reject(error);
      throw error;
    } finally {
      this.#leave(key, queue);
    }
  }

  /** The first request of a key runs alone, so that the others know which form to try. */
  #concurrency(key: string): number {
    return this.#memory.find(key) === undefined ? 1 : CONCURRENT_DECISIONS;
  }

  #leave(key: string, queue: Queue): void {
    queue.running -= 1;
    while (queue.running < this.#concurrency(key)) {
      const next = queue.waiting.shift();
      if (next === undefined) break;
      queue.running += 1;
      next.resolve();
    }
    if (queue.running === 0) this.#queues.delete(key);
  }

  /** Returns the cached status of a key without a call. For the headers of an error response. */
  lastStatus(key: string): RateLimitStatus | undefined {
    const cachedBucket = this.#memory.find(key);
    return cachedBucket === undefined
      ? undefined
      : rateLimitStatus(cachedBucket.bucket, cachedBucket.tat, this.#options.clock());
  }

  async #decide(key: string, ask: A): Promise<Admission<R>> {
    const startedAt = this.#options.clock();
    const cachedBucket = this.#memory.find(key);
    if (cachedBucket === undefined || !isExhausted(cachedBucket, startedAt)) {
      return this.#take(key, ask, formOf(cachedBucket?.tat ?? 0, startedAt), startedAt);
    }
    const seen = await this.#store.look?.(key, ask);
    if (seen === undefined) return rejectionOf(cachedBucket, startedAt);
    if (seen.outcome === 'outdated') return this.#forget(key, seen.record);
    this.#remember(key, seen.record);
    if (isExhausted(seen.record, startedAt)) return rejectionOf(seen.record, startedAt);
    return this.#take(key, ask, formOf(seen.record.tat, startedAt), startedAt);
  }

  async #take(key: string, ask: A, firstForm: BucketForm, startedAt: number): Promise<Admission<R>> {
    const { clock, newRequestId, patienceMillis: totalPatienceMillis } = this.#options;
    const requestId = newRequestId();
    let now = startedAt;
    let form = firstForm;
    let isSecondReading = false;
    for (let call = 0; call < MAX_CALLS; call++) {
      const patienceMillis = Math.ceil(totalPatienceMillis - (clock() - startedAt) / 1_000);
      if (patienceMillis <= 0) throw new Error('The store answers too slowly');
      const patienceOption = call === 0 ? {} : { patienceMillis };
      const { outcome, record } = await this.#store.take({
        key,
        now,
        form,
        requestId,
        ask,
        ...patienceOption,
      });
      if (outcome === 'outdated') return this.#forget(key, record);
      this.#remember(key, record);
      if (outcome === 'admitted') {
        return { outcome, record, status: rateLimitStatus(record.bucket, record.tat, now) };
      }
      if (isExhausted(record, now)) {
        // Requests may be decided in another order than their clocks were read. So the clock is
        // read once more before the request is rejected.
        const later = clock();
        if (isSecondReading || isExhausted(record, later)) return rejectionOf(record, now);
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

  #remember(key: string, { bucket, tat }: BucketRecord): void {
    this.#memory.set(key, { bucket, tat });
  }
}

/** Returns the rejection of a request by this bucket at `now`, in epoch microseconds. */
export function rejectionOf({ bucket, tat }: BucketRecord, now: number): Refused {
  return {
    outcome: 'refused',
    status: rateLimitStatus(bucket, tat, now),
    retryAfterSeconds: retryAfterSeconds(bucket, tat, now),
  };
}

function isExhausted(limited: BucketRecord, now: number): boolean {
  return earliestAdmission(limited.bucket, limited.tat) > now;
}
