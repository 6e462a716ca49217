import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { catalogAgeSeconds, ingest } from '../../../shared/ingest/ingest.ts';
import { createConfiguredSource } from '../../../shared/ingest/sources/configured.ts';
import { createSampleSource } from '../../../shared/ingest/sources/sample.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { type TableAddress, withTable } from '../../emulator/dynamodb/table.ts';

const storedMarketSchema = z.object({
  live: z.boolean(),
  /** Number of pools in the sample market. */
  catalogSize: z.int(),
  /** Number of listed strategies. */
  strategies: z.int(),
  /** Whether the histories of some strategies have not been loaded yet. */
  historiesMissing: z.boolean(),
});
export type LoadedMarket = z.infer<typeof storedMarketSchema>;

export interface MarketOptions {
  /** Number of strategies in the sample market. */
  catalogSize: number;
  /** Whether to load live data instead of the sample market. */
  live: boolean;
  /** Path of the file that records which market the data folder contains; undefined for data in memory. */
  file?: string | undefined;
}

/** Returns the environment variables that make the scheduled ingestion use the market of the given options. */
export function buildMarketVariables({ live, catalogSize }: MarketOptions): {
  readonly MARKET_SOURCE: string;
  readonly SAMPLE_SIZE?: string;
} {
  return live
    ? { MARKET_SOURCE: 'defillama' }
    : { MARKET_SOURCE: 'sample', SAMPLE_SIZE: String(catalogSize) };
}

/** Number of histories of the sample market that are loaded before the server is ready, largest strategies first. */
const INITIAL_HISTORY_COUNT = 2_000;

/**
 * Backfill limits before the server is ready. The sample market has higher limits, because it needs no network
 * requests.
 */
const BACKFILL_LIMITS = {
  sample: { backfillMax: INITIAL_HISTORY_COUNT, backfillSeconds: 3_600 },
  live: { backfillMax: 20, backfillSeconds: 5 },
} as const;

/** Maximum age in seconds of a stored catalog that is reused at the start. */
const MAX_CATALOG_AGE_SECONDS = 3600;

/** Returns the stored market of an earlier run if it matches the options and is fresh. */
async function readStoredMarket(
  table: Table,
  { live, catalogSize, file }: MarketOptions,
): Promise<LoadedMarket | undefined> {
  if (file === undefined || !existsSync(file)) return undefined;
  const storedMarket = storedMarketSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  if (storedMarket === undefined || storedMarket.live !== live || storedMarket.catalogSize !== catalogSize)
    return undefined;
  const ageSeconds = await catalogAgeSeconds(table, new Date());
  return ageSeconds !== undefined && ageSeconds < MAX_CATALOG_AGE_SECONDS ? storedMarket : undefined;
}

/**
 * Fills the catalog with one ingestion, as the scheduled job does. Reuses a stored market when it is fresh and
 * matches the options.
 *
 * @throws SourceError when the live source cannot be read
 */
export function loadMarket(address: TableAddress, options: MarketOptions): Promise<LoadedMarket> {
  return withTable(address, async (table) => {
    const storedMarket = await readStoredMarket(table, options);
    return storedMarket ?? ingestMarket(table, options, BACKFILL_LIMITS[options.live ? 'live' : 'sample']);
  });
}

/** Loads the histories that `loadMarket` left out. Resolves when all histories are stored. */
export function loadHistories(address: TableAddress, options: MarketOptions): Promise<LoadedMarket> {
  const backfillLimits = { backfillMax: Number.POSITIVE_INFINITY, backfillSeconds: 3_600 };
  return withTable(address, (table) => ingestMarket(table, options, backfillLimits));
}

async function ingestMarket(
  table: Table,
  { live, catalogSize, file }: MarketOptions,
  backfillLimits: { backfillMax: number; backfillSeconds: number },
): Promise<LoadedMarket> {
  const report = await ingest({
    source: live
      ? await createConfiguredSource(Date.now)
      : createSampleSource({ size: catalogSize, now: Date.now }),
    table,
    now: () => new Date(),
    log: { info: () => {}, warn: (message, fields) => console.error(message, fields) },
    // The table may contain a larger catalog of another market, which the new catalog replaces.
    acceptShrink: true,
    ...backfillLimits,
  });
  if (report.outcome !== 'published')
    throw new Error(
      `The market data was not loaded: its ingestion ended with "${report.outcome}". Read the messages above, then run npm start again.`,
    );
  const hasMissingHistories = !live && catalogSize > backfillLimits.backfillMax;
  const loadedMarket = {
    live,
    catalogSize,
    strategies: report.listed,
    historiesMissing: hasMissingHistories,
  };
  if (file !== undefined) writeFileSync(file, JSON.stringify(loadedMarket));
  return loadedMarket;
}
