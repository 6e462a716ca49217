import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const CACHE_VARIABLE = 'NODE_COMPILE_CACHE';
const CACHE_FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/compile');

/** Environment variable that enables Node's compile cache for a thread or process. */
export const COMPILE_CACHE_ENVIRONMENT: Readonly<Record<string, string>> = {
  [CACHE_VARIABLE]: process.env[CACHE_VARIABLE] ?? CACHE_FOLDER,
};

/** Enables the compile cache for modules that this process loads later, and for processes that it starts. */
export function useCompileCache(): void {
  Object.assign(process.env, COMPILE_CACHE_ENVIRONMENT);
  enableCompileCache(COMPILE_CACHE_ENVIRONMENT[CACHE_VARIABLE]);
}
