import { join } from 'node:path';

/** Root folder of the repository. Source paths are relative to it, so that bundles do not depend on its location. */
export const PROJECT_ROOT = join(import.meta.dirname, '..');
