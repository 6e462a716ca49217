import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type EmbeddedTable, startTable } from '../engine/embedded-table.ts';
import { openEngine } from '../engine/engine.ts';

/** What the thread of the rules tells once it listens. */
export interface RulesReady {
  readonly endpoint: string;
}

/**
 * An engine where transactions conflict as the service's do: that of the run, or the embedded one behind the rules. They
 * have a thread of their own, so that a transaction holds its items no longer because gateway and clients are busy.
 */
async function openConflictingEngine() {
  const engine = await openEngine();
  if (engine.process === undefined) return engine;
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

/** The service's table where an item is part of one transaction at a time, each of which takes 10 ms. */
export function startConflictingTable(): Promise<EmbeddedTable> {
  return startTable('test', openConflictingEngine);
}
