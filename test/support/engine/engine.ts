import { randomUUID } from 'node:crypto';
import { type DatabaseEngine, startDatabaseEngine } from '../../../infra/emulator/dynamodb/engine.ts';

/**
 * Environment variable with the endpoint of the run's engine. Each database adds a slash and a name. Without it,
 * tests use embedded engines.
 */
export const ENGINE_VARIABLE = 'TEST_DYNAMODB_ENDPOINT';

/** Whether the run's engine evaluates roles, so that functions must identify themselves. */
export const engineChecksRoles = (): boolean => process.env[ENGINE_VARIABLE] !== undefined;

/** Waits until eventually consistent reads see everything that was written to a database. */
export async function settle(endpoint: string): Promise<void> {
  if (engineChecksRoles()) await fetch(endpoint, { method: 'PUT' });
}

/** Environment variable with the endpoint of the worker's embedded engine. It outlives the modules of a test file. */
const WORKER_ENGINE_VARIABLE = 'TEST_WORKER_ENGINE';

/**
 * Returns the embedded engine of this worker. All test files of the worker use it, because starting an engine
 * takes longer than most tests. It stops when the worker ends.
 */
async function useWorkerEngine(): Promise<DatabaseEngine> {
  process.env[WORKER_ENGINE_VARIABLE] ??= (await startDatabaseEngine()).endpoint;
  return { endpoint: process.env[WORKER_ENGINE_VARIABLE], stop: async () => {} };
}

/** Opens the engine of the run with a new empty database, or the embedded engine of this worker. */
export async function openEngine(): Promise<DatabaseEngine> {
  const shared = process.env[ENGINE_VARIABLE];
  if (shared === undefined) return useWorkerEngine();
  const endpoint = `${shared}/${randomUUID().replaceAll('-', '')}`;
  return {
    endpoint,
    stop: async () => {
      await fetch(endpoint, { method: 'DELETE' });
    },
  };
}
