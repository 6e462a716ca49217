/** What the ingestion may do with the daily histories of strategies. */
export { readHistories, writeHistory } from './store/history.ts';
