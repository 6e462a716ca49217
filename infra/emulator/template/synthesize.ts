import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../root.ts';
import { pruneAssemblies } from './assembly-cache.ts';

/** The CDK app could not be synthesized. The message contains the app's output. */
export class SynthesisError extends Error {}

const CACHE_FOLDER = join(PROJECT_ROOT, '.local', 'assembly');

/** Files and folders that the synthesized template and the bundles depend on. */
const SYNTHESIS_INPUTS = ['cdk.json', 'package-lock.json', 'tsconfig.json', 'functions', 'shared', 'infra'];
const EXCLUDED_FOLDERS = new Set(['infra/emulator', 'infra/cli']);

function listFiles(path: string): string[] {
  if (EXCLUDED_FOLDERS.has(path) || !existsSync(join(PROJECT_ROOT, path))) return [];
  const entries = readdirSync(join(PROJECT_ROOT, path), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const entryPath = `${path}/${entry.name}`;
    return entry.isDirectory() ? listFiles(entryPath) : [entryPath];
  });
}

function hashInputs(more: readonly string[]): string {
  const inputPaths = [...SYNTHESIS_INPUTS, ...more].flatMap((path) =>
    path.includes('.') ? [path] : listFiles(path),
  );
  const hash = createHash('sha256');
  for (const file of inputPaths.toSorted()) {
    const absolutePath = join(PROJECT_ROOT, file);
    if (existsSync(absolutePath))
      hash.update(file).update('\0').update(readFileSync(absolutePath)).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

async function runCdkApp(outdir: string): Promise<void> {
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'infra/app.ts')], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, CDK_OUTDIR: outdir, CDK_VALIDATION: 'false' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code]: unknown[] = await once(child, 'close');
  if (code !== 0) throw new SynthesisError(`The CDK app could not be synthesized:\n${output.trim()}`);
}

export interface SynthesisResult {
  directory: string;
  /** Whether the synthesized app of an earlier run was reused. */
  cached: boolean;
}

/**
 * Returns the folder of a synthesized CDK app, from the cache if the inputs are unchanged. The folder never changes,
 * so a running server keeps its code while the sources are edited.
 *
 * @param more further input files and folders, relative to the project root
 * @param make writes the app into a folder
 */
export async function synthesizeCached(
  more: readonly string[],
  make: (directory: string) => Promise<unknown>,
): Promise<SynthesisResult> {
  const directory = join(CACHE_FOLDER, hashInputs(more));
  const isAssemblyCached = existsSync(join(directory, 'manifest.json'));
  if (!isAssemblyCached) {
    const temporaryFolder = `${directory}.${process.pid}.making`;
    mkdirSync(temporaryFolder, { recursive: true });
    try {
      await make(temporaryFolder);
      // Another process may have created the same folder with the same contents in the meantime.
      if (!existsSync(directory)) renameSync(temporaryFolder, directory);
    } finally {
      rmSync(temporaryFolder, { recursive: true, force: true });
    }
  }
  mkdirSync(join(directory, '.users'), { recursive: true });
  writeFileSync(join(directory, '.users', String(process.pid)), '');
  pruneAssemblies(CACHE_FOLDER);
  return { directory, cached: isAssemblyCached };
}

/**
 * Synthesizes the service's CDK app, or reuses the result of an earlier run. Rejects with a SynthesisError when the app
 * cannot be synthesized.
 *
 * @param onSynthesisStart called before the app is synthesized, which takes seconds; not called for a reused result
 */
export function synthesize(onSynthesisStart: () => void = () => undefined): Promise<SynthesisResult> {
  return synthesizeCached([], (directory) => {
    onSynthesisStart();
    return runCdkApp(directory);
  });
}
