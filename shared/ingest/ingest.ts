import { randomUUID } from 'node:crypto';
import { recordIndexObservations } from '../investments/observations.ts';
import { withTodaysAllocations } from '../market/domain/calibration/allocations.ts';
import { computeReaches, createReachLookup } from '../market/domain/calibration/calibration.ts';
import { CALIBRATION_SNAPSHOT, encodeCalibration } from '../market/domain/calibration/snapshot.ts';
import { encodeMarketSnapshot, MARKET_SNAPSHOT } from '../market/domain/market-snapshot.ts';
import {
  buildPerformanceSnapshot,
  encodePerformanceSnapshot,
  PERFORMANCE_SNAPSHOT,
} from '../market/domain/performance-snapshot.ts';
import { dayOf } from '../platform/domain/days.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { type LeaseTerms, releaseLease, renewLease, takeLease } from '../platform/dynamodb/lease.ts';
import { type Meter, startMeter } from '../platform/dynamodb/meter.ts';
import { publishSnapshot } from '../platform/dynamodb/snapshots/publish-snapshot.ts';
import { readSnapshotHead } from '../platform/dynamodb/snapshots/snapshots.ts';
import type { StrategyRecord } from '../strategies/contract/strategy-record.ts';
import { CATALOG_SNAPSHOT, encodeCatalog } from '../strategies/domain/catalog/encoding/encode.ts';
import { putStrategies, readVaults, type Vault } from '../strategies/records.ts';
import { encodeIngestState, INGEST_SNAPSHOT } from './domain/ingest-state.ts';
import { findListProblem, processPoolList } from './domain/intake.ts';
import { isMaterialChange } from './domain/materiality.ts';
import { figuresReader } from './figures.ts';
import { nextState } from './next-state.ts';
import { readLending, readProtocolFacts } from './optional.ts';
import type { IngestOptions } from './options.ts';
import { buildRunRecords } from './records.ts';
import { type IngestReport, publishedReport } from './report.ts';
import { readPreviousRun } from './snapshots.ts';
import { SourceError } from './sources/market-source.ts';
import { addVaultsToSource } from './sources/vaults.ts';
import { recordUtilisations } from './store/utilisations.ts';
import { updateHistories } from './update-histories.ts';
import { updateMarketSnapshot } from './update-market-snapshot.ts';

/**
 * The lease is longer than the time limit of the scheduled job. No second run therefore starts while the first run may
 * still be active.
 */
const LEASE_MS = 6 * 60_000;
const RENEW_AFTER_MS = LEASE_MS / 3;

/**
 * A list is rejected as outdated if its newest row is older than the catalog by more than this time. A smaller
 * difference can come from a stale cache and is accepted.
 */
const OUTDATED_MS = 3_600_000;

/**
 * Runs the ingestion once. It reads the source, writes what changed, and publishes the snapshots, with the catalog
 * last. If a run fails, readers keep the last published catalog, and the next run completes the work. A concurrent run
 * does nothing, because it cannot take the lease.
 * @throws SourceError when the source cannot be read or its list cannot be correct
 */
export async function ingest(options: IngestOptions): Promise<IngestReport> {
  const { table, log } = options;
  const terms: LeaseTerms = { name: 'ingest', owner: randomUUID(), durationMs: LEASE_MS };
  if (!(await takeLease(table, terms, Date.now()))) return { outcome: 'busy' };
  const meter = startMeter(table.client);
  try {
    const report = await run(options, createLeaseKeeper(table, terms), meter);
    log.info('The ingestion has run', { ...report });
    return report;
  } finally {
    meter.stop();
    await releaseLease(table, terms);
  }
}

/** Returns the age of the catalog's data in seconds. Undefined before the first ingestion. */
export async function catalogAgeSeconds(table: Table, now: Date): Promise<number | undefined> {
  const head = await readSnapshotHead(table, CATALOG_SNAPSHOT, { consistent: true });
  if (head === undefined) return undefined;
  return Math.max(0, (now.getTime() - Date.parse(head.current.asOf)) / 1000);
}

/**
 * Returns a function to call before each write. It checks that this run still holds the lease, and renews the lease in
 * time.
 */
function createLeaseKeeper(table: Table, terms: LeaseTerms): () => Promise<void> {
  let takenAtMs = Date.now();
  return async () => {
    const nowMs = Date.now();
    if (nowMs - takenAtMs < RENEW_AFTER_MS) return;
    if (!(await renewLease(table, terms, nowMs))) throw new Error('Another run has taken the lease.');
    takenAtMs = nowMs;
  };
}

type Payload = readonly [name: string, payload: () => Uint8Array];

interface Publication {
  readonly listed: readonly StrategyRecord[];
  readonly figures: ReturnType<typeof figuresReader>;
  readonly histories: Awaited<ReturnType<typeof updateHistories>>;
  readonly market: Parameters<typeof encodeMarketSnapshot>[0];
  readonly state: Parameters<typeof encodeIngestState>[0];
  readonly vaults: readonly Vault[];
  readonly facts: Awaited<ReturnType<typeof readProtocolFacts>>;
  readonly now: Date;
}

/**
 * Returns the snapshots of a run in the order in which they are published. Each payload is computed only when it is
 * published.
 */
function snapshotPayloads(publication: Publication): Payload[] {
  const { listed, figures, histories, market, state, vaults, facts, now } = publication;
  const statistics = new Map(
    listed.flatMap(({ id }) => {
      const strategyFigures = figures(id);
      return strategyFigures === undefined ? [] : [[id, strategyFigures.statistics] as const];
    }),
  );
  const vaultIds = (are: 'open' | 'closed') =>
    new Set(vaults.filter(({ closed }) => closed === (are === 'closed')).map((vault) => vault.strategy_id));
  const { calibration: updatedCalibration } = histories;
  const plans = () => withTodaysAllocations(updatedCalibration.plans, listed, dayOf(now.getTime()));
  const calibration: Payload = [
    CALIBRATION_SNAPSHOT,
    () => encodeCalibration({ ...updatedCalibration, plans: plans() }),
  ];
  return [
    [
      PERFORMANCE_SNAPSHOT,
      () => encodePerformanceSnapshot(buildPerformanceSnapshot(listed, statistics, now)),
    ],
    [MARKET_SNAPSHOT, () => encodeMarketSnapshot(market)],
    // The calibration changes only in the first run of a day, which reads all histories.
    ...(histories.complete ? [calibration] : []),
    [INGEST_SNAPSHOT, () => encodeIngestState(state)],
    // The catalog is published last. A run that stops earlier therefore changes nothing that clients see.
    [CATALOG_SNAPSHOT, () => encodeCatalog(listed, vaultIds('open'), vaultIds('closed'), facts)],
  ];
}

/** Writes the changed records. Also records the APYs of all strategies for the growth indexes of the sandbox. */
async function putRecords(
  { table, now }: IngestOptions,
  all: readonly StrategyRecord[],
  changed: readonly StrategyRecord[],
): Promise<void> {
  await putStrategies(table, changed);
  const observations = all.map(({ id, current_apy: apy, status }) => ({ strategyId: id, apy, status }));
  await recordIndexObservations(table, observations, now);
}

/** Publishes snapshots in order. Returns false if a newer version of a snapshot exists. */
async function publishSnapshots(
  table: Table,
  payloads: readonly Payload[],
  asOf: Date,
  mayWrite: () => Promise<void>,
): Promise<boolean> {
  for (const [name, payload] of payloads) {
    await mayWrite();
    // The version of a snapshot is the time at which it was written. This time may differ from the run's clock.
    const publishedVersion = await publishSnapshot(table, name, payload(), { asOf, now: new Date() });
    if (publishedVersion === undefined) return false;
  }
  return true;
}

async function run(
  ingestOptions: IngestOptions,
  mayWrite: () => Promise<void>,
  meter: Meter,
): Promise<IngestReport> {
  const { table } = ingestOptions;
  const startedAtMs = performance.now();
  const before = await readPreviousRun(table, ingestOptions.log);
  const prices = new Map(before.market?.prices.map(({ asset, price }) => [asset, price]));
  const source = await addVaultsToSource(ingestOptions.source, table, (asset) => prices.get(asset));
  const options = { ...ingestOptions, source };
  const [pools, lending] = await Promise.all([source.pools(), readLending(options)]);
  const processedPools = processPoolList(
    { ...pools, lending },
    source.name,
    before.state,
    options.now().getTime(),
  );
  const now = options.now();
  const today = dayOf(now.getTime());
  const publishedMs = before.stateAsOf === undefined ? 0 : Date.parse(before.stateAsOf);
  // A list without any well-formed row is reported as an error of the source below, and not as outdated.
  if (processedPools.newestMs > 0 && processedPools.newestMs < publishedMs - OUTDATED_MS)
    return { outcome: 'outdated' };
  const asOf = new Date(Math.max(processedPools.newestMs, publishedMs));
  const listProblem = findListProblem(processedPools, before.state, options.acceptShrink === true);
  if (listProblem !== undefined) throw new SourceError('malformed', listProblem);

  const histories = await updateHistories(options, processedPools, before, now, mayWrite);
  const historyUnits = meter.writeUnits;
  const figures = figuresReader(histories, before);
  const reachOf = createReachLookup(computeReaches(histories.calibration));
  const records = await buildRunRecords(options, processedPools, before.state, figures, reachOf);
  const all = [...records.listed, ...records.unlisted];
  const changed = all.filter((record) =>
    isMaterialChange(before.state.strategies.get(record.id), record, today),
  );
  await mayWrite();
  await putRecords(options, all, changed);
  const itemUnits = meter.writeUnits - historyUnits;

  const market = await updateMarketSnapshot(
    options,
    processedPools,
    records.listed,
    histories,
    before.market,
    now,
  );
  const state = nextState(before.state, processedPools, histories, records, new Set(changed), today);
  // The vaults are read here, because an operator may have registered a vault during the run.
  const vaults = await readVaults(table);
  const { listed } = records;
  const facts = await readProtocolFacts(options);
  const payloads = snapshotPayloads({ listed, figures, histories, market, state, vaults, facts, now });
  await recordUtilisations(table, listed, now);
  if (!(await publishSnapshots(table, payloads, asOf, mayWrite))) return { outcome: 'outdated' };
  const snapshotUnits = meter.writeUnits - itemUnits - historyUnits;
  return publishedReport(
    { asOf, processedPools, histories, records, itemsWritten: changed.length },
    {
      writeUnits: { history: historyUnits, items: itemUnits, snapshots: snapshotUnits },
      readUnits: meter.readUnits,
      seconds: Math.round(performance.now() - startedAtMs) / 1000,
    },
  );
}
