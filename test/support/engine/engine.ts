import { randomUUID } from 'node:crypto';
import { type Engine, startEngine } from '../../../infra/emulator/dynamodb/engine.ts';

/** Names a run's own engine, to which a slash and a name are added for each database. Embedded ones without it. */
export const ENGINE_VARIABLE = 'TEST_DYNAMODB_ENDPOINT';

/** Whether the run's engine evaluates roles, so that functions must identify themselves. */
export const knowsRoles = (): boolean => process.env[ENGINE_VARIABLE] !== undefined;

/** Waits until eventually consistent reads see everything that was written to a database. */
export async function settle(endpoint: string): Promise<void> {
  if (knowsRoles()) await fetch(endpoint, { method: 'PUT' });
}

/** A new and empty database: in an engine of its own, or in the one that the run names. */
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
