import { join } from 'node:path';

/** The repository's root: sources are named relative to it, so that bundles do not depend on where it lies. */
export const PROJECT_ROOT = join(import.meta.dirname, '..');
