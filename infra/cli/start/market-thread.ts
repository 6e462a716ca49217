import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LoadedMarket } from './market.ts';
import type { MarketTask } from './market-worker.ts';

/** A young generation that holds what a load makes and drops again, instead of promoting it. */
const YOUNG_GENERATION_MB = 64;

/**
 * Loads a market in a thread of its own, which keeps the CPU busy for as long as it takes: the thread that called
 * stays free for signals and requests. Rejects with the load's own error; the thread ends with the process.
 */
export async function inThread({
  address: { dynamodbEndpoint, tableName },
  ...task
}: MarketTask): Promise<LoadedMarket> {
  const workerData: MarketTask = { ...task, address: { dynamodbEndpoint, tableName } };
  const worker = new Worker(new URL('./market-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const [loaded]: LoadedMarket[] = await once(worker, 'message');
  if (loaded === undefined) throw new Error('The market data could not be loaded. Start the server again.');
  return loaded;
}
