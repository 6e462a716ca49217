import { expect, test } from 'vitest';
import { mergeResults } from './merge-results.ts';

test('several runs are told as one: figures added up, tests after one another, a success where all were', () => {
  const run = (name: string, numPassedTests: number, success: boolean) => ({
    numPassedTests,
    numFailedTests: success ? 0 : 1,
    startTime: 7,
    success,
    testResults: [{ name }],
  });
  expect(mergeResults([run('a', 3, true), run('b', 4, false)])).toEqual({
    numPassedTests: 7,
    numFailedTests: 1,
    startTime: 7,
    success: false,
    testResults: [{ name: 'a' }, { name: 'b' }],
  });
});
