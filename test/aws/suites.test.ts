import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../infra/root.ts';
import { EXCLUDED } from './suites.ts';

test.each(Object.entries(EXCLUDED))('%s is left out with a reason, and is there', (file, reason) => {
  expect(existsSync(join(PROJECT_ROOT, file))).toBe(true);
  expect(reason.length).toBeGreaterThan(10);
});
