import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SourceError } from '../../shared/ingest/sources/market-source.ts';
import { zlib } from '../../shared/platform/domain/zlib.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import { readSnapshot, readSnapshotHead } from '../../shared/platform/dynamodb/snapshots/snapshots.ts';
import { Catalog } from '../../shared/strategies/domain/catalog/catalog.ts';
import { CATALOG_SNAPSHOT_NAME } from '../../shared/strategies/domain/catalog/encoding/encode.ts';
import { strategyIdOf } from '../../shared/strategies/domain/strategy-id.ts';
import { getStrategy } from '../../shared/strategies/store/strategies.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { catalogOf, HOUR_MS, publishOnce, TestMarket } from '../support/market/market.ts';

let engine: EmbeddedTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

const id = (pool: string) => strategyIdOf('test', pool);
const used = (utilisation: number) => async () =>
  new Map([['a', { suppliedUsd: 1_000_000, borrowedUsd: 1_000_000 * utilisation }]]);
const refuse = (status: 402 | 404 | 429) => async () => {
  throw new SourceError(status === 429 ? 'rate_limited' : 'status', `/: status ${status}`);
};

async function readExitFigures(table: Table, pool: string) {
  const entry = (await catalogOf(table)).byId.get(id(pool));
  const { utilisation, withdrawable, exit_constrained, flags } = entry ?? {};
  return [utilisation, withdrawable, exit_constrained, flags?.includes('exit_constrained')];
}

test('a lending market gets the flag exit_constrained at a utilisation of 95%', async () => {
  const table = await engine.another();
  const market = new TestMarket(['a', 'b']);
  const seen = [];
  for (const lending of [used(0.94), used(0.95), used(0.9), refuse(429), used(0.91), used(0.899)]) {
    market.lendingOf = lending;
    await publishOnce(table, market);
    market.nowMs += HOUR_MS;
    seen.push(await readExitFigures(table, 'a'));
  }
  expect(seen).toEqual([
    [0.94, 60_000, false, false],
    [0.95, 50_000, true, true],
    [0.9, 100_000, true, true],
    [null, null, true, true],
    [0.91, 90_000, true, true],
    [0.899, 101_000, false, false],
  ]);
  expect(await readExitFigures(table, 'b')).toEqual([null, null, false, false]);
});

test('the stored item of a strategy has the same values as the strategy in the catalog', async () => {
  const table = await engine.another();
  const market = new TestMarket(['a']);
  market.lendingOf = used(0.97);
  await publishOnce(table, market);
  const { risk, ...record } = (await getStrategy(table, id('a'))) ?? {};
  const { risk_score, ...entry } = (await catalogOf(table)).byId.get(id('a')) ?? {};
  expect(record).toEqual(entry);
  expect(risk?.score).toBe(risk_score);
  expect(risk?.floors.map(({ name }) => name)).toContain('exit_constrained');
});

test('the ingestion stores the utilisation of each lending strategy for every hour', async () => {
  const table = await engine.another();
  const market = new TestMarket(['a', 'b']);
  for (const utilisation of [0.5, 0.6]) {
    market.lendingOf = used(utilisation);
    await publishOnce(table, market);
    market.nowMs += HOUR_MS;
  }
  const { Items: items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'UTILISATION#2026-03-10' },
    }),
  );
  const read = items.map(({ sk, values }) => [
    sk,
    JSON.parse(zlib().zstdDecompressSync(values).toString('utf8')),
  ]);
  expect(read).toEqual([
    ['HOUR#12', { [id('a')]: [0.5, 500_000] }],
    ['HOUR#13', { [id('a')]: [0.6, 400_000] }],
  ]);
});

const readProtocolFacts = async (table: Table) => {
  const head = await readSnapshotHead(table, CATALOG_SNAPSHOT_NAME, { consistent: true });
  if (head === undefined) throw new Error('There is no catalog.');
  return new Catalog(await readSnapshot(table, CATALOG_SNAPSHOT_NAME, head.current)).protocolFacts('aave-v3');
};

test('the catalog shows the listing date, the audits and the hacks of a protocol', async () => {
  const table = await engine.another();
  const market = new TestMarket(['a']);
  const audits = { audited: true, links: ['https://example.com/audit.pdf'] };
  market.protocolsOf = async () => [
    { id: '1599', slug: 'aave-v3', listedSinceMs: Date.UTC(2022, 2, 16), audits },
    { id: '7', slug: 'elsewhere', listedSinceMs: null, audits: null },
  ];
  const hack = { amountUsd: 5_000, returnedUsd: null, technique: 'Oracle' };
  market.hacksOf = async () => [
    { ...hack, protocolId: '1599', hackedAtMs: Date.UTC(2023, 0, 1) },
    { ...hack, protocolId: '1599', hackedAtMs: Date.UTC(2024, 0, 1) },
    { ...hack, protocolId: '7', hackedAtMs: 0 },
  ];
  await publishOnce(table, market);
  const hackFacts = { amount: 5_000, returned: null, technique: 'Oracle' };
  expect(await readProtocolFacts(table)).toEqual({
    listed_since: '2022-03-16T00:00:00.000Z',
    audits,
    hacks: [
      { date: '2024-01-01T00:00:00.000Z', ...hackFacts },
      { date: '2023-01-01T00:00:00.000Z', ...hackFacts },
    ],
  });
});

test.each([402, 404, 429] as const)(
  'an ingestion continues if the source answers %s for lending markets, protocols and hacks',
  async (status) => {
    const table = await engine.another();
    const market = new TestMarket(['a']);
    market.lendingOf = refuse(status);
    market.protocolsOf = refuse(status);
    market.hacksOf = refuse(status);
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    await publishOnce(table, market, { log: { info: () => {}, warn } });
    expect(await readExitFigures(table, 'a')).toEqual([null, null, false, false]);
    expect(await readProtocolFacts(table)).toBeUndefined();
    expect(warnings.sort()).toEqual([
      'The source gave no hacks',
      'The source gave no lending markets',
      'The source gave no protocols',
    ]);
  },
);

test('the field "hacks" of a protocol is null, not empty, when the list of hacks cannot be read', async () => {
  const table = await engine.another();
  const market = new TestMarket(['a']);
  market.protocolsOf = async () => [{ id: '1', slug: 'aave-v3', listedSinceMs: null, audits: null }];
  market.hacksOf = refuse(404);
  await publishOnce(table, market);
  expect(await readProtocolFacts(table)).toEqual({ listed_since: null, audits: null, hacks: null });
  market.hacksOf = async () => [];
  market.nowMs += HOUR_MS;
  await publishOnce(table, market);
  expect(await readProtocolFacts(table)).toMatchObject({ hacks: [] });
});
