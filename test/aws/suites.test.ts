import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../infra/root.ts';
import { EXCLUDED_TEST_FILES } from './suites.ts';

test.each(Object.entries(EXCLUDED_TEST_FILES))(
  'the excluded test file %s exists and has a reason for its exclusion',
  (file, reason) => {
    expect(existsSync(join(PROJECT_ROOT, file))).toBe(true);
    expect(reason.length).toBeGreaterThan(10);
  },
);
