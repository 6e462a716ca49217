import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readAssembly } from '../../infra/emulator/template/assembly.ts';
import { synthesize } from '../../infra/emulator/template/synthesize.ts';
import { PROJECT_ROOT } from '../../infra/root.ts';
import { ENGINE_VARIABLE } from '../support/engine/engine.ts';
import { type RunOptions, readArguments } from './arguments.ts';
import { startDynamoDbLocal } from './engine/dynamodb-local.ts';
import { MissingToolError } from './engine/tool.ts';
import { failedFiles, mergeResults } from './merge-results.ts';
import { createEngineClient } from './proxy/engine-client.ts';
import { DYNAMODB_RULES, type ProxyOptions, ServiceProxy } from './proxy/proxy.ts';
import { Report } from './proxy/report.ts';
import { readStatementsByRole } from './proxy/roles/roles.ts';
import { startProxyServer } from './proxy/server.ts';
import { summary } from './summary.ts';

const FOLDER = join(PROJECT_ROOT, '.local', 'test-aws');
const RESULTS_FILE = join(FOLDER, 'tests.json');

/**
 * Number of parts of a whole run. Each part has a new engine, because an engine keeps the stream records of deleted
 * tables. These records make later writes several times slower.
 */
const RUN_PART_COUNT = 4;

/**
 * Runs suites against an endpoint and writes their results. `words` are additional arguments of vitest.
 *
 * Returns false if vitest failed although no test failed, for example on an unhandled rejection.
 */
async function runTests(
  endpoint: string,
  results: string,
  filters: readonly string[],
  words: readonly string[],
): Promise<boolean> {
  const vitest = join(PROJECT_ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const config = join(import.meta.dirname, 'vitest.config.ts');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--config', config, ...reporters, ...words, ...filters],
    {
      cwd: PROJECT_ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        [ENGINE_VARIABLE]: endpoint,
        ...(filters.length > 0 && { TEST_AWS_FILTERED: 'true' }),
      },
    },
  );
  const [code]: unknown[] = await once(child, 'exit');
  const failed = failedFiles([JSON.parse(readFileSync(results, 'utf8'))]);
  return code === 0 || failed.length > 0;
}

/**
 * Runs one part of the tests on its own DynamoDB Local, and resolves to the version of DynamoDB Local. `isExplained` is
 * false if the run failed although no test file failed.
 */
async function runTestPart(
  options: Omit<ProxyOptions, 'engine'>,
  run: (endpoint: string) => Promise<boolean>,
): Promise<{ readonly version: string; readonly isExplained: boolean }> {
  const local = await startDynamoDbLocal();
  const engine = createEngineClient(local.endpoint);
  const proxy = new ServiceProxy({ ...options, engine });
  const server = await startProxyServer(proxy, (error) => console.error('The proxy failed:', error));
  try {
    return { isExplained: await run(server.endpoint), version: local.version };
  } finally {
    await server.stop();
    engine.stop();
    await local.stop();
  }
}

/** Resolves to true if the linters report no problem in the templates. The linters print their findings. */
async function lint(): Promise<boolean> {
  const program = join(import.meta.dirname, 'lint', 'run.ts');
  const [code]: unknown[] = await once(spawn(process.execPath, [program], { stdio: 'inherit' }), 'exit');
  return code === 0;
}

/** Runs the test suites on Amazon DynamoDB Local. Resolves to the exit code. */
async function main({ filters, isLagging, isLinted, results = RESULTS_FILE }: RunOptions): Promise<number> {
  if (isLinted && !(await lint())) return 1;
  mkdirSync(FOLDER, { recursive: true });
  rmSync(results, { force: true });
  const { directory } = await synthesize();
  const report = new Report();
  const roles = readStatementsByRole(readAssembly(directory).resources);
  const rules = isLagging ? DYNAMODB_RULES : { ...DYNAMODB_RULES, lagMs: 0 };
  const parts = filters.length > 0 ? 1 : RUN_PART_COUNT;
  const resultsOfParts: unknown[] = [];
  const unexplained: string[] = [];
  let engineVersion = '';
  const part = async (name: string, files: readonly string[], words: readonly string[] = []) => {
    const file = join(FOLDER, `part-${name}.json`);
    rmSync(file, { force: true });
    const { version, isExplained } = await runTestPart({ roles, report, rules }, (endpoint) =>
      runTests(endpoint, file, files, words),
    );
    resultsOfParts.push(JSON.parse(readFileSync(file, 'utf8')));
    engineVersion = version;
    if (!isExplained) unexplained.push(name);
  };
  for (let number = 1; number <= parts; number += 1) {
    await part(String(number), filters, parts === 1 ? [] : [`--shard=${number}/${parts}`]);
  }
  // Run the failed files again, because a test may have failed only because it did not wait for an eventually
  // consistent read. A missing permission or a wrong response fails again.
  const failed = failedFiles(resultsOfParts);
  if (failed.length > 0) {
    console.log(`These test files failed. They run once more:\n${failed.join('\n')}`);
    await part('again', failed);
  }
  const tests = mergeResults(resultsOfParts);
  mkdirSync(dirname(results), { recursive: true });
  writeFileSync(results, JSON.stringify(tests));
  const figures = report.toJSON();
  writeFileSync(join(FOLDER, 'report.json'), JSON.stringify(figures, null, 2));
  const { text, isClean } = summary(tests, figures);
  console.log(`DynamoDB Local ${engineVersion}\n${text}`);
  for (const name of unexplained)
    console.log(
      `FAILED part ${name}: vitest reported an error outside of the tests. It is in the output above.`,
    );
  return isClean && unexplained.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main(readArguments(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof MissingToolError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
