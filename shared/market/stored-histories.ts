/** The functions on stored daily histories that the ingestion may use. */
export { readHistories, writeHistory } from './store/history.ts';
