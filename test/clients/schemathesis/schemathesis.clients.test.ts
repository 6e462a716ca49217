import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runTool } from '../../aws/engine/tool.ts';
import { type E2eStack, startE2e } from '../../support/e2e/stack.ts';
import { installPythonTools } from '../generators/tools.ts';

/**
 * Pattern of routes that end credentials. Their tests use a separate key, because they would end the key with which the
 * other routes are tested.
 */
const CREDENTIAL_ENDING_PATHS = '/api-keys/\\{id\\}|/auth/logout|/user/sessions';

/**
 * Number of random requests for each operation, and number of random request sequences that follow links. The number is
 * fixed, so that a run can be repeated.
 */
const MAX_EXAMPLES = process.env.FUZZ_EXAMPLES ?? '10';

const OPTIONS = [
  ['--checks', 'all'],
  ['--phases', 'examples,coverage,fuzzing,stateful'],
  ['--max-examples', MAX_EXAMPLES],
  ['--mode', 'all'],
  ['--seed', '1'],
  ['--request-timeout', '20'],
  ['--generation-database', 'none'],
] as const;

let service: E2eStack;
let folder: string;
beforeAll(async () => {
  service = await startE2e();
  folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

describe('the checks of schemathesis on a running service', { timeout: 1_200_000 }, () => {
  test.each([
    [
      'the routes that every account may use',
      'enterprise',
      ['--exclude-path-regex', `^/admin|${CREDENTIAL_ENDING_PATHS}`],
    ],
    ['the routes of administrators', 'admin', ['--include-path-regex', '^/admin']],
    ['the routes that end credentials', 'pro', ['--include-path-regex', CREDENTIAL_ENDING_PATHS]],
  ] as const)('schemathesis finds no failure for %s', async (_, plan, paths) => {
    const program = join(await installPythonTools(), 'bin', 'schemathesis');
    const { baseUrl, keys } = service;
    const report = await runTool(
      program,
      [
        'run',
        `${baseUrl}/openapi.json`,
        ...['--url', baseUrl, '-H', `X-API-KEY: ${keys[plan]}`, '--continue-on-failure', '--no-color'],
        ...OPTIONS.flat(),
        ...paths,
      ],
      { cwd: folder, env: { SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'allowed_rejections.py') } },
    );
    expect(report).toMatch(/\d+ generated, \d+ passed/);
    expect(report).not.toContain('FAILURES');
  });
});
