import { randomUUID } from 'node:crypto';
import { recordIndexObservations } from '../investments/observations.ts';
import { addTodaysAllocations } from '../market/domain/calibration/allocations.ts';
import {
  computeIntervalReaches,
  createIntervalReachLookup,
} from '../market/domain/calibration/calibration.ts';
import { CALIBRATION_SNAPSHOT_NAME, encodeCalibration } from '../market/domain/calibration/snapshot.ts';
import { encodeMarketSnapshot, MARKET_SNAPSHOT_NAME } from '../market/domain/market-snapshot.ts';
import {
  buildPerformanceSnapshot,
  encodePerformanceSnapshot,
  PERFORMANCE_SNAPSHOT_NAME,
} from '../market/domain/performance-snapshot.ts';
import { dayOf } from '../platform/domain/days.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { type LeaseTerms, releaseLease, renewLease, takeLease } from '../platform/dynamodb/lease.ts';
import { type CapacityMeter, startCapacityMeter } from '../platform/dynamodb/meter.ts';
import { publishSnapshot } from '../platform/dynamodb/snapshots/publish-snapshot.ts';
import { readSnapshotHead } from '../platform/dynamodb/snapshots/snapshots.ts';
import type { StrategyRecord } from '../strategies/contract/strategy-record.ts';
import { CATALOG_SNAPSHOT_NAME, encodeCatalog } from '../strategies/domain/catalog/encoding/encode.ts';
import { putStrategies, readVaults, type Vault } from '../strategies/records.ts';
import { encodeIngestState, INGEST_SNAPSHOT_NAME } from './domain/ingest-state.ts';
import { isMaterialChange } from './domain/materiality.ts';
import { findListProblem, processPoolList } from './domain/pool-list.ts';
import { createHistoryFiguresReader } from './history-figures.ts';
import { buildNextIngestState } from './next-state.ts';
import { readLendingMarkets, readProtocolFacts } from './optional-data.ts';
import type { IngestOptions } from './options.ts';
import { buildRunRecords } from './records.ts';
import { buildPublishedReport, type IngestReport } from './report.ts';
import { readPreviousRun } from './snapshots.ts';
import { SourceError } from './sources/market-source.ts';
import { addVaultsToSource } from './sources/vaults.ts';
import { recordUtilisations } from './store/utilisations.ts';
import { updateHistories } from './update-histories.ts';
import { updateMarketSnapshot } from './update-market-snapshot.ts';

/**
 * Longer than the time limit of the scheduled job, so that no second run starts while the first may still be active.
 */
const LEASE_DURATION_MS = 6 * 60_000;
const LEASE_RENEWAL_INTERVAL_MS = LEASE_DURATION_MS / 3;

/**
 * A pool list is rejected as outdated if its newest row is older than the catalog by more than this time. A smaller
 * difference is accepted, because it can come from an HTTP cache.
 */
const OUTDATED_LIST_TOLERANCE_MS = 3_600_000;

/**
 * Runs the ingestion once. If a run fails, clients keep reading the last published catalog.
 * @throws SourceError if the source cannot be read or `findListProblem` rejects its pool list
 */
export async function ingest(options: IngestOptions): Promise<IngestReport> {
  const { table, log } = options;
  const leaseTerms: LeaseTerms = { name: 'ingest', owner: randomUUID(), durationMs: LEASE_DURATION_MS };
  if (!(await takeLease(table, leaseTerms, Date.now()))) return { outcome: 'busy' };
  const writeUnitMeter = startCapacityMeter(table.client);
  try {
    const report = await runWithLease(options, createLeaseCheck(table, leaseTerms), writeUnitMeter);
    log.info('The ingestion has run', { ...report });
    return report;
  } finally {
    writeUnitMeter.stop();
    await releaseLease(table, leaseTerms);
  }
}

/** Returns the age of the catalog in seconds; undefined before the first ingestion. */
export async function catalogAgeSeconds(table: Table, now: Date): Promise<number | undefined> {
  const head = await readSnapshotHead(table, CATALOG_SNAPSHOT_NAME, { consistent: true });
  if (head === undefined) return undefined;
  return Math.max(0, (now.getTime() - Date.parse(head.current.asOf)) / 1000);
}

/**
 * Returns a function to call before each write. The function renews the lease when it is due, and throws an Error if
 * another run has taken the lease.
 */
function createLeaseCheck(table: Table, leaseTerms: LeaseTerms): () => Promise<void> {
  let leaseTakenAtMs = Date.now();
  return async () => {
    const nowMs = Date.now();
    if (nowMs - leaseTakenAtMs < LEASE_RENEWAL_INTERVAL_MS) return;
    if (!(await renewLease(table, leaseTerms, nowMs))) throw new Error('Another run has taken the lease.');
    leaseTakenAtMs = nowMs;
  };
}

type SnapshotPayload = readonly [name: string, encode: () => Uint8Array];

interface SnapshotInputs {
  readonly listedRecords: readonly StrategyRecord[];
  readonly historyFiguresOf: ReturnType<typeof createHistoryFiguresReader>;
  readonly histories: Awaited<ReturnType<typeof updateHistories>>;
  readonly marketSnapshot: Parameters<typeof encodeMarketSnapshot>[0];
  readonly state: Parameters<typeof encodeIngestState>[0];
  readonly vaults: readonly Vault[];
  readonly protocolFacts: Awaited<ReturnType<typeof readProtocolFacts>>;
  readonly now: Date;
}

/** Returns the snapshots in the order of their publication. Each payload is computed only when it is published. */
function buildSnapshotPayloads(inputs: SnapshotInputs): SnapshotPayload[] {
  const { listedRecords, historyFiguresOf, histories, marketSnapshot, state, vaults, protocolFacts, now } =
    inputs;
  const statisticsById = new Map(
    listedRecords.flatMap(({ id }) => {
      const historyFigures = historyFiguresOf(id);
      return historyFigures === undefined ? [] : [[id, historyFigures.statistics] as const];
    }),
  );
  const strategyIdsOfVaults = (depositState: 'open' | 'closed') =>
    new Set(
      vaults.filter(({ closed }) => closed === (depositState === 'closed')).map((vault) => vault.strategy_id),
    );
  const { calibration: updatedCalibration } = histories;
  const computePendingAllocations = () =>
    addTodaysAllocations(updatedCalibration.pendingAllocations, listedRecords, dayOf(now.getTime()));
  const calibrationPayload: SnapshotPayload = [
    CALIBRATION_SNAPSHOT_NAME,
    () => encodeCalibration({ ...updatedCalibration, pendingAllocations: computePendingAllocations() }),
  ];
  return [
    [
      PERFORMANCE_SNAPSHOT_NAME,
      () => encodePerformanceSnapshot(buildPerformanceSnapshot(listedRecords, statisticsById, now)),
    ],
    [MARKET_SNAPSHOT_NAME, () => encodeMarketSnapshot(marketSnapshot)],
    // The calibration changes only in the first run of a day, which reads all histories.
    ...(histories.hasReadAllHistories ? [calibrationPayload] : []),
    [INGEST_SNAPSHOT_NAME, () => encodeIngestState(state)],
    // The catalog is published last. A run that stops earlier therefore changes nothing that clients see.
    [
      CATALOG_SNAPSHOT_NAME,
      () =>
        encodeCatalog(
          listedRecords,
          strategyIdsOfVaults('open'),
          strategyIdsOfVaults('closed'),
          protocolFacts,
        ),
    ],
  ];
}

/**
 * Writes the changed records. Also records the APYs of all strategies, from which the sandbox computes its growth
 * indexes.
 */
async function putRecords(
  { table, now }: IngestOptions,
  allRecords: readonly StrategyRecord[],
  changedRecords: readonly StrategyRecord[],
): Promise<void> {
  await putStrategies(table, changedRecords);
  const observations = allRecords.map(({ id, current_apy: apy, status }) => ({
    strategyId: id,
    apy,
    status,
  }));
  await recordIndexObservations(table, observations, now);
}

/** Returns false if a newer version of a snapshot exists. */
async function publishSnapshots(
  table: Table,
  snapshotPayloads: readonly SnapshotPayload[],
  asOf: Date,
  ensureLease: () => Promise<void>,
): Promise<boolean> {
  for (const [name, encodePayload] of snapshotPayloads) {
    await ensureLease();
    // Use the current time, because the version of a snapshot is the time at which it is written.
    const publishedVersion = await publishSnapshot(table, name, encodePayload(), { asOf, now: new Date() });
    if (publishedVersion === undefined) return false;
  }
  return true;
}

async function runWithLease(
  ingestOptions: IngestOptions,
  ensureLease: () => Promise<void>,
  writeUnitMeter: CapacityMeter,
): Promise<IngestReport> {
  const { table } = ingestOptions;
  const startedMs = performance.now();
  const previousRun = await readPreviousRun(table, ingestOptions.log);
  const prices = new Map(previousRun.market?.prices.map(({ asset, price }) => [asset, price]));
  const source = await addVaultsToSource(ingestOptions.source, table, (asset) => prices.get(asset));
  const options = { ...ingestOptions, source };
  const [poolList, lendingByPoolId] = await Promise.all([source.pools(), readLendingMarkets(options)]);
  const processedPools = processPoolList(
    { ...poolList, lendingByPoolId },
    source.name,
    previousRun.state,
    options.now().getTime(),
  );
  const now = options.now();
  const today = dayOf(now.getTime());
  const previousAsOfMs = previousRun.stateAsOf === undefined ? 0 : Date.parse(previousRun.stateAsOf);
  // If no row is well-formed, `newestObservationMs` is 0. `findListProblem` reports this case below.
  if (
    processedPools.newestObservationMs > 0 &&
    processedPools.newestObservationMs < previousAsOfMs - OUTDATED_LIST_TOLERANCE_MS
  )
    return { outcome: 'outdated' };
  const asOf = new Date(Math.max(processedPools.newestObservationMs, previousAsOfMs));
  const poolListProblem = findListProblem(processedPools, previousRun.state, options.acceptShrink === true);
  if (poolListProblem !== undefined) throw new SourceError('malformed', poolListProblem);

  const histories = await updateHistories(options, processedPools, previousRun, now, ensureLease);
  const historyWriteUnits = writeUnitMeter.writeUnits;
  const historyFiguresOf = createHistoryFiguresReader(histories, previousRun);
  const intervalReachOf = createIntervalReachLookup(computeIntervalReaches(histories.calibration));
  const runRecords = await buildRunRecords(
    options,
    processedPools,
    previousRun.state,
    historyFiguresOf,
    intervalReachOf,
  );
  const allRecords = [...runRecords.listedRecords, ...runRecords.unlistedRecords];
  const changedRecords = allRecords.filter((record) =>
    isMaterialChange(previousRun.state.strategies.get(record.id), record, today),
  );
  await ensureLease();
  await putRecords(options, allRecords, changedRecords);
  const itemWriteUnits = writeUnitMeter.writeUnits - historyWriteUnits;

  const marketSnapshot = await updateMarketSnapshot(
    options,
    processedPools,
    runRecords.listedRecords,
    histories,
    previousRun.market,
    now,
  );
  const ingestState = buildNextIngestState(
    previousRun.state,
    processedPools,
    histories,
    runRecords,
    new Set(changedRecords),
    today,
  );
  // The vaults are read here, because an operator may have registered a vault during the run.
  const vaults = await readVaults(table);
  const { listedRecords } = runRecords;
  const protocolFacts = await readProtocolFacts(options);
  const payloads = buildSnapshotPayloads({
    listedRecords,
    historyFiguresOf,
    histories,
    marketSnapshot,
    state: ingestState,
    vaults,
    protocolFacts,
    now,
  });
  await recordUtilisations(table, listedRecords, now);
  if (!(await publishSnapshots(table, payloads, asOf, ensureLease))) return { outcome: 'outdated' };
  const snapshotWriteUnits = writeUnitMeter.writeUnits - itemWriteUnits - historyWriteUnits;
  return buildPublishedReport(
    { asOf, processedPools, histories, records: runRecords, itemsWritten: changedRecords.length },
    {
      writeUnits: { history: historyWriteUnits, items: itemWriteUnits, snapshots: snapshotWriteUnits },
      readUnits: writeUnitMeter.readUnits,
      seconds: Math.round(performance.now() - startedMs) / 1000,
    },
  );
}
