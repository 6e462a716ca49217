import { parseArgs } from 'node:util';
import { limitHeapGrowth } from '../../shared/ingest/heap.ts';
import { ingest } from '../../shared/ingest/ingest.ts';
import type { IngestReport } from '../../shared/ingest/report.ts';
import { createConfiguredSource } from '../../shared/ingest/sources/configured.ts';
import { type MarketSource, SourceError } from '../../shared/ingest/sources/market-source.ts';
import { createPoolFileSource } from '../../shared/ingest/sources/pool-file.ts';
import { createSampleSource, SAMPLE_DEFAULTS } from '../../shared/ingest/sources/sample.ts';
import { openTargetTable } from './admin/target.ts';
import { describeOptionError } from './option-mistake.ts';
import { recordCommand } from './record-command.ts';
import { UsageError } from './usage-error.ts';

const HELP = `Imports market data once: reads the data source and publishes the catalog of strategies (ingestion).

Usage: npm run ingest -- [options]

  --file F          read the pools from the file F (JSON, can be gzipped) instead of the data source
  --sample [N]      use a sample market of N pools (default ${SAMPLE_DEFAULTS.size}) instead of the data source
  --as-of TIME      use TIME (ISO 8601) as the current time; for an old --file, set TIME to when the file was recorded
  --backfill N      load past daily values for at most N new strategies per run (default 400; sample market: all)
  --accept-shrink   publish the catalog even if the data source has lost more than half of the strategies
  --json            print the report as JSON
  --table NAME      name of the DynamoDB table
  --stack NAME      name of a deployed CloudFormation stack; the command uses its table
  --endpoint URL    address of a local DynamoDB (default: DynamoDB in AWS)
  --region REGION   AWS region
  --help            show this text

Without --table and --stack, the command uses the environment variables TABLE_NAME and DYNAMODB_ENDPOINT. If they are not
set, it uses the local server that npm start runs.`;

const OPTIONS = {
  file: { type: 'string' },
  sample: { type: 'boolean' },
  'as-of': { type: 'string' },
  backfill: { type: 'string' },
  'accept-shrink': { type: 'boolean' },
  json: { type: 'boolean' },
  table: { type: 'string' },
  stack: { type: 'string' },
  endpoint: { type: 'string' },
  region: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

function parseArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [size, ...extraArguments] = positionals;
    if (extraArguments.length > 0 || (size !== undefined && values.sample !== true)) {
      throw new UsageError(`Unknown argument '${positionals.join(' ')}'`);
    }
    return { ...values, size: parseWholeNumber('--sample', size) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(describeOptionError(error));
  }
}

type IngestArguments = ReturnType<typeof parseArguments>;

function parseWholeNumber(optionName: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,7}$/.test(text))
    throw new UsageError(`${optionName} must be a whole number of at most 7 digits, not '${text}'`);
  return Number(text);
}

function createClock(asOf: string | undefined): () => number {
  if (asOf === undefined) return Date.now;
  const atMs = Date.parse(asOf);
  if (Number.isNaN(atMs))
    throw new UsageError(`--as-of must be a time such as 2026-01-31T12:00:00Z, not '${asOf}'`);
  return () => atMs;
}

async function createMarketSource(options: IngestArguments, now: () => number): Promise<MarketSource> {
  if (options.file !== undefined && options.sample === true) {
    throw new UsageError('--file and --sample cannot be used together');
  }
  if (options.file !== undefined) return createPoolFileSource(options.file, now);
  if (options.sample === true) {
    return createSampleSource({ size: options.size ?? SAMPLE_DEFAULTS.size, now });
  }
  return createConfiguredSource(now);
}

function formatReport(report: IngestReport): string {
  if (report.outcome === 'busy')
    return 'Another ingestion is in progress, so this one changed nothing. Run the command again when the other ingestion has ended.';
  if (report.outcome === 'outdated')
    return 'The catalog is newer than the time in --as-of, so nothing was changed. Use a later time.';
  const formatCounts = (countByName: Readonly<Record<string, { readonly count: number }>>) =>
    Object.entries(countByName)
      .map(([reason, { count }]) => `${reason} ${count}`)
      .join(', ') || 'none';
  const { items, history, snapshots } = report.writeUnits;
  return [
    `Catalog as of ${report.asOf}: ${report.listed} strategies, from ${report.rows} pools in the data source. Results of this run:`,
    `  unlisted now      ${report.unlisted}`,
    `  paused            ${report.paused}`,
    `  not updated       ${report.kept} strategies, because this run accepted no new value for them (of these, ${report.held} have a suspicious new value that is not published yet)`,
    `  quarantined       ${formatCounts(report.quarantined)}`,
    `  not published     ${formatCounts(report.unpublished)}`,
    `  strategies stored ${report.itemsWritten} (${items} DynamoDB write units)`,
    `  histories stored  ${report.historiesWritten} (${history} DynamoDB write units)`,
    `  past values       imported for ${report.backfilled} strategies, failed for ${report.backfillFailed} strategies`,
    `  snapshots         ${snapshots} write units`,
    `  read units        ${report.readUnits}`,
    `  time              ${report.seconds} s, peak memory ${readPeakMemoryMegabytes()} MB`,
  ].join('\n');
}

function readPeakMemoryMegabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

/**
 * Returns the limits of the backfill. A pool file (--file) allows none, because it contains no histories. The sample
 * market (--sample) allows all histories, because they need no network requests.
 */
function readBackfillLimits(options: IngestArguments): { backfillMax?: number; backfillSeconds?: number } {
  const backfillOption = parseWholeNumber('--backfill', options.backfill);
  if (backfillOption !== undefined) return { backfillMax: backfillOption };
  if (options.file !== undefined) return { backfillMax: 0 };
  return options.sample === true ? { backfillMax: Number.POSITIVE_INFINITY, backfillSeconds: 3_600 } : {};
}

/** Returns the audit record's text: the option that selected the source, and --accept-shrink if it was given. */
function buildAuditText(options: IngestArguments): string {
  const sourceOption = options.file !== undefined ? '--file' : options.sample === true ? '--sample' : '';
  return [sourceOption, options['accept-shrink'] === true ? '--accept-shrink' : ''].join(' ').trim();
}

/** Returns one line for errors that the operator can correct, and the whole error otherwise. */
function describeFailure(error: unknown): string {
  if (error instanceof UsageError) return `${error.message} (see npm run ingest -- --help)`;
  if (error instanceof SourceError)
    return `The market data could not be read, so the catalog was not changed: ${error.message}`;
  if (error instanceof Error && error.name === 'ResourceNotFoundException')
    return 'The DynamoDB table does not exist. Check --table, --stack and --region.';
  if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') {
    return 'The DynamoDB endpoint does not respond. Check --endpoint and the environment variable DYNAMODB_ENDPOINT.';
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function run(): Promise<void> {
  const options = parseArguments(process.argv.slice(2));
  if (options.help === true) {
    console.log(HELP);
    return;
  }
  const now = createClock(options['as-of']);
  const source = await createMarketSource(options, now);
  const backfillLimits = readBackfillLimits(options);
  const { table, stack, endpoint, region } = options;
  const ingestTarget = await openTargetTable({ table, stack, endpoint, region }, process.env);
  const warningCountByMessage = new Map<string, number>();
  const warn = (message: string) =>
    warningCountByMessage.set(message, (warningCountByMessage.get(message) ?? 0) + 1);
  try {
    const report = await ingest({
      source,
      table: ingestTarget.table,
      now: () => new Date(now()),
      log: { info: () => {}, warn },
      ...backfillLimits,
      ...(options['accept-shrink'] === true ? { acceptShrink: true } : {}),
    });
    if (report.outcome === 'published')
      await recordCommand(
        ingestTarget.table,
        { command: 'ingest', words: buildAuditText(options) },
        new Date(),
      );
    for (const [message, count] of warningCountByMessage)
      console.error(`${message}${count > 1 ? ` (${count} times)` : ''}`);
    const peak_rss_mb = readPeakMemoryMegabytes();
    console.log(
      options.json === true ? JSON.stringify({ ...report, peak_rss_mb }, null, 2) : formatReport(report),
    );
  } finally {
    ingestTarget.close();
  }
}

limitHeapGrowth();
run().catch((error: unknown) => {
  console.error(describeFailure(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
