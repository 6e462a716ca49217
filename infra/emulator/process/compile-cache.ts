import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const VARIABLE = 'NODE_COMPILE_CACHE';
const DIRECTORY = join(import.meta.dirname, '../../../node_modules/.cache/compile');

/** For the environment of a thread or process: it compiles and strips a source file only when that has changed. */
export const COMPILE_CACHE: Readonly<Record<string, string>> = {
  [VARIABLE]: process.env[VARIABLE] ?? DIRECTORY,
};

/** The same for what this process loads from now on, and for the processes that it starts. */
export function useCompileCache(): void {
  Object.assign(process.env, COMPILE_CACHE);
  enableCompileCache(COMPILE_CACHE[VARIABLE]);
}
