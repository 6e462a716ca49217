import { forEachParallel } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { OWNERS_CONCURRENCY, selectOwners } from './owners.ts';
import { readAllPositions } from './store/ledger-scan.ts';
import { readVaultHoldings } from './store/onchain/vault-holdings.ts';

/**
 * Returns the ids of the strategies in which an account or its end users may have a position: a sandbox balance,
 * or a vault for which the account requested transaction steps.
 */
export async function readStrategyIdsWithPosition(
  table: Table,
  account: string,
): Promise<ReadonlySet<string>> {
  const vaultHoldings = await readVaultHoldings(table, account);
  const strategyIds = new Set(vaultHoldings.map(({ strategy_id }) => strategy_id));
  const owners = await selectOwners(table, account, undefined);
  await forEachParallel(owners, OWNERS_CONCURRENCY, async (ownerId) => {
    for (const { position } of await readAllPositions(table, ownerId)) {
      if (position.holdings.shares > 0n) strategyIds.add(position.strategyId);
    }
  });
  return strategyIds;
}
