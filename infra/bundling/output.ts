import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { BuildResult } from 'esbuild';
import { PROJECT_ROOT } from '../root.ts';

/** A Lambda's source: what the handler file's bundle is called, and the file, relative to the root. */
export interface EntryPoint {
  readonly id: string;
  readonly file: string;
}

/** What a function loads when it is first asked for. */
interface Part {
  /** The source file that is asked for, relative to the root. */
  readonly sourceFile: string;
  readonly code: string;
  /** All that is loaded once it is: what a cold start loads, and the part with what it needs. */
  readonly files: readonly string[];
  readonly bytes: number;
}

/**
 * One function's deployable folder: `index.mjs` and, beside it, the files that it imports. It holds nothing else, so that
 * the asset's hash is the hash of the code.
 */
export interface Bundle extends EntryPoint {
  readonly directory: string;
  readonly code: string;
  /** The source map, outside the deployed folder: it resolves a stack trace and costs no cold start. */
  readonly sourceMap: string;
  /** What a cold start loads: `code` and what it imports at once. */
  readonly files: readonly string[];
  readonly bytes: number;
  /** What is loaded when it is first needed. */
  readonly parts: readonly Part[];
}

/**
 * Where esbuild takes its files to be, wherever they are written in the end: the names of parts are digests of what they
 * hold and of the way from there to their sources.
 */
export const BUILT_IN = join(PROJECT_ROOT, 'cdk.out', 'bundles');

/** What esbuild makes while it keeps its files to itself and says what they are made of. */
type Built = BuildResult<{ write: false; metafile: true }>;

/** Without dots, which the CDK would take for a file's extension. */
export const folderName = (id: string) => id.replaceAll('.', '-');

/** A file and all that is loaded before it runs, by the paths that esbuild gave them. */
function loadedWith(code: string, { metafile: { outputs } }: Built): readonly string[] {
  const loaded = new Set([code]);
  for (const path of loaded) {
    for (const { path: next, kind, external } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && external !== true) loaded.add(next);
  }
  return [...loaded];
}

/** Writes the files of one entry point and their maps into the folder, in the place of what it held before. */
export function place(entryPoint: EntryPoint, outDirectory: string, built: Built): Bundle {
  const folder = folderName(entryPoint.id);
  const directory = join(outDirectory, folder);
  const maps = join(outDirectory, 'maps');
  const sourceMap = join(maps, `${entryPoint.id}.mjs.map`);
  const own = built.outputFiles.filter(({ path }) => dirname(path) === join(BUILT_IN, folder));
  rmSync(directory, { recursive: true, force: true });
  for (const { path, contents } of own) {
    const name = basename(path);
    const map = name === 'index.mjs.map' ? sourceMap : join(maps, `${entryPoint.id}.${name}`);
    write(name.endsWith('.map') ? map : join(directory, name), contents);
  }
  const { outputs } = built.metafile;
  const loading = (...starts: readonly string[]) => {
    const loaded = [...new Set(starts.flatMap((start) => loadedWith(start, built)))];
    const bytes = loaded.reduce((sum, path) => sum + (outputs[path]?.bytes ?? 0), 0);
    return {
      code: join(directory, basename(starts.at(-1) ?? '')),
      files: loaded.map((path) => join(directory, basename(path))),
      bytes,
    };
  };
  const names = own.map(({ path }) => relative(PROJECT_ROOT, path).split(sep).join('/'));
  const start = names.find((name) => basename(name) === 'index.mjs');
  if (start === undefined) throw new Error(`No output for ${entryPoint.id}`);
  const parts = names.flatMap((name): Part[] => {
    const sourceFile = name === start ? undefined : outputs[name]?.entryPoint;
    return sourceFile === undefined ? [] : [{ sourceFile, ...loading(start, name) }];
  });
  return { ...entryPoint, directory, sourceMap, ...loading(start), parts };
}

function write(path: string, contents: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}
