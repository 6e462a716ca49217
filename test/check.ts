import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs npm scripts at the same time, because each keeps only one processor busy. Prints the output of each script when
 * it ends. Fails if one of them fails.
 *
 * Usage: node test/check.ts SCRIPT ...
 */
async function runScript(name: string): Promise<number> {
  // A shell, because npm is a batch file on Windows.
  const child = spawn(`npm run --silent ${name}`, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code]: unknown[] = await once(child, 'close');
  process.stdout.write(output);
  if (code !== 0) console.error(`npm run ${name} failed.`);
  return typeof code === 'number' ? code : 1;
}

const codes = await Promise.all(process.argv.slice(2).map(runScript));
process.exitCode = codes.find((code) => code !== 0) ?? 0;
