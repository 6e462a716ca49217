import { vi } from 'vitest';

/**
 * Resets state between test files that share a worker. One worker per file would add a third to the run time. A
 * function reads its environment when it is loaded, so each file loads the modules again.
 */
vi.unstubAllEnvs();
vi.restoreAllMocks();
vi.resetModules();
