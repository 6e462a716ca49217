import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../infra/root.ts';

/**
 * Runs the source checks in parallel with the tests, because tests often wait and leave a processor idle. Prints the
 * output of each check when the check ends. Prints the output of a failed check again after the tests. Fails if a check
 * or a test fails.
 *
 * Usage: node test/check.ts [ARGUMENT OF vitest run ...]
 */
interface Check {
  readonly name: string;
  readonly output: string;
  readonly failed: boolean;
}

async function runCheck(name: string): Promise<Check> {
  // A shell, because npm is a batch file on Windows. The compiler is a Go program. With this GOGC, it collects garbage
  // less often.
  const child = spawn(`npm run --silent ${name}`, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { GOGC: '400', ...process.env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code]: unknown[] = await once(child, 'close');
  process.stdout.write(output);
  return { name, output, failed: code !== 0 };
}

/** Runs the checks one after another, so that they leave a processor to the tests. */
async function runChecks(names: readonly string[]): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const name of names) checks.push(await runCheck(name));
  return checks;
}

async function runTests(words: readonly string[]): Promise<unknown> {
  const vitest = join(PROJECT_ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...words], { stdio: 'inherit' });
  const [code]: unknown[] = await once(child, 'close');
  return code;
}

const [code, checks] = await Promise.all([runTests(process.argv.slice(2)), runChecks(['typecheck', 'lint'])]);
const failedChecks = checks.filter(({ failed }) => failed);
for (const { name, output } of failedChecks) console.error(`${output}npm run ${name} failed.`);
process.exitCode = code === 0 && failedChecks.length === 0 ? 0 : 1;
