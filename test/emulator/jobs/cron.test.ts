import { describe, expect, test } from 'vitest';
import { parseCron } from '../../../infra/emulator/jobs/cron.ts';

const at = (text: string) => new Date(`${text}:00Z`);

describe('the minutes that a cron expression matches', () => {
  test.each([
    ['0 10 * * ? *', '2026-03-01T10:00', '2026-03-01T10:01'],
    ['*/15 * * * ? *', '2026-03-01T10:45', '2026-03-01T10:50'],
    ['5/20 * * * ? *', '2026-03-01T10:25', '2026-03-01T10:20'],
    ['0 8-17 ? * MON-FRI *', '2026-03-02T17:00', '2026-03-01T17:00'],
    ['0 0 1,15 * ? *', '2026-03-15T00:00', '2026-03-14T00:00'],
    ['0 0 L * ? *', '2028-02-29T00:00', '2026-02-27T00:00'],
    ['0 0 ? * 1 *', '2026-03-01T00:00', '2026-03-02T00:00'],
    ['0 0 1 JAN,jul ? *', '2026-07-01T00:00', '2026-06-01T00:00'],
    ['0 0 1 1 ? 2027', '2027-01-01T00:00', '2026-01-01T00:00'],
  ])('the expression %s matches %s and not %s', (expression, yes, no) => {
    const matches = parseCron(expression);
    expect(matches(at(yes))).toBe(true);
    expect(matches(at(no))).toBe(false);
  });
});

test.each([
  '',
  '* * * * *',
  '60 * * * ? *',
  '* * * FOO ? *',
  '*/0 * * * ? *',
  '1-x * * * ? *',
  '* * 15W * ? *',
])("the cron expression '%s' is rejected", (expression) => {
  expect(() => parseCron(expression)).toThrow();
});
