import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseRatePeriodMs, startSchedule } from '../../../infra/emulator/jobs/schedule.ts';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:30Z') }));
afterEach(() => vi.useRealTimers());

test.each([
  ['rate(1 minute)', 60_000],
  ['rate(5 minutes)', 300_000],
  ['rate(1 hour)', 3_600_000],
  ['rate(2 days)', 172_800_000],
  ['cron(0 0 * * ? *)', undefined],
  ['rate(5 seconds)', undefined],
])(
  'the period of the schedule %s is %s milliseconds (undefined if the schedule is not a valid rate)',
  (expression, expected) => {
    expect(parseRatePeriodMs(expression)).toBe(expected);
  },
);

describe('a schedule of the local server', () => {
  test('a schedule with a rate runs each time its period has passed', () => {
    const run = vi.fn();
    const timer = startSchedule('rate(5 minutes)', run);
    vi.advanceTimersByTime(299_999);
    expect(run).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(600_001);
    expect(run).toHaveBeenCalledTimes(3);
    timer.stop();
    vi.advanceTimersByTime(600_000);
    expect(run).toHaveBeenCalledTimes(3);
  });

  test('a schedule with a rate of months runs on time, although a Node timer cannot be that long', () => {
    const run = vi.fn();
    startSchedule('rate(60 days)', run);
    vi.advanceTimersByTime(59 * 86_400_000);
    expect(run).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(86_400_000);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('a schedule with a cron expression runs once in each matching minute', () => {
    const times: string[] = [];
    const timer = startSchedule('cron(*/30 * * * ? *)', () =>
      times.push(new Date().toISOString().slice(11, 16)),
    );
    vi.advanceTimersByTime(2 * 3_600_000);
    expect(times).toEqual(['00:30', '01:00', '01:30', '02:00']);
    timer.stop();
  });

  test('a schedule that is neither a rate nor a cron expression is rejected', () => {
    expect(() => startSchedule('at(2026-01-01T00:00:00)', () => {})).toThrow(/neither/);
  });
});
