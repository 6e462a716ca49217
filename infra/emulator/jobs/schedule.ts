import { parseCron } from './cron.ts';

export interface Timer {
  stop(): void;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const UNIT_MS: Readonly<Record<string, number>> = { minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: DAY_MS };

/** The period of `rate(5 minutes)` in milliseconds; undefined for another kind of expression. */
export function ratePeriodMs(expression: string): number | undefined {
  const match = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression);
  const unit = UNIT_MS[match?.[2] ?? ''];
  return unit === undefined ? undefined : Number(match?.[1]) * unit;
}

/** Node's timers hold at most 2^31 - 1 ms, so a longer period is counted in parts of a day at most. */
function everyPeriod(periodMs: number, run: () => void): Timer {
  const parts = Math.ceil(periodMs / DAY_MS);
  let passed = 0;
  const timer = setInterval(() => {
    passed += 1;
    if (passed % parts === 0) run();
  }, periodMs / parts);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

function everyMinute(nowMs: () => number, run: (date: Date) => void): Timer {
  let timer: NodeJS.Timeout;
  const arm = () => {
    const next = (Math.floor(nowMs() / MINUTE_MS) + 1) * MINUTE_MS;
    timer = setTimeout(() => {
      arm();
      run(new Date(next));
    }, next - nowMs());
    timer.unref();
  };
  arm();
  return { stop: () => clearTimeout(timer) };
}

/**
 * Calls `run` as an EventBridge `rate(...)` or `cron(...)` expression says: a rate counts from now.
 *
 * @throws Error for an expression that is not understood
 */
export function startSchedule(expression: string, run: () => void, nowMs: () => number = Date.now): Timer {
  const periodMs = ratePeriodMs(expression);
  if (periodMs !== undefined) return everyPeriod(periodMs, run);
  const cron = /^cron\((.+)\)$/.exec(expression)?.[1];
  if (cron === undefined) throw new Error(`The schedule '${expression}' is neither rate(...) nor cron(...).`);
  const matches = parseCron(cron);
  return everyMinute(nowMs, (date) => {
    if (matches(date)) run();
  });
}
