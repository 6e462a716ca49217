import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { takesNoOptions } from '../no-options.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SDK = join(ROOT, 'clients', 'sdk');

/** Builds the client's package into its `dist`: one bundle, and the types beside it. */
export async function buildSdk(): Promise<void> {
  rmSync(join(SDK, 'dist'), { recursive: true, force: true });
  await build({
    entryPoints: [join(SDK, 'src', 'index.ts')],
    outfile: join(SDK, 'dist', 'index.js'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    logLevel: 'warning',
  });
  execFileSync(process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', SDK]);
}

const HELP = `Builds the client's package into clients/sdk/dist.

Usage: npm run build:sdk`;

if (import.meta.main) {
  takesNoOptions(HELP);
  await buildSdk();
  console.log(`Wrote ${join(SDK, 'dist')}.`);
}
