/** Functions with which the ingestion reads and writes stored daily histories. */
export { readHistories, writeHistory } from './store/history.ts';
