import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type EmbeddedTable, startTable } from '../engine/embedded-table.ts';
import { engineChecksRoles, openEngine } from '../engine/engine.ts';

/** The message of the rules thread once it listens. */
export interface RulesReady {
  readonly endpoint: string;
}

/**
 * Opens an engine where transactions conflict as in DynamoDB: the engine of the run, or the embedded one behind the
 * rules. The rules run in their own thread, so that busy gateways and clients do not extend transactions.
 */
async function openConflictingEngine() {
  const engine = await openEngine();
  if (engineChecksRoles()) return engine;
  const worker = new Worker(new URL('./service-rules-worker.ts', import.meta.url), {
    workerData: { engine: engine.endpoint },
  });
  const [ready]: RulesReady[] = await once(worker, 'message');
  if (ready === undefined) throw new Error('The rules do not listen');
  return {
    endpoint: `${ready.endpoint}/tests`,
    stop: async () => {
      await worker.terminate();
      await engine.stop();
    },
  };
}

/** Starts the table of the service with conflicting transactions, each of which takes 10 ms. */
export function startConflictingTable(): Promise<EmbeddedTable> {
  return startTable(openConflictingEngine);
}
