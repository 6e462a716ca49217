import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TokenBucket } from '../../../infra/emulator/gateway/usage/token-bucket.ts';

test('a full token bucket admits exactly as many immediate requests as its burst', () => {
  const bucket = new TokenBucket({ ratePerSecond: 2, burst: 5 }, 0);
  const admitted = (nowMs: number, attempts: number) =>
    Array.from({ length: attempts }, () => bucket.take(nowMs)).filter(Boolean).length;
  expect(admitted(0, 10)).toBe(5);
  expect(admitted(499, 10)).toBe(0);
  expect(admitted(500, 10)).toBe(1);
  expect(admitted(1500, 10)).toBe(2);
  expect(admitted(3_600_000, 10)).toBe(5);
});

test('a token bucket never admits more requests than burst + rate × time, even if the clock is set back', () => {
  const schedule = fc.array(fc.integer({ min: -2000, max: 5000 }), { maxLength: 200 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 20 }),
      schedule,
      (burst, rate, steps) => {
        const bucket = new TokenBucket({ ratePerSecond: rate, burst }, 0);
        let now = 0;
        let latest = 0;
        let admitted = 0;
        for (const step of steps) {
          now = Math.max(0, now + step);
          latest = Math.max(latest, now);
          if (bucket.take(now)) admitted += 1;
          expect(admitted).toBeLessThanOrEqual(burst + (rate * latest) / 1000 + 1e-6);
        }
      },
    ),
  );
});
