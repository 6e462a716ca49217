import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { catalogAgeSeconds, ingest } from '../../../shared/ingest/ingest.ts';
import { configuredSource } from '../../../shared/ingest/sources/configured.ts';
import { createSampleSource } from '../../../shared/ingest/sources/sample.ts';
import { createClient, type Table } from '../../../shared/platform/dynamodb/client.ts';
import type { SeedLocation, TableLocation } from '../../emulator/dynamodb/database.ts';
import { type DemoKeys, issueDemoKeys } from './demo-credentials.ts';

export type { DemoKeys };

const seededMarket = z.object({
  live: z.boolean(),
  /** Pools of the sample market. */
  catalogSize: z.int(),
  /** Strategies that were listed. */
  strategies: z.int(),
});
export type SeededMarket = z.infer<typeof seededMarket>;

export interface MarketOptions {
  /** Strategies in the sample market. */
  catalogSize: number;
  /** Live data instead of the sample market. */
  live: boolean;
  /** Remembers beside kept data which market it holds. */
  file?: string | undefined;
}

/** The settings with which the scheduled ingestion goes on with the market that the start loads. */
export function marketSettings({ live, catalogSize }: MarketOptions): Record<string, string> {
  return live
    ? { MARKET_SOURCE: 'defillama' }
    : { MARKET_SOURCE: 'sample', SAMPLE_SIZE: String(catalogSize) };
}

/** A sample market gives all its histories at no cost; the live source is asked for few before the server is ready. */
const BACKFILL = {
  sample: { backfillMax: Number.POSITIVE_INFINITY, backfillSeconds: 3_600 },
  live: { backfillMax: 20, backfillSeconds: 5 },
} as const;

/** A kept catalog that is older is brought up to date at the start; the hourly job keeps it so. */
const FRESH_SECONDS = 3600;

async function withTable<T>(location: TableLocation, use: (table: Table) => Promise<T>): Promise<T> {
  const client = createClient({
    endpoint: location.dynamodbEndpoint,
    requestTimeoutMs: 20_000,
    maxAttempts: 5,
  });
  try {
    return await use({ client, name: location.tableName });
  } finally {
    client.destroy();
  }
}

/** The market of an earlier run, where it is the one that is wanted and still fresh. */
async function keptMarket(
  table: Table,
  { live, catalogSize, file }: MarketOptions,
): Promise<SeededMarket | undefined> {
  if (file === undefined || !existsSync(file)) return undefined;
  const kept = seededMarket.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  if (kept === undefined || kept.live !== live || kept.catalogSize !== catalogSize) return undefined;
  const ageSeconds = await catalogAgeSeconds(table, new Date());
  return ageSeconds !== undefined && ageSeconds < FRESH_SECONDS ? kept : undefined;
}

/**
 * Fills the catalog by one run of the ingestion, as the scheduled job does it.
 *
 * @throws SourceError where the live source cannot be read
 */
export function seedMarket(location: SeedLocation, options: MarketOptions): Promise<SeededMarket> {
  return withTable(location, async (table) => {
    const kept = await keptMarket(table, options);
    if (kept !== undefined) return kept;
    const bulk = location.bulk(table.client);
    try {
      return await loadMarket({ ...table, client: bulk.client }, options);
    } finally {
      bulk.close();
    }
  });
}

async function loadMarket(table: Table, { live, catalogSize, file }: MarketOptions): Promise<SeededMarket> {
  const report = await ingest({
    source: live ? configuredSource(Date.now) : createSampleSource({ size: catalogSize, now: Date.now }),
    table,
    now: () => new Date(),
    log: { info: () => {}, warn: (message, fields) => console.error(message, fields) },
    // Data kept from another market is replaced by this one.
    acceptShrink: true,
    ...BACKFILL[live ? 'live' : 'sample'],
  });
  if (report.outcome !== 'published') throw new Error(`The market was not loaded: ${report.outcome}.`);
  const market = { live, catalogSize, strategies: report.listed };
  if (file !== undefined) writeFileSync(file, JSON.stringify(market));
  return market;
}

/** Makes the demo users, one of each plan and an administrator, and new keys for them. */
export function seedCredentials(location: TableLocation): Promise<DemoKeys> {
  return withTable(location, (table) => issueDemoKeys(table));
}
