import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import * as z from 'zod';
import { PROJECT_ROOT } from '../../../infra/root.ts';
import { ALLOWED_SKIPS, type AllowedSkips } from './allowed-skips.ts';

const runSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
});
type FileResult = z.infer<typeof runSchema>['testResults'][number];

const SHOWN_CHARACTERS_MAX = 1_500;

function failuresOf({ name, message, assertionResults }: FileResult): string[] {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0 && message !== '')
    return [`FAILED ${name}\n  ${message.slice(0, SHOWN_CHARACTERS_MAX)}`];
  return failed.map(
    ({ fullName, failureMessages }) =>
      `FAILED ${name}\n  ${fullName}\n  ${failureMessages.join('\n').slice(0, SHOWN_CHARACTERS_MAX)}`,
  );
}

const ENDED_STATUSES = ['passed', 'failed'];

/** Returns the skipped tests of a file if they are more than the list allows. Returns none if the file failed. */
function findExcessSkips(
  { name, status, assertionResults }: FileResult,
  allowed: readonly AllowedSkips[],
): string[] {
  if (status !== 'passed') return [];
  const file = relative(PROJECT_ROOT, name);
  const skipped = assertionResults.filter((test) => !ENDED_STATUSES.includes(test.status));
  const max = allowed.find((each) => each.file === file)?.tests ?? 0;
  if (skipped.length <= max) return [];
  return skipped.map(
    ({ fullName }) =>
      `SKIPPED ${file}\n  ${fullName}\n  Let it run, or add it with a reason to test/support/runs/allowed-skips.ts.`,
  );
}

/**
 * Returns the results of several runs of vitest's JSON reporter as text. `isSuccessful` is true if no test failed, only
 * allowed tests were skipped, and every part of the test run wrote its results.
 * @param parts number of parts that should have written results
 */
export function summarize(
  runs: readonly unknown[],
  parts = runs.length,
  allowed: readonly AllowedSkips[] = ALLOWED_SKIPS,
) {
  const files = runs.flatMap((run) => runSchema.parse(run).testResults);
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const count = (status: string) => tests.filter((test) => test.status === status).length;
  const problems = [
    ...files.flatMap(failuresOf),
    ...files.flatMap((file) => findExcessSkips(file, allowed)),
    ...(runs.length < parts ? [`FAILED ${parts - runs.length} of ${parts} parts wrote no results.`] : []),
  ];
  const [passed, failed] = [count('passed'), count('failed')];
  const skipped = tests.length - passed - failed;
  const text = [...problems, `${passed} passed, ${failed} failed, ${skipped} skipped`].join('\n');
  return { text, isSuccessful: problems.length === 0 };
}

/** Reads the results in a folder, prints the summary and sets the exit code. */
if (import.meta.main) {
  const [folder = '.', parts = '1'] = process.argv.slice(2);
  const runs = globSync(`${folder}/*.json`).map((file): unknown => JSON.parse(readFileSync(file, 'utf8')));
  const { text, isSuccessful } = summarize(runs, Number(parts));
  console.log(text);
  if (!isSuccessful) process.exitCode = 1;
}
