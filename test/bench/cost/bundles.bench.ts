import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundle, lambdaEntries, RUNTIME_PROVIDED } from '../../../infra/bundle.ts';
import type { Bundle } from '../../../infra/bundling/output.ts';
import { PROJECT_ROOT } from '../../../infra/root.ts';
import { median, printTable, printTarget } from '../support/measure.ts';

/**
 * The size of every Lambda's bundle, and the processor time that loading it takes, over a bundle that imports nothing
 * but the DynamoDB document client and makes one, and that is made by esbuild alone: what anybody who uses it loads. What
 * a function loads later is measured together with the function. Each load is a process of its own; bundles take turns,
 * so that whatever else the machine does falls on all of them alike.
 *
 * `FUNCTIONS=service.mcp,ingest.run ROUNDS=31` measures some of them, and more often.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 15);
const ASKED = process.env.FUNCTIONS?.split(',');
const BASELINE = 'test/bench/support/document-client-only.ts';
const SIZE_MAX_KB = 360;
const TIME_MAX = 1.3;

/** What is loaded: one file, or the function's and then a part of it. */
interface Load {
  readonly label: string;
  readonly files: readonly string[];
  readonly bytes: number;
  readonly isPart: boolean;
  readonly times: number[];
}

const LOAD = `
  const before = process.cpuUsage();
  for (const file of process.argv.slice(1)) await import(file);
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1000);
`;

/** Milliseconds of processor time for loading files in a new process, with what its environment must hold. */
function loadMs(files: readonly string[]): number {
  const args = ['--input-type=module', '-e', LOAD, ...files];
  return Number(
    execFileSync(process.execPath, args, { env: { DEPLOYMENT: 'local', PATH: process.env.PATH } }),
  );
}

async function buildBaseline(directory: string): Promise<Load> {
  const code = join(directory, 'baseline.mjs');
  const { metafile } = await build({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: [BASELINE],
    outfile: code,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    external: RUNTIME_PROVIDED,
    minify: true,
    metafile: true,
    logLevel: 'silent',
  });
  const bytes = Object.values(metafile.outputs).reduce((sum, output) => sum + output.bytes, 0);
  return { label: 'document client', files: [code], bytes, isPart: false, times: [] };
}

function loadsOf({ id, code, bytes, parts }: Bundle): Load[] {
  const whole = { label: id, files: [code], bytes, isPart: false, times: [] };
  const later = parts.map((part) => ({
    label: `  and ${part.source}`,
    files: [code, part.code],
    bytes: part.bytes,
    isPart: true,
    times: [],
  }));
  return [whole, ...later];
}

const directory = mkdtempSync(join(tmpdir(), 'bundles-'));
try {
  const entries = lambdaEntries().filter(({ id }) => ASKED === undefined || ASKED.includes(id));
  const { byId } = await bundle(entries, directory);
  const baseline = await buildBaseline(directory);
  const loads = [baseline, ...[...byId.values()].flatMap(loadsOf)];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const load of loads) load.times.push(loadMs(load.files));
  const ratioOf = ({ times }: Load) => median(times) / median(baseline.times);
  printTable([
    ['bundle', 'kB', 'load', 'over baseline'],
    ...loads.map((load) => [
      load.label,
      (load.bytes / 1_000).toFixed(0),
      `${median(load.times).toFixed(1)} ms`,
      `${ratioOf(load).toFixed(2)} x`,
    ]),
  ]);
  const atStart = loads.filter((load) => load !== baseline && !load.isPart);
  const largest = Math.max(...atStart.map(({ bytes }) => bytes / 1_000));
  printTarget('largest bundle', largest, SIZE_MAX_KB, ' kB', 'most');
  printTarget('slowest load', Math.max(...atStart.map(ratioOf)), TIME_MAX, ' x', 'most');
} finally {
  rmSync(directory, { recursive: true });
}
