import { randomUUID } from 'node:crypto';
import { type Engine, startEngine } from '../../../infra/emulator/dynamodb/engine.ts';

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

/** Opens a new empty database: in the engine of the run, or in its own embedded engine. */
export async function openEngine(): Promise<Engine> {
  const shared = process.env[ENGINE_VARIABLE];
  if (shared === undefined) return startEngine();
  const endpoint = `${shared}/${randomUUID().replaceAll('-', '')}`;
  return {
    endpoint,
    stop: async () => {
      await fetch(endpoint, { method: 'DELETE' });
    },
  };
}
