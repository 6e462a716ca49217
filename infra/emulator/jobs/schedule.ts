import { parseCron } from './cron.ts';

export interface StoppableTimer {
  stop(): void;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MS_BY_UNIT: Readonly<Record<string, number>> = { minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: DAY_MS };

/** Returns the period of a `rate(5 minutes)` expression in milliseconds; undefined for other expressions. */
export function parseRatePeriodMs(rateExpression: string): number | undefined {
  const match = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(rateExpression);
  const unit = MS_BY_UNIT[match?.[2] ?? ''];
  return unit === undefined ? undefined : Number(match?.[1]) * unit;
}

/**
 * Calls `run` after every period. A long period is divided into parts of at most one day, because Node's timers allow
 * at most 2^31 - 1 ms.
 */
function startPeriodicTimer(periodMs: number, run: () => void): StoppableTimer {
  const partsPerPeriod = Math.ceil(periodMs / DAY_MS);
  let elapsedPartCount = 0;
  const timer = setInterval(() => {
    elapsedPartCount += 1;
    if (elapsedPartCount % partsPerPeriod === 0) run();
  }, periodMs / partsPerPeriod);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

function startMinuteTimer(nowMs: () => number, run: (date: Date) => void): StoppableTimer {
  let timer: NodeJS.Timeout;
  const arm = () => {
    const nextMinuteMs = (Math.floor(nowMs() / MINUTE_MS) + 1) * MINUTE_MS;
    timer = setTimeout(() => {
      arm();
      run(new Date(nextMinuteMs));
    }, nextMinuteMs - nowMs());
    timer.unref();
  };
  arm();
  return { stop: () => clearTimeout(timer) };
}

/**
 * Calls `run` according to an EventBridge `rate(...)` or `cron(...)` expression.
 *
 * @throws Error for an unsupported expression
 */
export function startSchedule(
  expression: string,
  run: () => void,
  nowMs: () => number = Date.now,
): StoppableTimer {
  const periodMs = parseRatePeriodMs(expression);
  if (periodMs !== undefined) return startPeriodicTimer(periodMs, run);
  const cron = /^cron\((.+)\)$/.exec(expression)?.[1];
  if (cron === undefined) throw new Error(`The schedule '${expression}' is neither rate(...) nor cron(...).`);
  const matchesCron = parseCron(cron);
  return startMinuteTimer(nowMs, (date) => {
    if (matchesCron(date)) run();
  });
}
