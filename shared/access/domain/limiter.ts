import { LruCache } from '../../platform/domain/lru-cache.ts';
import {
  type Bucket,
  type BucketUpdateKind,
  bucketUpdateKindOf,
  computeRetryAfterSeconds,
  earliestAdmissionMicros,
  type RateLimitStatus,
  rateLimitStatusOf,
} from './rate-limit.ts';

export interface BucketRecord {
  readonly bucket: Bucket;
  readonly fullAtMicros: number;
}

export interface TakeTokenRequest<A> {
  readonly key: string;
  /** Current time in epoch microseconds. */
  readonly now: number;
  readonly form: BucketUpdateKind;
  /** Unique id of the request. Several calls with the same id take only one token. */
  readonly requestId: string;
  /** Additional data for the store, such as the expected version of the record. */
  readonly storeData: A;
  /** Time limit of the call in milliseconds. If it is absent, the store's default applies. */
  readonly timeoutMillis?: number;
}

export type TakeTokenResult<R> =
  /** A token was taken, by this call or by an earlier call for the same request. */
  | { readonly outcome: 'admitted'; readonly record: R }
  /** No token was taken, because the bucket is empty or the request had the wrong `form` (see `BucketUpdateKind`). */
  | { readonly outcome: 'unchanged'; readonly record: R }
  /** Nothing was changed, because the record is missing or differs from the values that `storeData` expects. */
  | { readonly outcome: 'outdated'; readonly record: R | undefined };

export interface BucketStore<R extends BucketRecord, A> {
  /** Takes a token for the request if the bucket has one. The result says whether a token was taken. */
  take(request: TakeTokenRequest<A>): Promise<TakeTokenResult<R>>;
  /** Reads the record without taking a token. Only stores whose limits can change implement it. */
  readRecord?(key: string, storeData: A): Promise<TakeTokenResult<R>>;
}

/** The request was rejected because the bucket is empty. */
export interface RateLimitRejection {
  readonly outcome: 'refused';
  readonly status: RateLimitStatus;
  readonly retryAfterSeconds: number;
}

export type Admission<R> =
  | { readonly outcome: 'admitted'; readonly record: R; readonly status: RateLimitStatus }
  | RateLimitRejection
  | { readonly outcome: 'outdated'; readonly record: R | undefined };

export interface LimiterOptions {
  /** Returns the current time in epoch microseconds. */
  readonly clock: () => number;
  readonly createRequestId: () => string;
  /**
   * Maximum total time of all store calls for one request, in milliseconds. If it is exceeded, the request
   * fails with an error.
   */
  readonly timeoutMillis: number;
}

const CACHED_BUCKETS_MAX = 1_000;
/**
 * Maximum number of store calls for one request. Three are usually enough. Concurrent requests that change the same
 * bucket can cause more.
 */
const STORE_CALLS_MAX = 6;

/**
 * Maximum number of concurrent requests for one bucket in a Lambda instance. Other requests wait. If the bucket
 * becomes empty, the waiting requests are rejected without a write.
 */
const CONCURRENT_REQUESTS_MAX = 10;

/**
 * The requests for one bucket in this Lambda instance. `running` is the number of requests in progress. The others
 * wait.
 */
interface RequestQueue {
  running: number;
  readonly waiting: { readonly resolve: () => void; readonly reject: (reason: unknown) => void }[];
}

/**
 * Decides with one conditional write whether a request is admitted. If the cached bucket has no token, the request is
 * rejected without a write.
 * If the store has `readRecord`, the limiter reads the record before it rejects, because an operator may have raised
 * the limits.
 */
export class Limiter<R extends BucketRecord, A = undefined> {
  readonly #store: BucketStore<R, A>;
  readonly #options: LimiterOptions;
  readonly #cache = new LruCache<BucketRecord>(CACHED_BUCKETS_MAX);
  readonly #queues = new Map<string, RequestQueue>();

  constructor(store: BucketStore<R, A>, options: LimiterOptions) {
    this.#store = store;
    this.#options = options;
  }

  /**
   * Takes a token from the bucket of `key`. Throws an error if the store does not respond, so that no request
   * is admitted without a check.
   */
  async admit(key: string, storeData: A): Promise<Admission<R>> {
    const queue: RequestQueue = this.#queues.get(key) ?? { running: 0, waiting: [] };
    this.#queues.set(key, queue);
    if (queue.running < this.#concurrency(key)) queue.running += 1;
    else await new Promise<void>((resolve, reject) => queue.waiting.push({ resolve, reject }));
    try {
      return await this.#decide(key, storeData);
    } catch (error) {
      // If the store fails, all waiting requests are rejected too, so that they do not each wait for a timeout.
      for (const { reject } of queue.waiting.splice(0)) reject(error);
      throw error;
    } finally {
      this.#leave(key, queue);
    }
  }

  /**
   * Returns the maximum number of concurrent requests for a key. The first request runs alone, because the next
   * requests use its cached result.
   */
  #concurrency(key: string): number {
    return this.#cache.find(key) === undefined ? 1 : CONCURRENT_REQUESTS_MAX;
  }

  #leave(key: string, queue: RequestQueue): void {
    queue.running -= 1;
    while (queue.running < this.#concurrency(key)) {
      const next = queue.waiting.shift();
      if (next === undefined) break;
      queue.running += 1;
      next.resolve();
    }
    if (queue.running === 0) this.#queues.delete(key);
  }

  /** Returns the cached rate-limit status of a bucket, for the headers of an error response. */
  lastStatus(key: string): RateLimitStatus | undefined {
    const cachedBucket = this.#cache.find(key);
    return cachedBucket === undefined
      ? undefined
      : rateLimitStatusOf(cachedBucket.bucket, cachedBucket.fullAtMicros, this.#options.clock());
  }

  async #decide(key: string, storeData: A): Promise<Admission<R>> {
    const startedMicros = this.#options.clock();
    const cachedBucket = this.#cache.find(key);
    if (cachedBucket === undefined || !isBucketExhausted(cachedBucket, startedMicros)) {
      return this.#take(
        key,
        storeData,
        bucketUpdateKindOf(cachedBucket?.fullAtMicros ?? 0, startedMicros),
        startedMicros,
      );
    }
    const readResult = await this.#store.readRecord?.(key, storeData);
    if (readResult === undefined) return rateLimitRejectionOf(cachedBucket, startedMicros);
    if (readResult.outcome === 'outdated') return this.#forget(key, readResult.record);
    this.#remember(key, readResult.record);
    if (isBucketExhausted(readResult.record, startedMicros))
      return rateLimitRejectionOf(readResult.record, startedMicros);
    return this.#take(
      key,
      storeData,
      bucketUpdateKindOf(readResult.record.fullAtMicros, startedMicros),
      startedMicros,
    );
  }

  async #take(
    key: string,
    storeData: A,
    firstUpdateForm: BucketUpdateKind,
    startedMicros: number,
  ): Promise<Admission<R>> {
    const { clock, createRequestId, timeoutMillis: totalTimeoutMillis } = this.#options;
    const requestId = createRequestId();
    let now = startedMicros;
    let form = firstUpdateForm;
    let hasReadClockAgain = false;
    for (let call = 0; call < STORE_CALLS_MAX; call++) {
      const timeoutMillis = Math.ceil(totalTimeoutMillis - (clock() - startedMicros) / 1_000);
      if (timeoutMillis <= 0) throw new Error('The store answers too slowly');
      const timeoutOption = call === 0 ? {} : { timeoutMillis };
      const { outcome, record } = await this.#store.take({
        key,
        now,
        form,
        requestId,
        storeData,
        ...timeoutOption,
      });
      if (outcome === 'outdated') return this.#forget(key, record);
      this.#remember(key, record);
      if (outcome === 'admitted') {
        return { outcome, record, status: rateLimitStatusOf(record.bucket, record.fullAtMicros, now) };
      }
      if (isBucketExhausted(record, now)) {
        // A concurrent request may have stored a time that is later than `now`. Therefore read the clock again before a
        // rejection.
        const currentMicros = clock();
        if (hasReadClockAgain || isBucketExhausted(record, currentMicros))
          return rateLimitRejectionOf(record, now);
        hasReadClockAgain = true;
        now = currentMicros;
      }
      form = bucketUpdateKindOf(record.fullAtMicros, now);
    }
    throw new Error('The bucket changed between every two calls');
  }

  #forget(key: string, record: R | undefined): Admission<R> {
    this.#cache.delete(key);
    return { outcome: 'outdated', record };
  }

  #remember(key: string, { bucket, fullAtMicros }: BucketRecord): void {
    this.#cache.set(key, { bucket, fullAtMicros });
  }
}

/** Returns the rejection of a request by this bucket. `now` is in epoch microseconds. */
export function rateLimitRejectionOf(
  { bucket, fullAtMicros }: BucketRecord,
  now: number,
): RateLimitRejection {
  return {
    outcome: 'refused',
    status: rateLimitStatusOf(bucket, fullAtMicros, now),
    retryAfterSeconds: computeRetryAfterSeconds(bucket, fullAtMicros, now),
  };
}

function isBucketExhausted(record: BucketRecord, now: number): boolean {
  return earliestAdmissionMicros(record.bucket, record.fullAtMicros) > now;
}
