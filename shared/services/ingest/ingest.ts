import { randomUUID } from 'node:crypto';
import type { StrategyRecord } from '../../contract/strategies.ts';
import { CATALOG_SNAPSHOT, encodeCatalog } from '../../domain/catalog/encode.ts';
import { dayOf } from '../../domain/market/days.ts';
import {
  encodeIngestState,
  INGEST_SNAPSHOT,
  type IngestState,
  type StrategyState,
} from '../../domain/market/ingest-state.ts';
import { type Intake, takeIn } from '../../domain/market/intake.ts';
import { encodeMarketSnapshot, MARKET_SNAPSHOT } from '../../domain/market/market-snapshot.ts';
import { isMaterialChange, itemFigures } from '../../domain/market/materiality.ts';
import {
  buildPerformanceSnapshot,
  encodePerformanceSnapshot,
  PERFORMANCE_SNAPSHOT,
} from '../../domain/market/performance-snapshot.ts';
import type { StatisticsByWindow } from '../../domain/market/window-statistics.ts';
import type { Table } from '../../repositories/client.ts';
import { type LeaseTerms, releaseLease, renewLease, takeLease } from '../../repositories/lease.ts';
import { startMeter } from '../../repositories/meter.ts';
import { publishSnapshot, readSnapshotHead } from '../../repositories/snapshots.ts';
import { putStrategies } from '../../repositories/strategies.ts';
import { SourceError } from '../../sources/market-source.ts';
import { type HistoryPass, historyPass } from './history-pass.ts';
import { marketPass } from './market-pass.ts';
import type { IngestOptions } from './options.ts';
import { recordsOf } from './records.ts';
import { readPrevious, statisticsReader } from './snapshots.ts';

/** Longer than the scheduled job may run, so that a run that was killed is never overtaken while it still lives. */
const LEASE_MS = 6 * 60_000;
const RENEW_AFTER_MS = LEASE_MS / 3;
/** A list that leaves fewer than this share of the catalog is taken for a fault of the source. */
const MIN_REMAINING_SHARE = 0.5;
/** Below this size a catalog may change as much as it likes. */
const SHRINK_GUARD_FROM = 50;

export type IngestReport =
  /** Another run is under way, so this one did nothing. */
  | { readonly outcome: 'busy' }
  /** The catalog is newer than what the source told. */
  | { readonly outcome: 'outdated' }
  | ({ readonly outcome: 'published' } & PublishedReport);

export interface PublishedReport {
  readonly asOf: string;
  readonly rows: number;
  readonly listed: number;
  readonly unlisted: number;
  readonly kept: number;
  readonly held: number;
  readonly quarantined: Intake['quarantined'];
  readonly unpublished: Intake['unpublished'];
  readonly itemsWritten: number;
  readonly historiesWritten: number;
  readonly backfilled: number;
  readonly backfillFailed: number;
  readonly writeUnits: { readonly items: number; readonly history: number; readonly snapshots: number };
  readonly readUnits: number;
  readonly seconds: number;
}

/**
 * One run of the ingestion: reads the source, writes what changed, and publishes the snapshots, the catalog last.
 * Wherever it stops, readers go on with the last good catalog, and the next run does what was left. A second run at
 * the same time finds the lease taken and does nothing.
 *
 * @throws SourceError when the source cannot be read or its list cannot be right
 */
export async function ingest(options: IngestOptions): Promise<IngestReport> {
  const { table } = options;
  const terms: LeaseTerms = { name: 'ingest', owner: randomUUID(), durationMs: LEASE_MS };
  if (!(await takeLease(table, terms, Date.now()))) return { outcome: 'busy' };
  try {
    return await run(options, leaseKeeper(table, terms));
  } finally {
    await releaseLease(table, terms);
  }
}

/** Seconds since the source observed what the catalog holds; undefined before the first one. */
export async function catalogAgeSeconds(table: Table, now: Date): Promise<number | undefined> {
  const head = await readSnapshotHead(table, CATALOG_SNAPSHOT, { consistent: true });
  if (head === undefined) return undefined;
  return Math.max(0, (now.getTime() - Date.parse(head.current.asOf)) / 1000);
}

/** Makes sure, before a write, that the lease is still held; renews it in good time. */
function leaseKeeper(table: Table, terms: LeaseTerms): () => Promise<void> {
  let takenAtMs = Date.now();
  return async () => {
    const nowMs = Date.now();
    if (nowMs - takenAtMs < RENEW_AFTER_MS) return;
    if (!(await renewLease(table, terms, nowMs))) throw new Error('Another run has taken the lease.');
    takenAtMs = nowMs;
  };
}

async function run(options: IngestOptions, mayWrite: () => Promise<void>): Promise<IngestReport> {
  const { table, source, log } = options;
  const startedAtMs = performance.now();
  const meter = startMeter(table.client);
  try {
    const before = await readPrevious(table);
    // The list is let go of here: it is the largest thing that the run holds.
    const intake = takeIn(await source.pools(), source.name, before.state, options.now().getTime());
    const now = options.now();
    requirePlausible(intake, before.state, options.acceptShrink === true);
    const asOf = new Date(intake.asOfMs);
    if (before.stateAsOf !== undefined && before.stateAsOf > asOf.toISOString())
      return { outcome: 'outdated' };

    const histories = await historyPass(options, intake, before.state, now, mayWrite);
    const historyUnits = meter.writeUnits;
    const lookUp = statisticsReader(before.performance);
    const statisticsOf = (id: string) => histories.outcomes.get(id)?.statistics ?? lookUp(id);
    const daysOf = (id: string) =>
      histories.outcomes.get(id)?.historyDays ?? before.state.strategies.get(id)?.historyDays ?? 0;
    const records = await recordsOf(options, intake, before.state, (id) => {
      const statistics = statisticsOf(id);
      return statistics === undefined ? undefined : { statistics, days: daysOf(id) };
    });

    await mayWrite();
    const changed = [...records.listed, ...records.unlisted].filter((record) =>
      isMaterialChange(before.state.strategies.get(record.id), record),
    );
    await putStrategies(table, changed);
    await options.recordObservations?.(
      [...records.listed, ...records.unlisted].map(({ id, current_apy, status }) => ({
        strategyId: id,
        apy: current_apy,
        status: status === 'unlisted' ? 'unlisted' : 'listed',
      })),
      now,
    );
    const itemUnits = meter.writeUnits - historyUnits;

    const statistics = new Map<string, StatisticsByWindow>();
    for (const { id } of records.listed) {
      const found = statisticsOf(id);
      if (found !== undefined) statistics.set(id, found);
    }
    const market = await marketPass(options, intake, records.listed, histories, before.market, now);
    const state = nextState(before.state, intake, histories, records, new Set(changed), dayOf(now.getTime()));
    const payloads: [string, Uint8Array][] = [
      [
        PERFORMANCE_SNAPSHOT,
        encodePerformanceSnapshot(buildPerformanceSnapshot(records.listed, statistics, now)),
      ],
      [MARKET_SNAPSHOT, encodeMarketSnapshot(market)],
      [INGEST_SNAPSHOT, encodeIngestState(state)],
      // What clients see comes last: a run that stops before this line has changed nothing for them.
      [CATALOG_SNAPSHOT, encodeCatalog(records.listed)],
    ];
    for (const [name, payload] of payloads) {
      await mayWrite();
      await publishSnapshot(table, name, payload, { asOf, now });
    }
    const report: IngestReport = {
      outcome: 'published',
      asOf: asOf.toISOString(),
      rows: intake.rows,
      listed: records.listed.length,
      unlisted: records.unlisted.length,
      kept: intake.kept.size,
      held: intake.held.size,
      quarantined: intake.quarantined,
      unpublished: intake.unpublished,
      itemsWritten: changed.length,
      historiesWritten: histories.strategiesWritten,
      backfilled: histories.backfilled,
      backfillFailed: histories.backfillFailed,
      writeUnits: {
        items: itemUnits,
        history: historyUnits,
        snapshots: meter.writeUnits - itemUnits - historyUnits,
      },
      readUnits: meter.readUnits,
      seconds: Math.round(performance.now() - startedAtMs) / 1000,
    };
    log.info('The catalog was published', { ...report });
    return report;
  } finally {
    meter.stop();
  }
}

/** Refuses a list that cannot be right: one with nothing to publish, or one that most of the catalog is missing from. */
function requirePlausible(intake: Intake, state: IngestState, acceptShrink: boolean): void {
  if (intake.accepted.size === 0) {
    throw new SourceError('malformed', `None of the ${intake.rows} pools can be published.`);
  }
  const listed = Array.from(state.strategies.values()).filter((strategy) => strategy.listed).length;
  let remaining = intake.kept.size;
  for (const id of intake.accepted.keys()) if (state.strategies.get(id)?.listed === true) remaining += 1;
  if (!acceptShrink && listed >= SHRINK_GUARD_FROM && remaining < listed * MIN_REMAINING_SHARE) {
    throw new SourceError(
      'malformed',
      `Only ${remaining} of ${listed} listed strategies are left in the list.`,
    );
  }
}

/** What the next run has to know. */
function nextState(
  before: IngestState,
  intake: Intake,
  histories: HistoryPass,
  records: { readonly listed: readonly StrategyRecord[]; readonly unlisted: readonly StrategyRecord[] },
  written: ReadonlySet<StrategyRecord>,
  today: number,
): IngestState {
  // Whatever is not listed by this run is not listed, even where its item could not be found.
  const strategies = new Map(
    Array.from(before.strategies, ([id, known]): [string, StrategyState] => [
      id,
      { ...known, listed: false },
    ]),
  );
  for (const record of [...records.listed, ...records.unlisted]) {
    const known = before.strategies.get(record.id);
    const history = histories.outcomes.get(record.id);
    const item = known !== undefined && !written.has(record) ? known : itemFigures(record);
    const next: StrategyState = {
      listed: record.status === 'listed',
      apy: record.current_apy,
      tvlUsd: record.tvl,
      observedAtSeconds: Date.parse(record.as_of) / 1000,
      createdAtSeconds: Date.parse(record.created_at) / 1000,
      updatedAtSeconds: Date.parse(record.updated_at) / 1000,
      itemApy: item.itemApy,
      itemTvlUsd: item.itemTvlUsd,
      itemScore: item.itemScore,
      itemHash: item.itemHash,
      historyDay: history?.historyDay ?? known?.historyDay ?? 0,
      historyDays: history?.historyDays ?? known?.historyDays ?? 0,
      backfill: history?.backfill ?? known?.backfill ?? 0,
    };
    strategies.set(record.id, next);
  }
  return { statisticsDay: today, strategies, held: intake.held };
}
