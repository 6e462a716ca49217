import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isProcessRunning } from '../process/is-running.ts';

const MAX_CACHED_ASSEMBLIES = 4;

function isDirectoryInUse(directory: string): boolean {
  const processIdsFolder = join(directory, '.users');
  return (
    existsSync(processIdsFolder) && readdirSync(processIdsFolder).some((pid) => isProcessRunning(Number(pid)))
  );
}

/** Deletes the oldest cached assemblies, except those that a running process uses. */
export function pruneAssemblies(cacheFolder: string): void {
  const cachedAssemblies = readdirSync(cacheFolder)
    .map((name) => join(cacheFolder, name))
    .map((path) => ({ path, madeMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((a, b) => b.madeMs - a.madeMs);
  for (const { path } of cachedAssemblies.slice(MAX_CACHED_ASSEMBLIES)) {
    const temporaryPathMatch = /\.(\d+)\.making$/.exec(path);
    const isAssemblyInUse =
      temporaryPathMatch === null ? isDirectoryInUse(path) : isProcessRunning(Number(temporaryPathMatch[1]));
    if (!isAssemblyInUse) rmSync(path, { recursive: true, force: true });
  }
}
