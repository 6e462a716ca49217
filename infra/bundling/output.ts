import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { BuildResult } from 'esbuild';
import { PROJECT_ROOT } from '../root.ts';

/** A Lambda's source: its id, which names the bundle, and its handler file, relative to the root. */
export interface EntryPoint {
  readonly id: string;
  readonly file: string;
}

/** Code that a function loads on demand. */
interface Part {
  /** The source file that is loaded on demand, relative to the root. */
  readonly sourceFile: string;
  readonly code: string;
  /** All files in memory once the part is loaded: those of a cold start, the part, and its imports. */
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
  /** The source map. It is outside the deployed folder, so that it adds nothing to a cold start. */
  readonly sourceMap: string;
  /** The files that a cold start loads: `code` and its static imports. */
  readonly files: readonly string[];
  readonly bytes: number;
  /** The parts that are loaded on demand. */
  readonly parts: readonly Part[];
}

/**
 * The output folder that esbuild assumes, wherever files are written in the end. The names of parts are hashes of their
 * content and of the relative paths to their sources.
 */
export const BUILT_IN = join(PROJECT_ROOT, 'cdk.out', 'bundles');

/** esbuild's result: files in memory and the metafile. */
type Built = BuildResult<{ write: false; metafile: true }>;

/** Without dots, which the CDK would take for a file's extension. */
export const folderName = (id: string) => id.replaceAll('.', '-');

/** A file and its static imports, by esbuild's paths. */
function loadedWith(code: string, { metafile: { outputs } }: Built): readonly string[] {
  const loaded = new Set([code]);
  for (const path of loaded) {
    for (const { path: next, kind, external } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && external !== true) loaded.add(next);
  }
  return [...loaded];
}

/** Writes the files and maps of one entry point into the folder, and removes what it held before. */
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
