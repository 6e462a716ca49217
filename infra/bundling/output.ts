import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { BuildResult } from 'esbuild';
import { PROJECT_ROOT } from '../root.ts';

/** Entry point of a function. `id` names the bundle, and `file` is the handler's path from the project root. */
export interface EntryPoint {
  readonly id: string;
  readonly file: string;
}

/** Code that a function loads on demand. */
interface Part {
  /** Source file of the part, relative to the project root. */
  readonly sourceFile: string;
  readonly code: string;
  /**
   * All files that are loaded when the function has loaded this part: the files of the cold start, this part and its
   * static imports.
   */
  readonly files: readonly string[];
  readonly bytes: number;
}

/**
 * Folder that is deployed for one function. It contains only `index.mjs` and the files that it imports, because any
 * other file would change the hash of the asset.
 */
export interface Bundle extends EntryPoint {
  readonly directory: string;
  readonly code: string;
  /** Path of the source map, which is outside the deployed folder. */
  readonly sourceMap: string;
  /** Files that a cold start loads: the function's own file and its static imports. */
  readonly files: readonly string[];
  readonly bytes: number;
  readonly parts: readonly Part[];
}

/** Output folder for esbuild. It must not change, because the hashes in file names depend on it. */
export const ESBUILD_OUTPUT_FOLDER = join(PROJECT_ROOT, 'cdk.out', 'bundles');

type BuildOutput = BuildResult<{ write: false; metafile: true }>;

/** Replaces dots, because the CDK would take the text after a dot as a file extension. */
export const bundleFolderName = (id: string) => id.replaceAll('.', '-');

/** Returns a file and all its direct and indirect static imports, as paths in esbuild's metafile. */
function findStaticImports(code: string, { metafile: { outputs } }: BuildOutput): readonly string[] {
  const loadedFiles = new Set([code]);
  for (const path of loadedFiles) {
    for (const { path: next, kind, external } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && external !== true) loadedFiles.add(next);
  }
  return [...loadedFiles];
}

/** Writes the files and source maps of one entry point, and removes the previous contents of its folder. */
export function writeBundle(
  entryPoint: EntryPoint,
  outDirectory: string,
  esbuildOutput: BuildOutput,
): Bundle {
  const folderName = bundleFolderName(entryPoint.id);
  const directory = join(outDirectory, folderName);
  const maps = join(outDirectory, 'maps');
  const sourceMap = join(maps, `${entryPoint.id}.mjs.map`);
  const outputFiles = esbuildOutput.outputFiles.filter(
    ({ path }) => dirname(path) === join(ESBUILD_OUTPUT_FOLDER, folderName),
  );
  rmSync(directory, { recursive: true, force: true });
  for (const { path, contents } of outputFiles) {
    const name = basename(path);
    const map = name === 'index.mjs.map' ? sourceMap : join(maps, `${entryPoint.id}.${name}`);
    writeFile(name.endsWith('.map') ? map : join(directory, name), contents);
  }
  const { outputs } = esbuildOutput.metafile;
  const listLoadedFiles = (...entryFiles: readonly string[]) => {
    const loadedFiles = [
      ...new Set(entryFiles.flatMap((startFile) => findStaticImports(startFile, esbuildOutput))),
    ];
    const bytes = loadedFiles.reduce((sum, path) => sum + (outputs[path]?.bytes ?? 0), 0);
    return {
      code: join(directory, basename(entryFiles.at(-1) ?? '')),
      files: loadedFiles.map((path) => join(directory, basename(path))),
      bytes,
    };
  };
  const outputPaths = outputFiles.map(({ path }) => relative(PROJECT_ROOT, path).split(sep).join('/'));
  const entryPath = outputPaths.find((name) => basename(name) === 'index.mjs');
  if (entryPath === undefined) throw new Error(`No output for ${entryPoint.id}`);
  const parts = outputPaths.flatMap((name): Part[] => {
    const sourceFile = name === entryPath ? undefined : outputs[name]?.entryPoint;
    return sourceFile === undefined ? [] : [{ sourceFile, ...listLoadedFiles(entryPath, name) }];
  });
  return { ...entryPoint, directory, sourceMap, ...listLoadedFiles(entryPath), parts };
}

function writeFile(path: string, contents: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}
