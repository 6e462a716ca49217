import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BUCKET_RANGE,
  type Bucket,
  bucketOf,
  computeRetryAfterSeconds,
  earliestAdmissionMicros,
  rateLimitStatusOf,
} from '../../shared/access/domain/rate-limit.ts';
import { PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';
import { microsOf, take } from './model.ts';

const START = microsOf(new Date('2026-01-01T00:00:00.000Z'));
const SECOND_MICROS = 1_000_000;

const limits = fc.oneof(
  fc.constantFrom(PLAN_LIMITS.free, PLAN_LIMITS.pro, { requestsPerMinute: 60_000, burst: 10_000 }),
  fc.record({
    requestsPerMinute: fc.integer({ min: 1, max: 2_000 }),
    burst: fc.integer({ min: 1, max: 300 }),
  }),
);
/** Gaps between requests in microseconds: floods, steady clients and long silences. */
const gap = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 2 * SECOND_MICROS }),
  fc.integer({ min: 0, max: 600 * SECOND_MICROS }),
);
const schedule = fc.array(gap, { minLength: 1, maxLength: 400 });

/** Makes one request after each gap. Returns the decision on each request. */
function run(bucket: Bucket, gaps: readonly number[], fullAtMicros = 0) {
  let now = START;
  return gaps.map((step) => {
    now += step;
    const decision = take(bucket, fullAtMicros, now);
    fullAtMicros = decision.fullAtMicros;
    return { now, ...decision, status: rateLimitStatusOf(bucket, fullAtMicros, now) };
  });
}

describe('admission by the token bucket', () => {
  test.each([
    [60, 100, 1],
    [300, 500, 5],
  ])(
    'a full bucket of %i requests per minute first admits %i requests and then %i per second',
    (requestsPerMinute, burst, perSecond) => {
      const bucket = bucketOf({ requestsPerMinute, burst });
      const flood = run(bucket, Array<number>(burst * 2).fill(0));
      expect(flood.filter((request) => request.admitted)).toHaveLength(burst);
      const fullAtMicros = flood.at(-1)?.fullAtMicros ?? 0;
      const later = run(bucket, [SECOND_MICROS, ...Array<number>(perSecond * 2).fill(0)], fullAtMicros);
      expect(later.filter((request) => request.admitted)).toHaveLength(perSecond);
    },
  );

  test('in any period, the bucket admits at most the burst plus the tokens refilled in this period', () => {
    fc.assert(
      fc.property(limits, schedule, (plan, gaps) => {
        const admitted = run(bucketOf(plan), gaps).filter((request) => request.admitted);
        for (const [first, from] of admitted.entries()) {
          const until = admitted.at(-1);
          const minutes = ((until?.now ?? 0) - from.now) / 60_000_000;
          expect(admitted.length - first).toBeLessThanOrEqual(plan.burst + plan.requestsPerMinute * minutes);
        }
      }),
    );
  });

  test('if the clock steps back, the bucket still admits at most the burst plus the refilled tokens', () => {
    const step = fc.integer({ min: -120 * SECOND_MICROS, max: 120 * SECOND_MICROS });
    fc.assert(
      fc.property(limits, fc.array(step, { minLength: 1, maxLength: 400 }), (plan, steps) => {
        const requests = run(bucketOf(plan), steps);
        const times = requests.map((request) => request.now);
        const minutes = (Math.max(...times) - Math.min(...times)) / 60_000_000;
        const admitted = requests.filter((request) => request.admitted).length;
        expect(admitted).toBeLessThanOrEqual(plan.burst + plan.requestsPerMinute * minutes);
        for (const [index, request] of requests.entries()) {
          expect(request.fullAtMicros).toBeGreaterThanOrEqual(requests[index - 1]?.fullAtMicros ?? 0);
        }
      }),
    );
  });

  test('if clock times arrive in any order, the bucket admits at most the burst plus the refill in their time span', () => {
    const arrivals = fc.array(fc.integer({ min: 0, max: 5 * SECOND_MICROS }), {
      minLength: 1,
      maxLength: 200,
    });
    fc.assert(
      fc.property(limits, arrivals, fc.infiniteStream(fc.nat()), (plan, offsets, keys) => {
        const bucket = bucketOf(plan);
        const count = (times: readonly number[]) => {
          let fullAtMicros = 0;
          let admitted = 0;
          for (const offset of times) {
            const decision = take(bucket, fullAtMicros, START + offset);
            fullAtMicros = decision.fullAtMicros;
            if (decision.admitted) admitted += 1;
          }
          return admitted;
        };
        const shuffled = offsets
          .map((offset) => ({ offset, key: keys.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ offset }) => offset);
        const spread = Math.max(...offsets) - Math.min(...offsets);
        const refilled = (plan.requestsPerMinute * spread) / 60_000_000;
        const lost = Math.ceil(spread / bucket.intervalMicros);
        expect(count(shuffled)).toBeLessThanOrEqual(plan.burst + refilled);
        expect(count(shuffled)).toBeGreaterThanOrEqual(Math.min(plan.burst, offsets.length) - lost);
      }),
    );
  });

  test('if a request calls the token bucket again, the repeated call takes at most one additional token', () => {
    fc.assert(
      fc.property(limits, schedule, (plan, gaps) => {
        const bucket = bucketOf(plan);
        for (const request of run(bucket, gaps)) {
          const again = take(bucket, request.fullAtMicros, request.now);
          if (!request.admitted)
            expect(again).toEqual({ admitted: false, fullAtMicros: request.fullAtMicros });
          else expect(again.fullAtMicros - request.fullAtMicros).toBeLessThanOrEqual(bucket.intervalMicros);
        }
      }),
    );
  });

  test('a rejected request would be admitted at the returned retry time, but not a microsecond earlier', () => {
    fc.assert(
      fc.property(limits, schedule, (plan, gaps) => {
        const bucket = bucketOf(plan);
        for (const request of run(bucket, gaps).filter(({ admitted }) => !admitted)) {
          const from = earliestAdmissionMicros(bucket, request.fullAtMicros);
          expect(take(bucket, request.fullAtMicros, from - 1).admitted).toBe(false);
          expect(take(bucket, request.fullAtMicros, from).admitted).toBe(true);
          const waited =
            request.now + computeRetryAfterSeconds(bucket, request.fullAtMicros, request.now) * SECOND_MICROS;
          expect(take(bucket, request.fullAtMicros, waited).admitted).toBe(true);
        }
      }),
    );
  });
});

describe('the rate limit headers', () => {
  test('the header Remaining is 0 exactly when the next request would be rejected', () => {
    fc.assert(
      fc.property(limits, schedule, (plan, gaps) => {
        const bucket = bucketOf(plan);
        for (const { fullAtMicros, now, status } of run(bucket, gaps)) {
          expect(take(bucket, fullAtMicros, now).admitted).toBe(status.remaining > 0);
        }
      }),
    );
  });

  test('the bucket admits at least as many immediate requests as the header Remaining says', () => {
    fc.assert(
      fc.property(limits, schedule, (plan, gaps) => {
        const bucket = bucketOf(plan);
        const last = run(bucket, gaps).at(-1);
        if (last === undefined) return;
        let { fullAtMicros } = last;
        for (let request = 0; request < last.status.remaining; request += 1) {
          const decision = take(bucket, fullAtMicros, last.now);
          expect(decision.admitted).toBe(true);
          fullAtMicros = decision.fullAtMicros;
        }
      }),
    );
  });

  test('at the time that the header Reset states, the bucket admits min(limit, burst) requests', () => {
    fc.assert(
      fc.property(limits, schedule, (plan, gaps) => {
        const bucket = bucketOf(plan);
        const last = run(bucket, gaps).at(-1);
        if (last === undefined) return;
        const maxRemaining = Math.min(plan.requestsPerMinute, plan.burst);
        const reset = last.status.reset * SECOND_MICROS;
        expect(reset).toBeGreaterThanOrEqual(last.now);
        // At most `requestsPerMinute` tokens refill until `reset`. The time of each token is rounded up by less than a
        // microsecond, and `reset` to a whole second.
        expect(reset - last.now).toBeLessThan(60 * SECOND_MICROS + plan.requestsPerMinute + SECOND_MICROS);
        expect(rateLimitStatusOf(bucket, last.fullAtMicros, reset).remaining).toBe(maxRemaining);
        let { fullAtMicros } = last;
        for (let request = 0; request < maxRemaining; request += 1) {
          const decision = take(bucket, fullAtMicros, reset);
          expect(decision.admitted).toBe(true);
          fullAtMicros = decision.fullAtMicros;
        }
      }),
    );
  });

  test('one second before the time in the header Reset, the header Remaining is still below its maximum', () => {
    fc.assert(
      fc.property(limits, schedule, (plan, gaps) => {
        const bucket = bucketOf(plan);
        for (const { fullAtMicros, now, status } of run(bucket, gaps)) {
          const before = (status.reset - 1) * SECOND_MICROS;
          if (before <= now) continue;
          const maxRemaining = Math.min(plan.requestsPerMinute, plan.burst);
          expect(rateLimitStatusOf(bucket, fullAtMicros, before).remaining).toBeLessThan(maxRemaining);
        }
      }),
    );
  });

  test('the header Remaining never exceeds the limit per minute, even if the burst is larger', () => {
    const requests = run(bucketOf({ requestsPerMinute: 60, burst: 100 }), Array<number>(101).fill(0));
    expect(requests[0]?.status).toEqual({
      limit: 60,
      burst: 100,
      remaining: 60,
      reset: START / SECOND_MICROS,
    });
    expect(requests[39]?.status.remaining).toBe(60);
    expect(requests[40]?.status).toEqual({
      limit: 60,
      burst: 100,
      remaining: 59,
      reset: START / SECOND_MICROS + 1,
    });
    expect(requests[99]).toMatchObject({
      admitted: true,
      status: { remaining: 0, reset: START / SECOND_MICROS + 60 },
    });
    expect(requests[100]).toMatchObject({ admitted: false, status: { limit: 60, remaining: 0 } });
  });

  test('the values of the headers are whole numbers and never negative', () => {
    fc.assert(
      fc.property(limits, schedule, (plan, gaps) => {
        for (const { status } of run(bucketOf(plan), gaps)) {
          for (const figure of [status.limit, status.remaining, status.reset]) {
            expect(Number.isInteger(figure) && figure >= 0).toBe(true);
          }
          expect(status.remaining).toBeLessThanOrEqual(status.limit);
        }
      }),
    );
  });
});

describe('bucketOf converts a rate limit into a token bucket', () => {
  test('bucketOf rounds the time between two new tokens up to a whole number of microseconds', () => {
    expect(bucketOf({ requestsPerMinute: 7, burst: 1 }).intervalMicros).toBe(8_571_429);
  });

  test.each([0, -1, 1.5, Number.NaN, BUCKET_RANGE.max + 1])('bucketOf rejects %d as a limit', (bad) => {
    expect(() => bucketOf({ requestsPerMinute: bad, burst: 10 })).toThrow(RangeError);
    expect(() => bucketOf({ requestsPerMinute: 10, burst: bad })).toThrow(RangeError);
  });
});
