import { createClient } from '../../shared/repositories/client.ts';
import { ingest } from '../../shared/services/ingest/ingest.ts';
import { configuredSource } from '../../shared/sources/configured.ts';
import { createSampleSource } from '../../shared/sources/sample.ts';
import { type DemoKeys, issueDemoKeys } from './demo-credentials.ts';
import type { LocalStack } from './stack.ts';

export type { DemoKeys };

export interface MarketOptions {
  /** Strategies in the sample market. */
  catalogSize: number;
  /** Live data instead of the sample market. */
  live: boolean;
}

export interface SeededMarket {
  strategies: number;
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

/**
 * Fills the catalog by one run of the ingestion, as the scheduled job does it.
 *
 * @throws SourceError when the live source cannot be read
 */
export async function seedMarket(
  stack: LocalStack,
  { live, catalogSize }: MarketOptions,
): Promise<SeededMarket | undefined> {
  const client = createClient({ endpoint: stack.dynamodbEndpoint, requestTimeoutMs: 20_000 });
  try {
    const report = await ingest({
      source: live ? configuredSource(Date.now) : createSampleSource({ size: catalogSize, now: Date.now }),
      table: { client, name: stack.tableName },
      now: () => new Date(),
      log: { info: stack.log, warn: stack.log },
      // Data kept from a market of another size is replaced by this one.
      acceptShrink: true,
      ...BACKFILL[live ? 'live' : 'sample'],
    });
    return report.outcome === 'published' ? { strategies: report.listed } : undefined;
  } finally {
    client.destroy();
  }
}

/** Makes the demo users, one of each plan and an administrator, and new keys for them. */
export async function seedCredentials(stack: LocalStack): Promise<DemoKeys> {
  const client = createClient({ endpoint: stack.dynamodbEndpoint });
  try {
    return await issueDemoKeys({ client, name: stack.tableName });
  } finally {
    client.destroy();
  }
}
