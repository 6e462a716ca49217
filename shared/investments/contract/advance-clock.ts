import * as z from 'zod/mini';
import { defineRoute } from '../../platform/contract/route.ts';

/** Pattern of a duration, such as `90m`. */
export const DURATION_PATTERN = /^\d{1,7}[smhd]$/;
const MS_BY_UNIT = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
/** Longest time that one request can add to the clock. There is a limit because each day is simulated. */
const CLOCK_ADVANCE_MAX_MS = 90 * MS_BY_UNIT.d;
const DURATION_RULE =
  'must be a whole number and a unit (s, m, h or d), such as 90m for 90 minutes; the maximum is 90d';

function parseDuration(text: string): number {
  const unit = text.endsWith('s') ? 's' : text.endsWith('m') ? 'm' : text.endsWith('h') ? 'h' : 'd';
  return Number(text.slice(0, -1)) * MS_BY_UNIT[unit];
}

/** A duration such as `90m`, converted to milliseconds. */
const durationParam = z.pipe(
  z.string().check(z.regex(DURATION_PATTERN, DURATION_RULE)),
  z.pipe(
    z.transform(parseDuration),
    z.int(DURATION_RULE).check(z.maximum(CLOCK_ADVANCE_MAX_MS, DURATION_RULE)),
  ),
);

export const advanceClockRoute = defineRoute({
  id: 'investments.advance-clock',
  method: 'POST',
  path: '/sandbox/clock',
  summary: 'Advance the sandbox clock',
  access: 'admin',
  table: 'write',
  body: z.strictObject({ advance: durationParam }),
  status: 200,
  paginated: false,
  errors: [],
  lambda: { timeoutSeconds: 25 },
});
