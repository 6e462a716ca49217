import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type BucketStore,
  type Limited,
  Limiter,
  type TakeRequest,
} from '../../shared/access/domain/limiter.ts';
import {
  admittedFrom,
  type Bucket,
  bucketOf,
  formOf,
  microsOf,
} from '../../shared/access/domain/rate-limit.ts';
import { PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';

const START = microsOf(new Date('2026-01-01T00:00:00.000Z'));
const SECOND = 1_000_000;
const FREE = bucketOf(PLAN_LIMITS.free);

interface Item extends Limited {
  tat: number;
  usable: boolean;
  used: number;
  refused: number;
}

/** A store that does to the letter what the two conditional updates say, and counts its writes. */
class MemoryStore implements BucketStore<Item> {
  readonly items = new Map<string, Item>();
  writes = 0;
  /** Awaited before each call takes effect. */
  before: () => Promise<void> = async () => {};

  put(key: string, bucket: Bucket, tat = 0): Item {
    const item: Item = { bucket, tat, usable: true, used: 0, refused: 0 };
    this.items.set(key, item);
    return item;
  }

  async take({ key, now, form, refusals }: TakeRequest) {
    await this.before();
    this.writes += 1;
    const item = this.items.get(key);
    if (item === undefined) return { admitted: false, record: undefined };
    const hasForm = formOf(item.tat, now) === form;
    if (!item.usable || !hasForm || admittedFrom(item.bucket, item.tat) > now) {
      return { admitted: false, record: { ...item } };
    }
    item.tat = (form === 'idle' ? now : item.tat) + item.bucket.intervalMicros;
    item.used += 1;
    item.refused += refusals;
    return { admitted: true, record: { ...item } };
  }

  isUsable(record: Item): boolean {
    return record.usable;
  }

  async addRefusals(key: string, count: number): Promise<void> {
    this.writes += 1;
    const item = this.items.get(key);
    if (item !== undefined) item.refused += count;
  }
}

let store: MemoryStore;
let now: number;
const clock = () => now;
const limiterOf = () => new Limiter(store, clock);
const repeat = <T>(count: number, work: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => work(i));

beforeEach(() => {
  store = new MemoryStore();
  now = START;
});

describe('admission', () => {
  test('200 requests at once on a free credential admit exactly 100, from one instance or from many', async () => {
    for (const instances of [1, 7, 200]) {
      store.put('key', FREE);
      const limiters = repeat(instances, limiterOf);
      const outcomes = await Promise.all(repeat(200, (i) => limiters[i % instances]?.admit('key')));
      expect(outcomes.filter((each) => each?.outcome === 'admitted')).toHaveLength(100);
      expect(outcomes.filter((each) => each?.outcome === 'refused')).toHaveLength(100);
    }
  });

  test('100 requests at once are all admitted, in whatever order their clocks were read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(50_000), { minLength: 100, maxLength: 100 }), async (lags) => {
        store = new MemoryStore();
        store.put('key', FREE);
        // Each instance reads its clock early and again once the others have been decided.
        const outcomes = await Promise.all(
          lags.map((lag) => {
            let readings = 0;
            return new Limiter(store, () => START + (readings++ === 0 ? -lag : 0)).admit('key');
          }),
        );
        expect(outcomes.every(({ outcome }) => outcome === 'admitted')).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test('decides as the bucket does, over any schedule and any number of instances', async () => {
    const steps = fc.array(
      fc.record({ wait: fc.nat(3 * SECOND), instance: fc.nat(3), key: fc.constantFrom('a', 'b') }),
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
        const limiters = repeat(4, limiterOf);
        const tats: Record<string, number> = { a: 0, b: 0 };
        for (const key of ['a', 'b']) store.put(key, bucket);
        for (const { wait, instance, key } of schedule) {
          now += wait;
          const tat = tats[key] ?? 0;
          const shouldAdmit = admittedFrom(bucket, tat) <= now;
          const outcome = await limiters[instance]?.admit(key);
          expect(outcome?.outcome).toBe(shouldAdmit ? 'admitted' : 'refused');
          if (shouldAdmit) tats[key] = Math.max(tat, now) + bucket.intervalMicros;
          expect(store.items.get(key)?.tat).toBe(tats[key]);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('a record that is missing or may not be used admits nobody', async () => {
    const limiter = limiterOf();
    expect(await limiter.admit('missing')).toEqual({ outcome: 'unusable' });
    const item = store.put('key', FREE);
    expect((await limiter.admit('key')).outcome).toBe('admitted');
    item.usable = false;
    expect(await limiter.admit('key')).toEqual({ outcome: 'unusable' });
  });
});

describe('cost', () => {
  test('a request costs one write, and two only when the bucket turned idle or busy unseen', async () => {
    store.put('key', FREE);
    const limiter = limiterOf();
    const cost = async (wait: number) => {
      now += wait;
      const before = store.writes;
      await limiter.admit('key');
      return store.writes - before;
    };
    expect(await cost(0)).toBe(1);
    expect(await cost(0)).toBe(1);
    expect(await cost(10 * SECOND)).toBe(1);
    await limiterOf().admit('key');
    expect(await cost(3 * SECOND)).toBe(1);
    await limiterOf().admit('key');
    await limiterOf().admit('key');
    expect(await cost(1.5 * SECOND)).toBe(2);
  });

  test('while no token can have come back, a refusal costs no write but the count of refusals once a second', async () => {
    const item = store.put('key', bucketOf({ requestsPerMinute: 1, burst: 1 }));
    const limiter = limiterOf();
    await limiter.admit('key');
    const before = store.writes;
    for (let request = 0; request < 1_000; request++) await limiter.admit('key');
    expect(store.writes - before).toBe(1);
    now += SECOND;
    await limiter.admit('key');
    expect(store.writes - before).toBe(2);
    expect(item.refused).toBe(1_001);
  });
});

describe('counts', () => {
  test('every request and every refusal is counted once, however they interleave', async () => {
    const waits = fc.array(fc.nat(800_000), { minLength: 1, maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(waits, async (schedule) => {
        store = new MemoryStore();
        now = START;
        const item = store.put('key', bucketOf({ requestsPerMinute: 60, burst: 3 }));
        const limiter = limiterOf();
        const counts = { admitted: 0, refused: 0, unusable: 0 };
        for (const wait of schedule) {
          now += wait;
          for (const { outcome } of await Promise.all(repeat(3, () => limiter.admit('key'))))
            counts[outcome] += 1;
        }
        // The last refusals travel with the next admission.
        now += 60 * SECOND;
        counts[(await limiter.admit('key')).outcome] += 1;
        expect([item.used, item.refused]).toEqual([counts.admitted, counts.refused]);
      }),
      { numRuns: 100 },
    );
  });
});

describe('faults', () => {
  test('a store that fails admits nobody, keeps the count, and is asked again at the next request', async () => {
    const item = store.put('key', FREE);
    const limiter = limiterOf();
    for (let request = 0; request < 101; request++) await limiter.admit('key');
    const failure = new Error('down');
    store.before = () => Promise.reject(failure);
    now += 2 * SECOND;
    await expect(limiter.admit('key')).rejects.toBe(failure);
    store.before = async () => {};
    expect((await limiter.admit('key')).outcome).toBe('admitted');
    expect(item.refused).toBe(1);
  });

  test('a store that is slow is asked again for no longer than 2.5 seconds in all', async () => {
    const patience: (number | undefined)[] = [];
    const item = store.put('key', FREE, START + 5 * SECOND);
    const take = store.take.bind(store);
    store.take = async (request) => {
      patience.push(request.patienceMillis);
      now += SECOND;
      // The form changes with every look, as other instances might make it.
      item.tat = request.form === 'idle' ? START + 90 * SECOND : START - SECOND;
      return take({ ...request, form: request.form === 'idle' ? 'idle' : 'busy' });
    };
    await expect(limiterOf().admit('key')).rejects.toThrow('too slowly');
    expect(patience).toEqual([undefined, 1_500, 500]);
  });

  test('first looks at a key that come together share one, and its failure', async () => {
    store.put('key', FREE);
    const limiter = limiterOf();
    const failure = new Error('down');
    store.before = () => Promise.reject(failure);
    const answers = await Promise.allSettled(repeat(10, () => limiter.admit('key')));
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    expect(store.writes).toBe(0);
    store.before = async () => {};
    await Promise.all(repeat(10, () => limiter.admit('key')));
    expect(store.writes).toBe(10);
  });

  test('what was last seen of a key can still be told', async () => {
    store.put('key', FREE);
    const limiter = limiterOf();
    expect(limiter.lastStatus('key')).toBeUndefined();
    await limiter.admit('key');
    expect(limiter.lastStatus('key')).toEqual({ limit: 60, remaining: 59, reset: START / SECOND + 1 });
  });
});

test('the memory of an instance is bounded', async () => {
  const limiter = limiterOf();
  for (let key = 0; key < 1_500; key++) {
    store.put(String(key), FREE);
    await limiter.admit(String(key));
  }
  expect(limiter.lastStatus('0')).toBeUndefined();
  expect(limiter.lastStatus('1499')).toBeDefined();
});
