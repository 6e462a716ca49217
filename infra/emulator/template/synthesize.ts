import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../root.ts';
import { prune } from './assembly-cache.ts';

/** The CDK app could not be synthesized; the message is what it printed. */
export class SynthesisError extends Error {}

const CACHE = join(PROJECT_ROOT, '.local', 'assembly');

/** Everything that the synthesized template and the bundles are made of. */
const INPUTS = ['cdk.json', 'package-lock.json', 'tsconfig.json', 'functions', 'shared', 'infra'];
const NOT_INPUTS = new Set(['infra/emulator', 'infra/cli']);

function filesUnder(path: string): string[] {
  if (NOT_INPUTS.has(path) || !existsSync(join(PROJECT_ROOT, path))) return [];
  const entries = readdirSync(join(PROJECT_ROOT, path), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const inner = `${path}/${entry.name}`;
    return entry.isDirectory() ? filesUnder(inner) : [inner];
  });
}

/** A hash over the names and contents of all inputs and of `more` files and folders. */
function inputsHash(more: readonly string[]): string {
  const files = [...INPUTS, ...more].flatMap((path) => (path.includes('.') ? [path] : filesUnder(path)));
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    const absolute = join(PROJECT_ROOT, file);
    if (existsSync(absolute)) hash.update(file).update('\0').update(readFileSync(absolute)).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

async function runApp(outdir: string): Promise<void> {
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

export interface Synthesized {
  directory: string;
  /** Whether an earlier run's result was used. */
  cached: boolean;
}

/**
 * The folder of a synthesized CDK app: made now, or by an earlier run with the same inputs. Folders are named by their
 * inputs and never change, so that a running server keeps its code while the sources are edited.
 *
 * @param more further files and folders on which the result depends, relative to the root
 * @param make writes the app into a folder
 */
export async function assemblyOf(
  more: readonly string[],
  make: (directory: string) => Promise<unknown>,
): Promise<Synthesized> {
  const directory = join(CACHE, inputsHash(more));
  const cached = existsSync(join(directory, 'manifest.json'));
  if (!cached) {
    const making = `${directory}.${process.pid}.making`;
    mkdirSync(making, { recursive: true });
    try {
      await make(making);
      // Another process may have been as fast; both results are the same.
      if (!existsSync(directory)) renameSync(making, directory);
    } finally {
      rmSync(making, { recursive: true, force: true });
    }
  }
  mkdirSync(join(directory, '.users'), { recursive: true });
  writeFileSync(join(directory, '.users', String(process.pid)), '');
  prune(CACHE);
  return { directory, cached };
}

/**
 * The folder of the service's own app. Rejects with a SynthesisError.
 *
 * @param onMake called before the app is synthesized, which takes seconds
 */
export function synthesize(onMake: () => void = () => undefined): Promise<Synthesized> {
  return assemblyOf([], (directory) => {
    onMake();
    return runApp(directory);
  });
}
