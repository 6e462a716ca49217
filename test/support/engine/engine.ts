import { randomUUID } from 'node:crypto';
import { type DatabaseEngine, startDatabaseEngine } from '../../../infra/emulator/dynamodb/engine.ts';

/**
 * Environment variable with the endpoint of the DynamoDB engine for this test run. A database has the URL
 * `<endpoint>/<name>`. If the variable is not set, tests use embedded engines.
 */
export const ENGINE_VARIABLE = 'TEST_DYNAMODB_ENDPOINT';

/** Whether the run's engine evaluates roles, so that functions must identify themselves. */
export const engineChecksRoles = (): boolean => process.env[ENGINE_VARIABLE] !== undefined;

/** Waits until eventually consistent reads see everything that was written to a database. */
export async function settle(endpoint: string): Promise<void> {
  if (engineChecksRoles()) await fetch(endpoint, { method: 'PUT' });
}

/**
 * Name of the environment variable with the endpoint of the worker's embedded engine. The variable keeps its value when
 * the worker loads the modules again for its next test file.
 */
const WORKER_ENGINE_VARIABLE = 'TEST_WORKER_ENGINE';

/**
 * Returns the embedded engine of this worker. All test files of the worker use it, because starting an engine
 * takes longer than most tests. It stops when the worker ends.
 */
async function ensureWorkerEngine(): Promise<DatabaseEngine> {
  process.env[WORKER_ENGINE_VARIABLE] ??= (await startDatabaseEngine()).endpoint;
  return { endpoint: process.env[WORKER_ENGINE_VARIABLE], stop: async () => {} };
}

/**
 * Returns the database engine that the test run provides, with a new empty database. Without such an engine, returns
 * the embedded engine of this worker.
 */
export async function openEngine(): Promise<DatabaseEngine> {
  const shared = process.env[ENGINE_VARIABLE];
  if (shared === undefined) return ensureWorkerEngine();
  const endpoint = `${shared}/${randomUUID().replaceAll('-', '')}`;
  return {
    endpoint,
    stop: async () => {
      await fetch(endpoint, { method: 'DELETE' });
    },
  };
}
