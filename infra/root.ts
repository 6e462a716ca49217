import { join } from 'node:path';

/**
 * Root folder of the repository. Paths of sources are relative to it, so that bundles do not depend on the
 * location of the repository.
 */
export const PROJECT_ROOT = join(import.meta.dirname, '..');
