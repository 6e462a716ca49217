import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type BucketRecord,
  type BucketStore,
  Limiter,
  type TakeTokenRequest,
  type TakeTokenResult,
} from '../../shared/access/domain/limiter.ts';
import {
  type Bucket,
  bucketOf,
  bucketUpdateKindOf,
  earliestAdmissionMicros,
} from '../../shared/access/domain/rate-limit.ts';
import { microsOf } from './model.ts';

const START = microsOf(new Date('2026-01-01T00:00:00.000Z'));
const SECOND_MICROS = 1_000_000;
/**
 * A bucket that refills one token per second. The tests use their own limits, because the limits of a plan may change.
 */
const MINUTE_BUCKET = bucketOf({ requestsPerMinute: 60, burst: 100 });

interface Item extends BucketRecord {
  bucket: Bucket;
  fullAtMicros: number;
  used: number;
  /** Ids of the last eight requests that took a token. */
  recent: string[];
}

/**
 * A bucket store in memory. It has the same conditions as the two updates in DynamoDB (see `BucketUpdateKind`), and
 * counts its calls.
 */
class MemoryStore implements BucketStore<Item, undefined> {
  readonly items = new Map<string, Item>();
  writes = 0;
  looks = 0;
  /** Awaited before each call takes effect. */
  before: () => Promise<void> = async () => {};

  put(key: string, bucket: Bucket, fullAtMicros = 0): Item {
    const item: Item = { bucket, fullAtMicros, used: 0, recent: [] };
    this.items.set(key, item);
    return item;
  }

  async take({ key, now, form, requestId }: TakeTokenRequest<undefined>): Promise<TakeTokenResult<Item>> {
    await this.before();
    this.writes += 1;
    const item = this.items.get(key);
    if (item === undefined) return { outcome: 'outdated', record: undefined };
    if (item.recent.includes(requestId)) return { outcome: 'admitted', record: { ...item } };
    const isExpectedUpdateKind = bucketUpdateKindOf(item.fullAtMicros, now) === form;
    if (!isExpectedUpdateKind || earliestAdmissionMicros(item.bucket, item.fullAtMicros) > now)
      return { outcome: 'unchanged', record: { ...item } };
    item.fullAtMicros = (form === 'idle' ? now : item.fullAtMicros) + item.bucket.intervalMicros;
    item.used += 1;
    item.recent = [requestId, ...item.recent].slice(0, 8);
    return { outcome: 'admitted', record: { ...item } };
  }

  async readRecord(key: string): Promise<TakeTokenResult<Item>> {
    this.looks += 1;
    const item = this.items.get(key);
    return item === undefined
      ? { outcome: 'outdated', record: undefined }
      : { outcome: 'unchanged', record: { ...item } };
  }
}

let store: MemoryStore;
let now: number;
const clock = () => now;
let requests = 0;
const createRequestId = () => String(requests++);
const createLimiter = (ownClock = clock) => {
  const limiter = new Limiter(store, { clock: ownClock, createRequestId, timeoutMillis: 2_500 });
  return {
    admit: (key: string) => limiter.admit(key, undefined),
    lastStatus: (key: string) => limiter.lastStatus(key),
  };
};
const repeat = <T>(count: number, work: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => work(i));

beforeEach(() => {
  store = new MemoryStore();
  now = START;
});

describe('admission by the limiter', () => {
  test('of 200 concurrent requests on a bucket of 100 tokens, exactly 100 are admitted', async () => {
    for (const instances of [1, 7, 200]) {
      store.put('key', MINUTE_BUCKET);
      const limiters = repeat(instances, () => createLimiter());
      const outcomes = await Promise.all(repeat(200, (i) => limiters[i % instances]?.admit('key')));
      expect(outcomes.filter((each) => each?.outcome === 'admitted')).toHaveLength(100);
      expect(outcomes.filter((each) => each?.outcome === 'refused')).toHaveLength(100);
    }
  });

  test('100 concurrent requests on a bucket of 100 tokens are all admitted, even if the clocks of the instances differ', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(50_000), { minLength: 100, maxLength: 100 }), async (lags) => {
        store = new MemoryStore();
        store.put('key', MINUTE_BUCKET);
        // The first clock reading of each instance is behind by its lag. All later readings are exact.
        const outcomes = await Promise.all(
          lags.map((lag) => {
            let readings = 0;
            return createLimiter(() => START + (readings++ === 0 ? -lag : 0)).admit('key');
          }),
        );
        expect(outcomes.every(({ outcome }) => outcome === 'admitted')).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test('several limiter instances together admit exactly the requests that one exact token bucket admits', async () => {
    const steps = fc.array(
      fc.record({ wait: fc.nat(3 * SECOND_MICROS), instance: fc.nat(3), key: fc.constantFrom('a', 'b') }),
      { minLength: 1, maxLength: 300 },
    );
    const limits = fc.record({
      requestsPerMinute: fc.integer({ min: 1, max: 600 }),
      burst: fc.integer({ min: 1, max: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(limits, steps, async (plan, schedule) => {
        store = new MemoryStore();
        now = START;
        const bucket = bucketOf(plan);
        const limiters = repeat(4, () => createLimiter());
        const fullAtMicrosByKey: Record<string, number> = { a: 0, b: 0 };
        for (const key of ['a', 'b']) store.put(key, bucket);
        for (const { wait, instance, key } of schedule) {
          now += wait;
          const fullAtMicros = fullAtMicrosByKey[key] ?? 0;
          const shouldAdmit = earliestAdmissionMicros(bucket, fullAtMicros) <= now;
          const outcome = await limiters[instance]?.admit(key);
          expect(outcome?.outcome).toBe(shouldAdmit ? 'admitted' : 'refused');
          if (shouldAdmit) fullAtMicrosByKey[key] = Math.max(fullAtMicros, now) + bucket.intervalMicros;
          expect(store.items.get(key)?.fullAtMicros).toBe(fullAtMicrosByKey[key]);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('the limiter admits no request when the record of the account is missing or is deleted during the request', async () => {
    const limiter = createLimiter();
    const outdated = { outcome: 'outdated', record: undefined };
    expect(await limiter.admit('missing')).toEqual(outdated);
    store.put('key', bucketOf({ requestsPerMinute: 1, burst: 1 }));
    expect((await limiter.admit('key')).outcome).toBe('admitted');
    store.items.delete('key');
    expect(await limiter.admit('key')).toEqual(outdated);
  });

  test('if the token bucket of a rejected key is enlarged, the limiter immediately admits the key again', async () => {
    const item = store.put('key', bucketOf({ requestsPerMinute: 1, burst: 1 }));
    const limiter = createLimiter();
    await limiter.admit('key');
    expect((await limiter.admit('key')).outcome).toBe('refused');
    item.bucket = MINUTE_BUCKET;
    expect((await limiter.admit('key')).outcome).toBe('admitted');
  });
});

describe('the database cost of the limiter', () => {
  test('a request costs one database write, or two if other limiter instances have just used the token bucket', async () => {
    store.put('key', MINUTE_BUCKET);
    const limiter = createLimiter();
    const cost = async (wait: number) => {
      now += wait;
      const before = store.writes;
      await limiter.admit('key');
      return store.writes - before;
    };
    expect(await cost(0)).toBe(1);
    expect(await cost(0)).toBe(1);
    expect(await cost(10 * SECOND_MICROS)).toBe(1);
    await createLimiter().admit('key');
    expect(await cost(3 * SECOND_MICROS)).toBe(1);
    await createLimiter().admit('key');
    await createLimiter().admit('key');
    expect(await cost(1.5 * SECOND_MICROS)).toBe(2);
  });

  test('for 1,000 concurrent requests with one key, the number of database writes is at most the burst plus ten', async () => {
    store.put('key', MINUTE_BUCKET);
    store.before = () => new Promise((resolve) => setImmediate(resolve));
    const limiter = createLimiter();
    const outcomes = await Promise.all(repeat(1_000, () => limiter.admit('key')));
    expect(outcomes.filter(({ outcome }) => outcome === 'admitted')).toHaveLength(100);
    expect(store.writes).toBeLessThanOrEqual(MINUTE_BUCKET.burst + 10);
  });

  test('a rejected request costs one database read and no write while the token bucket is empty', async () => {
    store.put('key', bucketOf({ requestsPerMinute: 1, burst: 1 }));
    const limiter = createLimiter();
    await limiter.admit('key');
    const before = store.writes;
    for (let request = 0; request < 1_000; request++) await limiter.admit('key');
    expect([store.writes - before, store.looks]).toEqual([0, 1_000]);
  });
});

describe('the limiter when its store fails or is slow', () => {
  test('a request is not admitted when the store fails', async () => {
    store.put('key', MINUTE_BUCKET);
    const limiter = createLimiter();
    await limiter.admit('key');
    const failure = new Error('down');
    store.before = () => Promise.reject(failure);
    now += 2 * SECOND_MICROS;
    await expect(limiter.admit('key')).rejects.toBe(failure);
    store.before = async () => {};
    expect((await limiter.admit('key')).outcome).toBe('admitted');
  });

  test('the limiter retries a slow store for at most 2.5 seconds in total', async () => {
    const patience: (number | undefined)[] = [];
    const item = store.put('key', MINUTE_BUCKET, START + 5 * SECOND_MICROS);
    const take = store.take.bind(store);
    store.take = async (request) => {
      patience.push(request.timeoutMillis);
      now += SECOND_MICROS;
      // The form of the bucket (idle or busy) changes at every read, as if other instances changed it.
      item.fullAtMicros = request.form === 'idle' ? START + 90 * SECOND_MICROS : START - SECOND_MICROS;
      return take({ ...request, form: request.form === 'idle' ? 'idle' : 'busy' });
    };
    await expect(createLimiter().admit('key')).rejects.toThrow('too slowly');
    expect(patience).toEqual([undefined, 1_500, 500]);
  });

  test('concurrent first requests with a key all fail if the database read of the key fails', async () => {
    store.put('key', MINUTE_BUCKET);
    const limiter = createLimiter();
    const failure = new Error('down');
    store.before = () => Promise.reject(failure);
    const answers = await Promise.allSettled(repeat(10, () => limiter.admit('key')));
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    expect(store.writes).toBe(0);
    store.before = async () => {};
    await Promise.all(repeat(10, () => limiter.admit('key')));
    expect(store.writes).toBe(10);
  });

  test('requests are admitted again after the store has failed during many requests', async () => {
    store.put('key', MINUTE_BUCKET);
    const limiter = createLimiter();
    await limiter.admit('key');
    let calls = 0;
    store.before = () => {
      calls += 1;
      return Promise.reject(new Error('down'));
    };
    const answers = await Promise.allSettled(repeat(300, () => limiter.admit('key')));
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    expect(calls).toBe(10);
    store.before = async () => {};
    const after = await Promise.all(repeat(30, () => limiter.admit('key')));
    expect(after.every(({ outcome }) => outcome === 'admitted')).toBe(true);
  });

  test('lastStatus returns the last known rate limit status of a key', async () => {
    store.put('key', MINUTE_BUCKET);
    const limiter = createLimiter();
    expect(limiter.lastStatus('key')).toBeUndefined();
    await limiter.admit('key');
    expect(limiter.lastStatus('key')).toEqual({
      limit: 60,
      burst: 100,
      remaining: 60,
      reset: START / SECOND_MICROS,
    });
  });
});

test('when its cache of keys is full, a limiter instance forgets the oldest cached key', async () => {
  const limiter = createLimiter();
  for (let key = 0; key < 1_500; key++) {
    store.put(String(key), MINUTE_BUCKET);
    await limiter.admit(String(key));
  }
  expect(limiter.lastStatus('0')).toBeUndefined();
  expect(limiter.lastStatus('1499')).toBeDefined();
});
