import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { PROJECT_ROOT } from '../../infra/root.ts';

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')));

const commands = Object.keys(scripts).filter((name) => !/^(pre|post)/.test(name));

test.each(commands)('npm run %s works from a fresh clone: it installs what is missing first', (name) => {
  expect(scripts[`pre${name}`]).toBe('node infra/cli/install.mjs');
});

test('there are scripts to look at', () => {
  expect(commands.length).toBeGreaterThan(15);
});
