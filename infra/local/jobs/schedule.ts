import { parseCron } from './cron.ts';

export interface Timer {
  stop(): void;
}

const MINUTE_MS = 60_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  minute: MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: 24 * 60 * MINUTE_MS,
};

/** The period of `rate(5 minutes)` in milliseconds; undefined for another kind of expression. */
export function ratePeriodMs(expression: string): number | undefined {
  const match = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression);
  const unit = UNIT_MS[match?.[2] ?? ''];
  return unit === undefined ? undefined : Number(match?.[1]) * unit;
}

/** Node's timers hold at most 2^31 - 1 ms; longer periods are counted in minutes. */
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
  if (periodMs !== undefined) {
    const timer = setInterval(run, Math.min(periodMs, 24 * 60 * MINUTE_MS));
    timer.unref();
    return { stop: () => clearInterval(timer) };
  }
  const cron = /^cron\((.+)\)$/.exec(expression)?.[1];
  if (cron === undefined) throw new Error(`The schedule '${expression}' is neither rate(...) nor cron(...).`);
  const matches = parseCron(cron);
  return everyMinute(nowMs, (date) => {
    if (matches(date)) run();
  });
}
