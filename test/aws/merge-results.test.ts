import { expect, test } from 'vitest';
import { failedFiles, mergeResults } from './merge-results.ts';

const file = (name: string, ...statuses: string[]) => ({
  name,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status) => ({ status })),
});
const run = (...testResults: object[]) => ({ startTime: 7, testResults });

test('the merged result of several test runs contains the tests of all runs and the sums of their counts', () => {
  const [first, second] = [file('a', 'passed', 'pending'), file('b', 'passed', 'failed')];
  expect(failedFiles([run(first), run(second)])).toEqual(['b']);
  expect(mergeResults([run(first), run(second)])).toEqual({
    success: false,
    numTotalTests: 4,
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [first, second],
  });
});

test('if a test file ran twice, the merged result contains only its later run', () => {
  const runs = [run(file('a', 'passed'), file('b', 'failed')), run(file('b', 'passed'))];
  expect(mergeResults(runs)).toMatchObject({ success: true, numPassedTests: 2, numFailedTests: 0 });
});
