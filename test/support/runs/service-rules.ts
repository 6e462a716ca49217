import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type EmbeddedTable, startTable } from '../engine/embedded-table.ts';
import { engineChecksRoles, openEngine } from '../engine/engine.ts';

/** The message that the worker thread sends as soon as its proxy listens. The proxy applies the rules of DynamoDB. */
export interface RulesReadyMessage {
  readonly endpoint: string;
}

/**
 * Opens an engine where transactions conflict as in DynamoDB. The embedded engine needs a proxy with DynamoDB's rules
 * in front of it. The proxy has its own thread, so that busy gateways and clients do not make transactions longer.
 */
async function openConflictingEngine() {
  const engine = await openEngine();
  if (engineChecksRoles()) return engine;
  const worker = new Worker(new URL('./service-rules-worker.ts', import.meta.url), {
    workerData: { engine: engine.endpoint },
  });
  const [ready]: RulesReadyMessage[] = await once(worker, 'message');
  if (ready === undefined) throw new Error('The rules do not listen');
  return {
    endpoint: `${ready.endpoint}/tests`,
    stop: async () => {
      await worker.terminate();
      await engine.stop();
    },
  };
}

/** Starts a table on an engine where transactions conflict as in DynamoDB. Each transaction takes 10 ms. */
export function startConflictingTable(): Promise<EmbeddedTable> {
  return startTable(openConflictingEngine);
}
