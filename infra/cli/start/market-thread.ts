import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LoadedMarket } from './market.ts';
import type { MarketLoadTask } from './market-worker.ts';

/**
 * Size of the V8 young generation in megabytes. It is large enough for the short-lived objects of a market
 * load, so V8 does not promote these objects to the old generation.
 */
const YOUNG_GENERATION_MB = 64;

/** Loads a market in a worker thread, so that the calling thread stays free for signals and requests. */
export async function loadMarketInThread({
  address: { dynamodbEndpoint, tableName },
  ...task
}: MarketLoadTask): Promise<LoadedMarket> {
  const workerData: MarketLoadTask = { ...task, address: { dynamodbEndpoint, tableName } };
  const worker = new Worker(new URL('./market-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const [loadedMarket]: LoadedMarket[] = await once(worker, 'message');
  if (loadedMarket === undefined)
    throw new Error('The market data could not be loaded. Start the server again.');
  return loadedMarket;
}
