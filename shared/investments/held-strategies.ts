import { forEachParallel } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { OWNERS_AT_ONCE, ownersMeant } from './owners.ts';
import { readVaultHoldings } from './store/onchain/vault-holdings.ts';
import { readAllPositions } from './store/walk.ts';

/**
 * The strategies in which an account or one of its users holds something in the books, and those whose vaults it has
 * asked steps for.
 */
export async function heldStrategies(table: Table, account: string): Promise<ReadonlySet<string>> {
  const followed = await readVaultHoldings(table, account);
  const held = new Set(followed.map(({ strategy_id }) => strategy_id));
  const owners = await ownersMeant(table, account, undefined);
  await forEachParallel(owners, OWNERS_AT_ONCE, async (ownerId) => {
    for (const { position } of await readAllPositions(table, ownerId)) {
      if (position.holdings.shares > 0n) held.add(position.strategyId);
    }
  });
  return held;
}
