import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import type { LendingFigures } from '../../../shared/ingest/domain/upstream.ts';
import { ingest } from '../../../shared/ingest/ingest.ts';
import type { IngestOptions } from '../../../shared/ingest/options.ts';
import type { PublishedReport } from '../../../shared/ingest/report.ts';
import type { MarketSource, PoolHistory } from '../../../shared/ingest/sources/market-source.ts';
import { DAY_MS, dayOf } from '../../../shared/platform/domain/days.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { readSnapshot, readSnapshotHead } from '../../../shared/platform/dynamodb/snapshots/snapshots.ts';
import { TABLE } from '../../../shared/platform/dynamodb/table.ts';
import { Catalog, type CatalogEntry } from '../../../shared/strategies/domain/catalog/catalog.ts';
import { CATALOG_SNAPSHOT_NAME } from '../../../shared/strategies/domain/catalog/encoding/encode.ts';
import { MARKET_NOW_MS, poolOf } from './pools.ts';

export const HOUR_MS = 3_600_000;
export { DAY_MS };

/** A market source whose content and clock the test sets. */
export class TestMarket implements MarketSource {
  readonly name = 'test';
  nowMs = MARKET_NOW_MS;
  /** Pools by id, with their differences from a default pool. */
  readonly listed = new Map<string, Parameters<typeof poolOf>[0]>();
  /** Ids of the pools whose history was requested. */
  readonly requestedHistories: string[] = [];
  historyOf: (poolId: string) => PoolHistory = () => this.flatHistory(30);

  constructor(pools: readonly string[] = []) {
    for (const pool of pools) this.listed.set(pool, {});
  }

  /** Returns a history with this number of days at 4% and 2,000,000 USD, ending yesterday. */
  flatHistory(days: number): PoolHistory {
    const firstDay = dayOf(this.nowMs) - days;
    return { firstDay, apy: new Float32Array(days).fill(4), tvl: new Float32Array(days).fill(2e6) };
  }

  set(pool: string, changes: Parameters<typeof poolOf>[0]): void {
    this.listed.set(pool, changes);
  }

  async pools() {
    const timestamp = new Date(this.nowMs).toISOString();
    const rows = Array.from(this.listed, ([pool, changes]) =>
      poolOf({ pool, apy: 5, apyBase: 5, tvlUsd: 1_000_000, count: 40, timestamp, ...changes }),
    );
    return { rows, fetchedAtMs: this.nowMs };
  }

  lendingOf: () => Promise<ReadonlyMap<string, LendingFigures>> = async () => new Map();
  protocolsOf: MarketSource['protocols'] = async () => [];
  hacksOf: MarketSource['hacks'] = async () => [];

  lendingMarkets() {
    return this.lendingOf();
  }

  protocols() {
    return this.protocolsOf();
  }

  hacks() {
    return this.hacksOf();
  }

  async history(poolId: string) {
    this.requestedHistories.push(poolId);
    return this.historyOf(poolId);
  }

  async prices() {
    const price = { coin: 'coingecko:usd-coin', symbol: 'USDC', priceUsd: 1, confidence: 0.99 };
    return [{ ...price, observedAtMs: this.nowMs }];
  }

  async priceHistories() {
    const prices = new Float32Array(31).fill(0.5);
    return new Map([['coingecko:usd-coin', { firstDay: dayOf(this.nowMs) - 30, prices }]]);
  }

  async chains() {
    return [{ name: 'Ethereum', tvlUsd: 6e10 }];
  }

  async chainTvlHistory() {
    return { firstDay: dayOf(this.nowMs) - 40, tvl: new Float32Array(40).fill(2 ** 35) };
  }
}

/** Runs the ingestion once on a test market, at the time of the market. */
export function ingestOnce(table: Table, market: TestMarket, options: Partial<IngestOptions> = {}) {
  return ingest({
    source: market,
    table,
    now: () => new Date(market.nowMs),
    log: { info: () => {}, warn: () => {} },
    ...options,
  });
}

let runs = 0;

/** Waits until eventually consistent reads show all writes. In a test, no real time passes between hourly runs. */
async function seen(table: Table): Promise<void> {
  runs += 1;
  const Item = { [TABLE.partitionKey]: 'SEEN', [TABLE.sortKey]: `${runs}` };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  const read = () => table.client.send(new GetCommand({ TableName: table.name, Key: Item }));
  await expect.poll(async () => (await read()).Item).toEqual(Item);
}

/** Runs an ingestion that must publish, and waits until readers see it. */
export async function publishOnce(
  table: Table,
  market: TestMarket,
  options: Partial<IngestOptions> = {},
): Promise<PublishedReport> {
  const report = await ingestOnce(table, market, options);
  if (report.outcome !== 'published') throw new Error(`The run was ${report.outcome}.`);
  await seen(table);
  return report;
}

/** Returns the current catalog: its strategies by id, and its time `asOf` (ISO 8601). */
export async function catalogOf(table: Table): Promise<{ asOf: string; byId: Map<string, CatalogEntry> }> {
  const head = await readSnapshotHead(table, CATALOG_SNAPSHOT_NAME, { consistent: true });
  if (head === undefined) throw new Error('There is no catalog.');
  const catalog = new Catalog(await readSnapshot(table, CATALOG_SNAPSHOT_NAME, head.current));
  const entries = Array.from({ length: catalog.size }, (_, strategyIndex) => catalog.entryAt(strategyIndex));
  return { asOf: head.current.asOf, byId: new Map(entries.map((entry) => [entry.id, entry])) };
}

/** The newest snapshot with this name. */
export async function readDecodedSnapshot<T>(
  table: Table,
  name: string,
  decode: (bytes: Uint8Array) => T,
): Promise<T> {
  const head = await readSnapshotHead(table, name, { consistent: true });
  if (head === undefined) throw new Error(`There is no snapshot ${name}.`);
  return decode(await readSnapshot(table, name, head.current));
}
