import * as z from 'zod';

const result = z.looseObject({
  testResults: z.array(
    z.looseObject({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.looseObject({ status: z.string() })),
    }),
  ),
});
type FileResult = z.infer<typeof result>['testResults'][number];

const resultsOf = (given: readonly unknown[]): FileResult[] =>
  z
    .array(result)
    .parse(given)
    .flatMap(({ testResults }) => testResults);

/** Returns the test files that failed, from the results of vitest's JSON reporter. */
export function failedFiles(given: readonly unknown[]): string[] {
  return resultsOf(given).flatMap(({ name, status }) => (status === 'passed' ? [] : [name]));
}

/** Merges the results of several runs of vitest's JSON reporter. For a file that ran again, the later result counts. */
export function mergeResults(given: readonly unknown[]) {
  const testResults = [...new Map(resultsOf(given).map((file) => [file.name, file])).values()];
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (status: string) => tests.filter((each) => each.status === status).length;
  return {
    success: testResults.every(({ status }) => status === 'passed'),
    numTotalTests: tests.length,
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    testResults,
  };
}
