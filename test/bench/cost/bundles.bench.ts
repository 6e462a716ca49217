import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { bundle, lambdaEntries, RUNTIME_PROVIDED } from '../../../infra/bundle.ts';
import { ROOT } from '../../../infra/root.ts';
import { median, printTable, printTarget } from '../support/measure.ts';

/**
 * The size of every Lambda's bundle, and the processor time that loading it takes, over a bundle that imports nothing
 * but the DynamoDB document client and makes one, and that is made by esbuild alone: what anybody who uses it loads. Each load is a process of its own; bundles take turns, so that
 * whatever else the machine does falls on all of them alike.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '15' } },
  allowPositionals: true,
});
const BASELINE = 'test/bench/support/document-client-only.ts';
const SIZE_MAX_KB = 360;
const TIME_MAX = 1.3;

const LOAD = `
  const before = process.cpuUsage();
  await import(process.argv[1]);
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1000);
`;

/** Milliseconds of processor time for loading a bundle in a new process, with what its environment must hold. */
function loadMs(code: string): number {
  const args = ['--input-type=module', '-e', LOAD, code];
  return Number(
    execFileSync(process.execPath, args, { env: { DEPLOYMENT: 'local', PATH: process.env.PATH } }),
  );
}

const directory = mkdtempSync(join(tmpdir(), 'bundles-'));
try {
  const { byId } = await bundle(lambdaEntries(), directory);
  const baselineCode = join(directory, 'baseline.mjs');
  await build({
    absWorkingDir: ROOT,
    entryPoints: [BASELINE],
    outfile: baselineCode,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    external: RUNTIME_PROVIDED,
    minify: true,
    logLevel: 'silent',
  });
  const baselineTimes: number[] = [];
  const times = new Map<string, number[]>();
  for (let round = 0; round < Number(values.rounds); round += 1) {
    baselineTimes.push(loadMs(baselineCode));
    for (const [id, { code }] of byId) times.set(id, [...(times.get(id) ?? []), loadMs(code)]);
  }
  const baseline = median(baselineTimes);
  const rows = Array.from(byId.values(), ({ id, bytes }) => {
    const time = median(times.get(id) ?? []);
    return { id, kilobytes: bytes / 1_000, time, ratio: time / baseline };
  });
  printTable([
    ['bundle', 'kB', 'load', 'over baseline'],
    ['document client', '', `${baseline.toFixed(1)} ms`, '1.00 x'],
    ...rows.map(({ id, kilobytes, time, ratio }) => [
      id,
      kilobytes.toFixed(0),
      `${time.toFixed(1)} ms`,
      `${ratio.toFixed(2)} x`,
    ]),
  ]);
  printTarget('largest bundle', Math.max(...rows.map((row) => row.kilobytes)), SIZE_MAX_KB, ' kB', 'most');
  printTarget('slowest load', Math.max(...rows.map((row) => row.ratio)), TIME_MAX, ' x', 'most');
} finally {
  rmSync(directory, { recursive: true });
}
