import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_ROOT } from '../../infra/emulator/process/executable.ts';
import { readAssembly } from '../../infra/emulator/template/assembly.ts';
import { synthesize } from '../../infra/emulator/template/synthesize.ts';
import { ENGINE_VARIABLE } from '../support/engine/engine.ts';
import { startDynamoDbLocal } from './engine/dynamodb-local.ts';
import { MissingToolError } from './engine/tool.ts';
import { engineClient } from './proxy/engine-client.ts';
import { SERVICE_RULES, ServiceProxy } from './proxy/proxy.ts';
import { Report } from './proxy/report.ts';
import { rolesOf } from './proxy/roles.ts';
import { startProxyServer } from './proxy/server.ts';
import { summary } from './summary.ts';

const FOLDER = join(PROJECT_ROOT, '.local', 'test-aws');
const RESULTS = join(FOLDER, 'tests.json');

/** `--no-lag` makes every read consistent, to tell what late reads cause from the rest. */
const OPTIONS = {
  'no-lag': { type: 'boolean', default: false },
  // As vitest takes them; these two reporters are on in any case.
  reporter: { type: 'string', multiple: true },
  'outputFile.json': { type: 'string', default: RESULTS },
} as const;

/** Runs the suites against an endpoint; resolves to the exit code. */
async function runTests(endpoint: string, results: string, filters: readonly string[]): Promise<number> {
  const vitest = join(PROJECT_ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const config = join(import.meta.dirname, 'vitest.config.ts');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, ...reporters, ...filters], {
    cwd: PROJECT_ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      [ENGINE_VARIABLE]: endpoint,
      ...(filters.length > 0 && { TEST_AWS_FILTERED: 'true' }),
    },
  });
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

/** The suites on Amazon's engine; resolves to the exit code. */
async function main(args: string[]): Promise<number> {
  const { values, positionals: filters } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  mkdirSync(FOLDER, { recursive: true });
  const results = resolve(values['outputFile.json']);
  rmSync(results, { force: true });
  const [local, { directory }] = await Promise.all([startDynamoDbLocal(), synthesize()]);
  const engine = engineClient(local.endpoint);
  const report = new Report();
  const roles = rolesOf(readAssembly(directory).resources);
  const rules = values['no-lag'] ? { ...SERVICE_RULES, lagMs: 0 } : SERVICE_RULES;
  const proxy = new ServiceProxy({ engine, roles, report, rules });
  const server = await startProxyServer(proxy, (error) => console.error('The proxy failed:', error));
  try {
    const code = await runTests(server.endpoint, results, filters);
    const figures = report.toJSON();
    writeFileSync(join(FOLDER, 'report.json'), JSON.stringify(figures, null, 2));
    const { text, isClean } = summary(JSON.parse(readFileSync(results, 'utf8')), figures);
    console.log(`DynamoDB Local ${local.version}\n${text}`);
    return code === 0 && !isClean ? 1 : code;
  } finally {
    await server.stop();
    engine.stop();
    await local.stop();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof MissingToolError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
