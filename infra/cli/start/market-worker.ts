import { parentPort, workerData } from 'node:worker_threads';
import type { TableAddress } from '../../emulator/dynamodb/table.ts';
import { loadHistories, loadMarket, type MarketOptions } from './market.ts';

/** This module is a worker thread that loads a market, so that the main thread can handle signals. */

const { load, address, options }: MarketLoadTask = workerData;
parentPort?.postMessage(await (load === 'catalog' ? loadMarket : loadHistories)(address, options));

export interface MarketLoadTask {
  load: 'catalog' | 'histories';
  address: TableAddress;
  options: MarketOptions;
}
