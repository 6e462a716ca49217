import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVault, closeVault } from '../../../shared/investments/vaults/vaults.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { publishSnapshot } from '../../../shared/platform/dynamodb/snapshots/publish-snapshot.ts';
import { readSnapshot, readSnapshotHead } from '../../../shared/platform/dynamodb/snapshots/snapshots.ts';
import { Catalog } from '../../../shared/strategies/domain/catalog/catalog.ts';
import {
  CATALOG_SNAPSHOT_NAME,
  encodeCatalog,
} from '../../../shared/strategies/domain/catalog/encoding/encode.ts';
import { startVaultChain, VAULT, type VaultChain } from '../../support/chain/vault-chain.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { publish } from '../../support/ledger.ts';

let table: EmbeddedTable;
let chain: VaultChain;
beforeAll(async () => {
  table = await startTable();
  chain = await startVaultChain('base', 2);
}, 120_000);
afterAll(async () => {
  await chain?.stop();
  await table?.stop();
});

/** Returns the settlement of each strategy in the list, by strategy id. */
async function settlements(from: Table): Promise<Readonly<Record<string, string>>> {
  const head = await readSnapshotHead(from, CATALOG_SNAPSHOT_NAME, { consistent: true });
  if (head === undefined) throw new Error('There is no catalog');
  const catalog = new Catalog(await readSnapshot(from, CATALOG_SNAPSHOT_NAME, head.current), 'sandbox');
  const all = Array.from({ length: catalog.size }, (_, strategyIndex) =>
    catalog.listElementAt(strategyIndex),
  );
  return Object.fromEntries(all.map(({ id, settlement }) => [id, settlement]));
}

test('the list of strategies immediately shows that a vault was added, closed or reopened', async () => {
  const [first, second, third] = [
    await publish(table, { chain: 'base', tvl: 3 }),
    await publish(table, { chain: 'base', tvl: 2 }),
    await publish(table, { chain: 'base', tvl: 1 }),
  ];
  const now = new Date();
  await publishSnapshot(table, CATALOG_SNAPSHOT_NAME, encodeCatalog([first, second, third]), {
    asOf: now,
    now,
  });
  const others = { [first.id]: 'sandbox', [third.id]: 'sandbox' };
  expect(await settlements(table)).toEqual({ ...others, [second.id]: 'sandbox' });
  const add = () =>
    addVault(table, [chain.settings], { strategyId: second.id, address: VAULT, rebasing: false, now });
  await add();
  expect(await settlements(table)).toEqual({ ...others, [second.id]: 'onchain' });
  await closeVault(table, second.id);
  expect(await settlements(table)).toEqual({ ...others, [second.id]: 'none' });
  await add();
  expect(await settlements(table)).toEqual({ ...others, [second.id]: 'onchain' });
}, 120_000);
