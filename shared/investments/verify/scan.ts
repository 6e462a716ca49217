import type { Table } from '../../platform/dynamodb/client.ts';
import { type ScanVisitor, scanForVisitors } from '../../platform/dynamodb/query-all.ts';
import { LedgerScan } from '../store/ledger-scan.ts';
import { ChainItemScan } from '../store/onchain/chain-item-scan.ts';

/** Finds all ledgers and on-chain items in one scan of the table. `otherVisitors` receive items from the same scan. */
export async function scanLedgersAndChainItems(table: Table, otherVisitors: readonly ScanVisitor[] = []) {
  const [ledgerScan, chainItemScan] = [new LedgerScan(), new ChainItemScan()];
  await scanForVisitors(table, [ledgerScan, chainItemScan, ...otherVisitors]);
  return { ledgers: ledgerScan, chainItems: chainItemScan };
}
