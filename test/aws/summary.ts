import * as z from 'zod';
import type { Report } from './proxy/report.ts';

const results = z.looseObject({
  numPassedTests: z.number(),
  testResults: z.array(
    z.looseObject({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(z.looseObject({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

function failures(given: z.output<typeof results>): string[] {
  return given.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [`${name}: ${message.split('\n')[0] ?? ''}`];
    return failed.map(({ fullName }) => `${name}: ${fullName}`);
  });
}

const counted = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `  ${count} x ${name}`);

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/**
 * Returns the result of a run as text, and whether the run is clean. It is clean if no role rejected a call and no test
 * failed. All tests pass on the embedded engine, so a failed test shows a difference between the engines.
 * @param tests results of vitest's JSON reporter
 */
export function summary(tests: unknown, report: ReturnType<Report['toJSON']>) {
  const parsed = results.parse(tests);
  const differences = failures(parsed);
  const denials = counted(report.denials);
  const lines = [
    `${parsed.numPassedTests} tests passed`,
    `${sum(report.denials)} calls rejected, because the role of the function lacks a permission`,
    ...denials,
    `${differences.length} tests failed that pass on the embedded database`,
    ...differences.map((name) => `  ${name}`),
    `${sum(report.conflicts)} transaction conflicts, ${sum(report.throttles)} throttled calls`,
    ...counted(report.throttles),
  ];
  return { text: lines.join('\n'), isClean: denials.length + differences.length === 0 };
}
