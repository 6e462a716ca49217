import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../../infra/root.ts';
import { ALLOWED_SKIPS } from './allowed-skips.ts';
import { summarize } from './summarize.ts';

const buildFileResult = (
  status: string,
  ...tests: readonly (readonly [fullName: string, status: string])[]
) => ({
  testResults: [
    {
      name: join(PROJECT_ROOT, 'test/a.test.ts'),
      status,
      message: '',
      assertionResults: tests.map(([fullName, each]) => ({
        fullName,
        status: each,
        failureMessages: each === 'failed' ? ['expected 1'] : [],
      })),
    },
  ],
});

test('a test run succeeds if all its tests passed', () => {
  expect(
    summarize([buildFileResult('passed', ['one', 'passed']), buildFileResult('passed', ['two', 'passed'])]),
  ).toEqual({
    text: '2 passed, 0 failed, 0 skipped',
    isSuccessful: true,
  });
});

test.each(['skipped', 'pending', 'todo'])(
  'a test with the state %s that is not an allowed skip fails the test run',
  (status) => {
    const { text, isSuccessful } = summarize([buildFileResult('passed', ['group one', status])]);
    expect(text).toContain('SKIPPED test/a.test.ts\n  group one');
    expect(isSuccessful).toBe(false);
  },
);

test('skipped tests up to the allowed number are counted, but do not fail the test run', () => {
  const allowed = [{ file: 'test/a.test.ts', tests: 1, reason: 'because' }];
  expect(summarize([buildFileResult('passed', ['group one', 'skipped'])], 1, allowed)).toEqual({
    text: '0 passed, 0 failed, 1 skipped',
    isSuccessful: true,
  });
});

test('the test run fails if one test more than allowed is skipped', () => {
  const allowed = [{ file: 'test/a.test.ts', tests: 1, reason: 'because' }];
  const run = buildFileResult('passed', ['group one', 'skipped'], ['group two', 'skipped']);
  const { text, isSuccessful } = summarize([run], 1, allowed);
  expect(text).toContain('SKIPPED test/a.test.ts\n  group two');
  expect(isSuccessful).toBe(false);
});

test('the summary names a failed test with its message', () => {
  const { text, isSuccessful } = summarize([
    buildFileResult('failed', ['one', 'failed'], ['two', 'skipped']),
  ]);
  expect(text).toContain('one\n  expected 1');
  expect(text).not.toContain('SKIPPED');
  expect(isSuccessful).toBe(false);
});

test('a test run fails if one of its parts wrote no results', () => {
  const { text, isSuccessful } = summarize([buildFileResult('passed', ['one', 'passed'])], 2);
  expect([text.split('\n')[0], isSuccessful]).toEqual(['FAILED 1 of 2 parts wrote no results.', false]);
});

test('every test file in the list of allowed skips exists', () => {
  for (const { file } of ALLOWED_SKIPS) expect(existsSync(join(PROJECT_ROOT, file)), file).toBe(true);
});
