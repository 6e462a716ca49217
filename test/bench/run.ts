import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * `npm run bench [-- name ...]` runs the benchmarks in this folder, or the named ones, one after another in separate
 * processes. They print their measurements and do not fail on slow times. A benchmark that fails makes the run fail.
 */
const files = new Map(
  globSync('**/*.bench.ts', { cwd: import.meta.dirname })
    .map((file) => [basename(file, '.bench.ts'), join(import.meta.dirname, file)] as const)
    .sort(([a], [b]) => a.localeCompare(b)),
);

const requestedNames = process.argv.slice(2);
if (requestedNames.includes('--help') || requestedNames.includes('-h')) {
  console.log(
    `Usage: npm run bench [-- NAME ...]\n\nWithout a name, all benchmarks run one after another.\n\nBenchmarks: ${[...files.keys()].join(', ')}`,
  );
  process.exit(0);
}
const unknown = requestedNames.filter((name) => !files.has(name));
if (unknown.length > 0) {
  console.error(
    `Unknown benchmark: ${unknown.join(', ')}. Known benchmarks: ${[...files.keys()].join(', ')}`,
  );
  process.exit(2);
}

const failed: string[] = [];
for (const [name, file] of files) {
  if (requestedNames.length > 0 && !requestedNames.includes(name)) continue;
  console.log(`\n== ${name}`);
  const child = spawn(process.execPath, [file], { stdio: 'inherit' });
  const [code]: unknown[] = await once(child, 'exit');
  if (code !== 0) failed.push(name);
}
if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
