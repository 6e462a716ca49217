import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundle, lambdaEntryPoints, RUNTIME_PROVIDED } from '../../../infra/bundle.ts';
import type { Bundle } from '../../../infra/bundling/output.ts';
import { PROJECT_ROOT } from '../../../infra/root.ts';
import { median, printTable, printTarget } from '../support/measure.ts';

/**
 * The size of every Lambda's bundle, and the processor time that loading it takes, over a bundle that imports nothing
 * but the DynamoDB document client and makes one, and that is made by esbuild alone: what anybody who uses it loads. What
 * a function loads later is measured together with the function. Each load is a process of its own, and has a load of
 * the document client right beside it, in turns before and after it: whatever else the machine does falls on both, and
 * the median of these ratios is told. What comes near to the goal is measured again, and more often.
 *
 * `FUNCTIONS=service.mcp,ingest.run ROUNDS=31` measures some of them, and more often.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const ASKED = process.env.FUNCTIONS?.split(',');
const BASELINE = 'test/bench/support/document-client-only.ts';
const SIZE_MAX_KB = 350;
const TIME_MAX = 1.3;
/** Functions within this of the goal are told apart from it by more rounds. */
const NEAR = 0.12;
const ROUNDS_NEAR = 4 * ROUNDS;

/** What is loaded: one file, or the function's and then a part of it. */
interface Load {
  readonly label: string;
  readonly files: readonly string[];
  readonly bytes: number;
  readonly isPart: boolean;
  readonly times: number[];
  /** Each time over that of the document client right beside it. */
  readonly ratios: number[];
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
    execFileSync(process.execPath, args, {
      env: { DEPLOYMENT: 'local', STAGE_KIND: 'test', PATH: process.env.PATH },
    }),
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
  return { label: 'document client', files: [code], bytes, isPart: false, times: [], ratios: [] };
}

function loadsOf({ id, code, bytes, parts }: Bundle): Load[] {
  const whole = { label: id, files: [code], bytes, isPart: false, times: [], ratios: [] };
  const later = parts
    .filter(({ sourceFile }) => sourceFile.endsWith('.ts'))
    .map((part) => ({
      label: `  and ${part.sourceFile}`,
      files: [code, part.code],
      bytes: part.bytes,
      isPart: true,
      times: [],
      ratios: [],
    }));
  return [whole, ...later];
}

/** Loads each of them beside the document client, as many times as there are rounds. */
function measure(loads: readonly Load[], baseline: Load, rounds: number): void {
  for (let round = 0; round < rounds; round += 1) {
    for (const load of loads) {
      const isFirst = round % 2 === 0;
      const before = isFirst ? undefined : loadMs(baseline.files);
      const time = loadMs(load.files);
      const reference = before ?? loadMs(baseline.files);
      load.times.push(time);
      load.ratios.push(time / reference);
      baseline.times.push(reference);
      baseline.ratios.push(1);
    }
  }
}

const directory = mkdtempSync(join(tmpdir(), 'bundles-'));
try {
  const entryPoints = lambdaEntryPoints().filter(({ id }) => ASKED === undefined || ASKED.includes(id));
  const { byId } = await bundle(entryPoints, directory);
  const baseline = await buildBaseline(directory);
  const loads = [...byId.values()].flatMap(loadsOf);
  const atStart = loads.filter(({ isPart }) => !isPart);
  const ratioOf = ({ ratios }: Load) => median(ratios);
  measure(loads, baseline, ROUNDS);
  measure(
    atStart.filter((load) => ratioOf(load) > TIME_MAX - NEAR),
    baseline,
    ROUNDS_NEAR,
  );
  printTable([
    ['bundle', 'kB', 'load', 'over baseline'],
    ...[baseline, ...loads].map((load) => [
      load.label,
      (load.bytes / 1_000).toFixed(0),
      `${median(load.times).toFixed(1)} ms`,
      `${ratioOf(load).toFixed(2)} x`,
    ]),
  ]);
  const largest = Math.max(...atStart.map(({ bytes }) => bytes / 1_000));
  printTarget('largest bundle', largest, SIZE_MAX_KB, ' kB', 'most');
  printTarget('slowest load', Math.max(...atStart.map(ratioOf)), TIME_MAX, ' x', 'most');
} finally {
  rmSync(directory, { recursive: true });
}
