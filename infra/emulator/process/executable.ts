import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PROJECT_ROOT } from '../../root.ts';

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    // It is not there, or not for us to run.
    return false;
  }
}

/** The first of the `installed` paths (relative to the project) that can be run, else `name` on the PATH. */
export function findExecutable(installed: readonly string[], name: string): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, name));
  return [...installed.map((path) => join(PROJECT_ROOT, path)), ...onPath].find(isExecutable);
}
