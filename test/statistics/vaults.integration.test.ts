import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseStreamRecord } from '../../shared/platform/dynamodb/stream-change.ts';
import type { Statistics } from '../../shared/statistics/contract/responses.ts';
import { statistics } from '../../shared/statistics/contract/responses.ts';
import { addChangesToCounters } from '../../shared/statistics/counting.ts';
import { recountStatistics } from '../../shared/statistics/recount.ts';
import { readStatistics } from '../../shared/statistics/statistics.ts';
import { ANN, BEN, call, startVaultChain, VAULT, type VaultChain } from '../support/chain/vault-chain.ts';
import { VaultMarket } from '../support/chain/vault-market.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { readStreamRecords } from '../support/engine/stream.ts';

const CONFIRMATIONS = 2;
const [ann, ben] = [ANN ?? '0x', BEN ?? '0x'];

let table: EmbeddedTable;
let chain: VaultChain;
beforeAll(async () => {
  table = await startTable();
  chain = await startVaultChain('base', CONFIRMATIONS);
}, 120_000);
afterAll(async () => {
  await chain?.stop();
  await table?.stop();
});

async function counted(): Promise<Statistics> {
  await addChangesToCounters(table, (await readStreamRecords(table)).map(parseStreamRecord));
  const prices = async () => ({ priceOf: () => 2, asOf: null });
  const { data } = await readStatistics({ table, prices, catalog: async () => undefined }, new Date());
  return statistics.parse(data);
}

test('vault deposits, withdrawals and positions are counted if an account requested them', async () => {
  const market = await VaultMarket.open(table, chain);
  // The account requests steps for Ben's wallet, but has not proved that it controls this wallet. The shares that the
  // wallet receives below must therefore not be counted.
  await market.cancel((await market.deposit('1', ben)).id);
  await market.sign(await market.deposit('100'));
  await chain.send({ from: ann, to: VAULT, data: call.transfer(ben, 1_000n) });
  await chain.mine(CONFIRMATIONS);
  await market.watch();
  const first = await counted();
  expect(first.positions.active).toBe(1);
  expect(first.transactions_24h.deposits).toMatchObject({ count: 1, value_usd: 200 });
  expect(first.transactions_30d.deposits.by_asset).toEqual([
    { asset: 'USDC', amount: '100', value_usd: 200 },
  ]);
  const [usdc] = first.positions.by_asset;
  expect(usdc).toMatchObject({ asset: 'USDC', positions: 1 });
  expect(Number(usdc?.value)).toBeCloseTo(99.999, 2);
  expect(first.positions.by_chain).toMatchObject([{ chain: 'base', positions: 1 }]);
  await market.sign(await market.withdraw('all'));
  await chain.mine(CONFIRMATIONS);
  await market.watch();
  const second = await counted();
  expect(second.positions).toMatchObject({ active: 0, by_asset: [] });
  expect(second.transactions_24h.withdrawals).toMatchObject({ count: 1 });
  expect((await recountStatistics(table, new Date())).differences).toEqual([]);
}, 120_000);
