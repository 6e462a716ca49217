import type { Table } from '../../platform/dynamodb/client.ts';
import { scanFor, type Visitor } from '../../platform/dynamodb/query-all.ts';
import { FoundChainItems } from '../store/onchain/chain-walk.ts';
import { FoundLedgers } from '../store/walk.ts';

/** Finds in one scan of the table what is verified. Others may be shown items of the same scan. */
export async function scanMoney(table: Table, others: readonly Visitor[] = []) {
  const [ledgers, chainItems] = [new FoundLedgers(), new FoundChainItems()];
  await scanFor(table, [ledgers, chainItems, ...others]);
  return { ledgers, chainItems };
}
