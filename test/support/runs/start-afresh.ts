import { vi } from 'vitest';

/**
 * For test files that share a worker, because starting one per file took a third of their time. A function reads its
 * settings when it is loaded, so each file loads our modules again and does not see another file's environment.
 */
vi.unstubAllEnvs();
vi.restoreAllMocks();
vi.resetModules();
