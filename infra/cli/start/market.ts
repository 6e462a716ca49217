import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { catalogAgeSeconds, ingest } from '../../../shared/ingest/ingest.ts';
import { configuredSource } from '../../../shared/ingest/sources/configured.ts';
import { createSampleSource } from '../../../shared/ingest/sources/sample.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { type TableAddress, withTable } from '../../emulator/dynamodb/table.ts';

const market = z.object({
  live: z.boolean(),
  /** Pools of the sample market. */
  catalogSize: z.int(),
  /** Strategies that were listed. */
  strategies: z.int(),
  /** Whether histories are still to be read from the source. */
  historiesMissing: z.boolean(),
});
export type LoadedMarket = z.infer<typeof market>;

export interface MarketOptions {
  /** Strategies in the sample market. */
  catalogSize: number;
  /** Live data instead of the sample market. */
  live: boolean;
  /** Remembers beside kept data which market it holds. */
  file?: string | undefined;
}

/** The settings with which the scheduled ingestion continues the market that the start loads. */
export function marketSettings({ live, catalogSize }: MarketOptions): {
  readonly MARKET_SOURCE: string;
  readonly SAMPLE_SIZE?: string;
} {
  return live
    ? { MARKET_SOURCE: 'defillama' }
    : { MARKET_SOURCE: 'sample', SAMPLE_SIZE: String(catalogSize) };
}

/** Histories of a sample market that are there from the first request on: those of the largest strategies. */
const HISTORIES_AT_ONCE = 2_000;

/** Histories of a sample market cost nothing. From the live source only a few are read before the server is ready. */
const BACKFILL = {
  sample: { backfillMax: HISTORIES_AT_ONCE, backfillSeconds: 3_600 },
  live: { backfillMax: 20, backfillSeconds: 5 },
} as const;

/** An older catalog is updated at the start. Afterwards the hourly job keeps it up to date. */
const FRESH_SECONDS = 3600;

/** The market of an earlier run, if it is the requested one and still fresh. */
async function keptMarket(
  table: Table,
  { live, catalogSize, file }: MarketOptions,
): Promise<LoadedMarket | undefined> {
  if (file === undefined || !existsSync(file)) return undefined;
  const kept = market.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  if (kept === undefined || kept.live !== live || kept.catalogSize !== catalogSize) return undefined;
  const ageSeconds = await catalogAgeSeconds(table, new Date());
  return ageSeconds !== undefined && ageSeconds < FRESH_SECONDS ? kept : undefined;
}

/**
 * Fills the catalog with one ingestion, as the scheduled job does.
 * @throws SourceError when the live source cannot be read
 */
export function loadMarket(address: TableAddress, options: MarketOptions): Promise<LoadedMarket> {
  return withTable(address, async (table) => {
    const kept = await keptMarket(table, options);
    return kept ?? takeIn(table, options, BACKFILL[options.live ? 'live' : 'sample']);
  });
}

/** Reads the histories that loadMarket left out. Resolves once they are stored. */
export function loadHistories(address: TableAddress, options: MarketOptions): Promise<LoadedMarket> {
  const all = { backfillMax: Number.POSITIVE_INFINITY, backfillSeconds: 3_600 };
  return withTable(address, (table) => takeIn(table, options, all));
}

async function takeIn(
  table: Table,
  { live, catalogSize, file }: MarketOptions,
  limits: { backfillMax: number; backfillSeconds: number },
): Promise<LoadedMarket> {
  const report = await ingest({
    source: live
      ? await configuredSource(Date.now)
      : createSampleSource({ size: catalogSize, now: Date.now }),
    table,
    now: () => new Date(),
    log: { info: () => {}, warn: (message, fields) => console.error(message, fields) },
    // Data kept from another market is replaced by this one.
    acceptShrink: true,
    ...limits,
  });
  if (report.outcome !== 'published')
    throw new Error(
      `The market was not loaded: the ingestion ended with the outcome ${report.outcome}. See its messages above, then start again.`,
    );
  const historiesMissing = !live && catalogSize > limits.backfillMax;
  const loaded = { live, catalogSize, strategies: report.listed, historiesMissing };
  if (file !== undefined) writeFileSync(file, JSON.stringify(loaded));
  return loaded;
}
