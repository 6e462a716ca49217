import { limitHeapGrowth } from '../../../shared/ingest/heap.ts';
import { ingest } from '../../../shared/ingest/ingest.ts';
import { createSampleSource } from '../../../shared/ingest/sources/sample.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

/**
 * Worker of the ingestion benchmark. It has its own process, so that the peak memory contains only the ingestion runs.
 * It measures four runs:
 * - the first run on an empty table
 * - a run that reads all histories from the source
 * - a run an hour later
 * - the first run of the next day
 */
const { BENCH_SIZE: size = '' } = process.env;
const HOUR_MS = 3_600_000;
const START_MS = Date.parse('2026-03-10T01:00:00Z');
const RUNS = [
  ['first of a new table', 0],
  ['with all backfills', 1],
  ['an hour later', 2],
  ['first of the next day', 24],
] as const;

limitHeapGrowth();
let nowMs = START_MS;
const source = createSampleSource({ size: Number(size), now: () => nowMs });
for (const [name, hours] of RUNS) {
  nowMs = START_MS + hours * HOUR_MS;
  const report = await ingest({
    source,
    table: defaultTable(),
    now: () => new Date(nowMs),
    log: { info: () => {}, warn: () => {} },
    backfillMax: hours === 1 ? source.size : 0,
    backfillSeconds: 3_600,
  });
  if (report.outcome !== 'published') throw new Error(`The run was ${report.outcome}.`);
  const { history, items, snapshots } = report.writeUnits;
  const peakMb = process.resourceUsage().maxRSS / 1024;
  console.log(
    `${size.padStart(7)}  ${name.padEnd(24)}` +
      [report.readUnits, history, items, snapshots, report.seconds, peakMb]
        .map((figure) => figure.toFixed(0).padStart(11))
        .join(''),
  );
}
