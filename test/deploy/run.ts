import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../infra/root.ts';

/**
 * `npm run test:deploy [-- --all] [OPTIONS OF VITEST]` runs the test that deploys the test stage. With --all,
 * it also runs the test files in the folder `all`, one after another.
 */
const ALL = '--all';
const words = process.argv.slice(2);
const vitest = join(PROJECT_ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const child = spawn(
  process.execPath,
  [
    vitest,
    'run',
    ...['--config', join(import.meta.dirname, 'vitest.config.ts')],
    ...words.filter((word) => word !== ALL),
    ...(words.includes(ALL) ? [] : ['test/deploy/deploy.deploy.test.ts']),
  ],
  { cwd: PROJECT_ROOT, stdio: 'inherit' },
);
const [code]: unknown[] = await once(child, 'exit');
process.exitCode = code === 0 ? 0 : 1;
