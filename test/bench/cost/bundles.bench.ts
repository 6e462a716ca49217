import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundle, listLambdaEntryPoints, RUNTIME_PROVIDED_PACKAGES } from '../../../infra/bundle.ts';
import type { Bundle } from '../../../infra/bundling/output.ts';
import { PROJECT_ROOT } from '../../../infra/root.ts';
import { median, printTable, printTarget } from '../support/measure.ts';

/**
 * Measures the size of every Lambda bundle and the processor time to load it. The baseline is a bundle with only the
 * DynamoDB document client, built with esbuild. Code that a function loads later is measured together with the
 * function. Each bundle is loaded in its own process, directly before or after the baseline, so that other work on the
 * machine slows both. The result is the median of load time divided by baseline load time. Results near the limit
 * `LOAD_TIME_RATIO_MAX` are measured again with more rounds.
 *
 * `FUNCTIONS=service.mcp,ingest.run ROUNDS=31` measures some functions with more rounds.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const REQUESTED_FUNCTION_IDS = process.env.FUNCTIONS?.split(',');
const BASELINE_ENTRY_POINT = 'test/bench/support/document-client-only.ts';
const SIZE_MAX_KB = 350;
const LOAD_TIME_RATIO_MAX = 1.3;
/** A function is measured with more rounds if its time ratio is above LOAD_TIME_RATIO_MAX minus this value. */
const NEAR_LIMIT_MARGIN = 0.12;
const ROUNDS_NEAR_LIMIT = 4 * ROUNDS;

/**
 * One load to measure. `files` contains the bundle of a function, and possibly a part of it that the function loads
 * later.
 */
interface Load {
  readonly label: string;
  readonly files: readonly string[];
  readonly bytes: number;
  readonly isPart: boolean;
  readonly times: number[];
  /** Each load time, divided by the load time of the baseline that was measured directly before or after it. */
  readonly ratios: number[];
}

const LOAD_SCRIPT = `
  const before = process.cpuUsage();
  for (const file of process.argv.slice(1)) await import(file);
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1000);
`;

/** Returns the milliseconds of processor time for loading files in a new process with the required environment. */
function measureLoadMs(files: readonly string[]): number {
  const args = ['--input-type=module', '-e', LOAD_SCRIPT, ...files];
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
    entryPoints: [BASELINE_ENTRY_POINT],
    outfile: code,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    external: RUNTIME_PROVIDED_PACKAGES,
    minify: true,
    metafile: true,
    logLevel: 'silent',
  });
  const bytes = Object.values(metafile.outputs).reduce((sum, output) => sum + output.bytes, 0);
  return { label: 'document client', files: [code], bytes, isPart: false, times: [], ratios: [] };
}

function buildLoads({ id, code, bytes, parts }: Bundle): Load[] {
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

/** Measures the load times in each round. The baseline is measured directly before or after each load. */
function measure(loads: readonly Load[], baseline: Load, rounds: number): void {
  for (let round = 0; round < rounds; round += 1) {
    for (const load of loads) {
      const isLoadMeasuredFirst = round % 2 === 0;
      const before = isLoadMeasuredFirst ? undefined : measureLoadMs(baseline.files);
      const time = measureLoadMs(load.files);
      const reference = before ?? measureLoadMs(baseline.files);
      load.times.push(time);
      load.ratios.push(time / reference);
      baseline.times.push(reference);
      baseline.ratios.push(1);
    }
  }
}

const directory = mkdtempSync(join(tmpdir(), 'bundles-'));
try {
  const entryPoints = listLambdaEntryPoints().filter(
    ({ id }) => REQUESTED_FUNCTION_IDS === undefined || REQUESTED_FUNCTION_IDS.includes(id),
  );
  const { byId } = await bundle(entryPoints, directory);
  const baseline = await buildBaseline(directory);
  const loads = [...byId.values()].flatMap(buildLoads);
  const startupLoads = loads.filter(({ isPart }) => !isPart);
  const loadTimeRatioOf = ({ ratios }: Load) => median(ratios);
  measure(loads, baseline, ROUNDS);
  measure(
    startupLoads.filter((load) => loadTimeRatioOf(load) > LOAD_TIME_RATIO_MAX - NEAR_LIMIT_MARGIN),
    baseline,
    ROUNDS_NEAR_LIMIT,
  );
  printTable([
    ['bundle', 'kB', 'load', 'over baseline'],
    ...[baseline, ...loads].map((load) => [
      load.label,
      (load.bytes / 1_000).toFixed(0),
      `${median(load.times).toFixed(1)} ms`,
      `${loadTimeRatioOf(load).toFixed(2)} x`,
    ]),
  ]);
  const largest = Math.max(...startupLoads.map(({ bytes }) => bytes / 1_000));
  printTarget('largest bundle', largest, SIZE_MAX_KB, ' kB', 'most');
  printTarget(
    'slowest load',
    Math.max(...startupLoads.map(loadTimeRatioOf)),
    LOAD_TIME_RATIO_MAX,
    ' x',
    'most',
  );
} finally {
  rmSync(directory, { recursive: true });
}
