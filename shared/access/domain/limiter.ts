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

export interface TakeRequest {
  readonly key: string;
  /** Microseconds since the epoch. */
  readonly now: number;
  /** Which of the two conditional updates to try. */
  readonly form: BucketForm;
  /** Refusals of this key since the last write, to be added to its count. */
  readonly refusals: number;
  /** Milliseconds after which the answer is of no use; on a first call the store's own patience is enough. */
  readonly patienceMillis?: number;
}

/** Where buckets are kept. Every call is one write. */
export interface BucketStore<R extends Limited> {
  /**
   * Takes a token if the record is usable, has the form and has a token: then gives the new record. Otherwise changes
   * nothing and gives the record as it is, or undefined when there is none.
   */
  take(request: TakeRequest): Promise<{ readonly admitted: boolean; readonly record: R | undefined }>;
  /** Whether the record may be used at all at `now`: not revoked, not expired. */
  isUsable(record: R, now: number): boolean;
  addRefusals(key: string, count: number): Promise<void>;
}

export type Admission<R> =
  | { readonly outcome: 'admitted'; readonly record: R; readonly status: RateLimitStatus }
  | { readonly outcome: 'refused'; readonly status: RateLimitStatus; readonly retryAfterSeconds: number }
  | { readonly outcome: 'unusable' };

interface Memory {
  readonly limited: Limited;
  /** Refusals that no write carries yet. */
  refusals: number;
  /** When a write last carried refusals, in microseconds. */
  flushedAt: number;
}

/** Keys remembered by one Lambda instance; the one remembered longest is forgotten first. */
const MEMORY_SIZE = 1_000;
/** Refusals are written at most this often by an instance, apart from those that the next admission carries. */
const FLUSH_EVERY_MICROS = 1_000_000;
/** Two forms, a second reading of the clock, and more for a bucket that turns in between. */
const MAX_CALLS = 6;
/** All calls for a request together, so that a slow store is answered with an error in good time. */
const PATIENCE_MICROS = 2_500_000;

/**
 * Decides with one conditional write per request. What it remembers of a key only chooses the form to try first, and
 * refuses without a write while no token can have come back: `tat` never falls, so nothing that other instances do
 * could admit the request earlier.
 */
export class Limiter<R extends Limited> {
  readonly #store: BucketStore<R>;
  readonly #clock: () => number;
  readonly #memory = new Map<string, Memory>();
  /** First looks at keys that are under way; others of the same key wait and then know which form to try. */
  readonly #firstLooks = new Map<string, Promise<unknown>>();

  /** `clock` gives microseconds since the epoch. */
  constructor(store: BucketStore<R>, clock: () => number) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Takes a token for `key`. Rejects when the store cannot answer, and then nobody is admitted. */
  async admit(key: string): Promise<Admission<R>> {
    if (this.#memory.has(key)) return this.#decide(key);
    const firstLook = this.#firstLooks.get(key);
    if (firstLook !== undefined) {
      // A store that fails the first fails them all: none waits for a second time-out.
      await firstLook;
      return this.#decide(key);
    }
    const decision = this.#decide(key);
    this.#firstLooks.set(key, decision);
    try {
      return await decision;
    } finally {
      this.#firstLooks.delete(key);
    }
  }

  async #decide(key: string): Promise<Admission<R>> {
    const startedAt = this.#clock();
    let now = startedAt;
    let isSecondReading = false;
    const known = this.#memory.get(key);
    if (known !== undefined && isExhausted(known.limited, now)) return this.#refuse(key, known.limited, now);
    let form = formOf(known?.limited.tat ?? 0, now);
    for (let call = 0; call < MAX_CALLS; call++) {
      const patience = startedAt + PATIENCE_MICROS - this.#clock();
      if (patience <= 0) throw new Error('The store answers too slowly');
      const { admitted, record } = await this.#take(key, form, now, call === 0 ? undefined : patience);
      if (record === undefined || (!admitted && !this.#store.isUsable(record, now))) {
        this.#memory.delete(key);
        return { outcome: 'unusable' };
      }
      if (admitted) {
        return { outcome: 'admitted', record, status: rateLimitStatus(record.bucket, record.tat, now) };
      }
      if (isExhausted(record, now)) {
        // Requests are decided in another order than their clocks were read, so this one may have been read too
        // early to see the token that is there for it.
        const later = this.#clock();
        if (isSecondReading || isExhausted(record, later)) return this.#refuse(key, record, now);
        isSecondReading = true;
        now = later;
      }
      form = formOf(record.tat, now);
    }
    throw new Error('The bucket changed between every two calls');
  }

  /** What is known of a key without a call, for the headers of an answer that could not be decided. */
  lastStatus(key: string): RateLimitStatus | undefined {
    const limited = this.#memory.get(key)?.limited;
    return limited === undefined ? undefined : rateLimitStatus(limited.bucket, limited.tat, this.#clock());
  }

  /** One call of the store, which carries the refusals that are still to be counted. */
  async #take(key: string, form: BucketForm, now: number, patienceMicros: number | undefined) {
    const refusals = this.#claimRefusals(key);
    let isCarried = false;
    try {
      const patience =
        patienceMicros === undefined ? {} : { patienceMillis: Math.ceil(patienceMicros / 1_000) };
      const taken = await this.#store.take({ key, now, form, refusals, ...patience });
      isCarried = taken.admitted;
      if (taken.record !== undefined) this.#remember(key, taken.record);
      return taken;
    } finally {
      const memory = this.#memory.get(key);
      if (memory !== undefined && isCarried && refusals > 0) memory.flushedAt = now;
      if (memory !== undefined && !isCarried) memory.refusals += refusals;
    }
  }

  async #refuse(key: string, limited: Limited, now: number): Promise<Admission<R>> {
    const memory = this.#memory.get(key);
    if (memory !== undefined) {
      memory.refusals += 1;
      if (now - memory.flushedAt >= FLUSH_EVERY_MICROS) {
        memory.flushedAt = now;
        await this.#store.addRefusals(key, this.#claimRefusals(key));
      }
    }
    return {
      outcome: 'refused',
      status: rateLimitStatus(limited.bucket, limited.tat, now),
      retryAfterSeconds: retryAfterSeconds(limited.bucket, limited.tat, now),
    };
  }

  #claimRefusals(key: string): number {
    const memory = this.#memory.get(key);
    if (memory === undefined) return 0;
    const { refusals } = memory;
    memory.refusals = 0;
    return refusals;
  }

  #remember(key: string, { bucket, tat }: Limited): void {
    const before = this.#memory.get(key);
    this.#memory.delete(key);
    this.#memory.set(key, {
      limited: { bucket, tat },
      refusals: before?.refusals ?? 0,
      flushedAt: before?.flushedAt ?? 0,
    });
    for (const oldest of this.#memory.keys()) {
      if (this.#memory.size <= MEMORY_SIZE) break;
      this.#memory.delete(oldest);
    }
  }
}

function isExhausted(limited: Limited, now: number): boolean {
  return admittedFrom(limited.bucket, limited.tat) > now;
}
