import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PROJECT_ROOT } from '../../root.ts';

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    // The file does not exist or this user may not execute it.
    return false;
  }
}

/**
 * Returns the first executable file among `pathsFromRoot` (from the project root), or else the executable `name` on
 * the PATH; undefined when neither exists.
 */
export function findExecutable(pathsFromRoot: readonly string[], name: string): string | undefined {
  const pathCandidates = (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, name));
  return [...pathsFromRoot.map((path) => join(PROJECT_ROOT, path)), ...pathCandidates].find(isExecutable);
}
