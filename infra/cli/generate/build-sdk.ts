import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { requireNoOptions } from '../no-options.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SDK_FOLDER = join(ROOT, 'clients', 'sdk');

const DIST_FOLDER = join(SDK_FOLDER, 'dist');
const COMMON_JS_FOLDER = join(DIST_FOLDER, 'cjs');

async function bundle(moduleFormat: 'esm' | 'cjs', outfile: string): Promise<void> {
  await build({
    entryPoints: [join(SDK_FOLDER, 'src', 'index.ts')],
    outfile,
    bundle: true,
    format: moduleFormat,
    target: 'es2022',
    platform: 'neutral',
    logLevel: 'warning',
  });
}

/**
 * Builds the SDK's package into its `dist` folder: a bundle for `import`, one for `require`, and type
 * declarations for both.
 */
export async function buildSdk(): Promise<void> {
  rmSync(DIST_FOLDER, { recursive: true, force: true });
  await bundle('esm', join(DIST_FOLDER, 'index.js'));
  await bundle('cjs', join(COMMON_JS_FOLDER, 'index.js'));
  // Node and TypeScript read a file's module type from the nearest package.json, so the CommonJS files need one of
  // their own.
  writeFileSync(join(COMMON_JS_FOLDER, 'package.json'), '{"type":"commonjs"}\n');
  const compilerFile = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  for (const outDir of [DIST_FOLDER, COMMON_JS_FOLDER]) {
    execFileSync(process.execPath, [compilerFile, '-p', SDK_FOLDER, '--outDir', outDir]);
  }
}

const HELP = `Builds the client's package into clients/sdk/dist.

Usage: npm run build:sdk`;

if (import.meta.main) {
  requireNoOptions(HELP);
  await buildSdk();
  console.log(`Wrote ${join(SDK_FOLDER, 'dist')}.`);
}
