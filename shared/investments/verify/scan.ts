import type { Table } from '../../platform/dynamodb/client.ts';
import { scanFor, type Visitor } from '../../platform/dynamodb/query-all.ts';
import { FoundChainItems } from '../store/onchain/chain-walk.ts';
import { FoundLedgers } from '../store/walk.ts';

/** Finds all ledgers and on-chain items in one scan of the table. Other visitors can share the scan. */
export async function scanMoney(table: Table, others: readonly Visitor[] = []) {
  const [ledgers, chainItems] = [new FoundLedgers(), new FoundChainItems()];
  await scanFor(table, [ledgers, chainItems, ...others]);
  return { ledgers, chainItems };
}
