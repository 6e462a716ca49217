import { vi } from 'vitest';

/**
 * For files that share a worker: starting one for each was a third of what they cost. A function reads its settings
 * when it is loaded, so each file loads our modules anew, and none of them sees another's environment.
 */
vi.unstubAllEnvs();
vi.restoreAllMocks();
vi.resetModules();
