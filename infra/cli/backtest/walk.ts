import { dayRecords } from '../../../shared/ingest/domain/day-records.ts';
import {
  BACKFILLED,
  type IngestState,
  type StrategyState,
} from '../../../shared/ingest/domain/ingest-state.ts';
import { takeIn } from '../../../shared/ingest/domain/intake.ts';
import type { HistoryFigures } from '../../../shared/ingest/domain/publish.ts';
import {
  NO_CALIBRATION,
  reachesOf,
  reachReader,
} from '../../../shared/market/domain/calibration/calibration.ts';
import { Lesson } from '../../../shared/market/domain/calibration/learn.ts';
import { statisticsByWindow } from '../../../shared/market/domain/window-statistics.ts';
import { DAY_MS } from '../../../shared/platform/domain/days.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import {
  type TrackRecord,
  trackRecordOf,
} from '../../../shared/strategies/domain/expectation/track-record.ts';
import { strategyIdOf } from '../../../shared/strategies/domain/strategy-id.ts';
import type { Recording } from './recording.ts';
import { type SpikeReport, spikeReport } from './spikes.ts';

const SOURCE = 'defillama';
/** The hour of the day at which a recorded list is taken to have been read. */
const NOON_MS = DAY_MS / 2;

/** What was published of a strategy on one day, and what of its past that was made from. */
export interface Published {
  readonly record: StrategyRecord;
  readonly track: TrackRecord;
}

/** A recording, as the service would have published it day by day. */
export interface Walk {
  readonly days: number;
  /** The published APY in percent and TVL in USD by strategy and day; NaN on days without a reading. */
  readonly series: ReadonlyMap<string, { readonly apy: Float32Array; readonly tvl: Float32Array }>;
  /** By day, what was published. */
  readonly published: readonly ReadonlyMap<string, Published>[];
  /** Readings that the guard held, by what the next reading said of them. */
  readonly held: { confirmed: number; takenBack: number; open: number };
  readonly spikes: SpikeReport;
}

/**
 * Walks a recording forward day by day through the service's own code, each day knowing only the days before it: what
 * is normalised, guarded, published, judged and expected is what an ingestion of that day would have made.
 */
export function walk(recording: Recording): Walk {
  const { days, firstDay } = recording;
  const series = new Map<string, { apy: Float32Array; tvl: Float32Array }>();
  const published: Map<string, Published>[] = [];
  const held = { confirmed: 0, takenBack: 0, open: 0 };
  let state: IngestState = { statisticsDay: 0, strategies: new Map(), held: new Map() };
  let calibration = NO_CALIBRATION;
  const blank = () => new Float32Array(days).fill(Number.NaN);

  for (let day = 0; day < days; day += 1) {
    const nowMs = (firstDay + day) * DAY_MS + NOON_MS;
    const intake = takeIn({ rows: rowsOf(recording, day, nowMs), fetchedAtMs: nowMs }, SOURCE, state, nowMs);
    for (const [id] of state.held) {
      if (intake.accepted.has(id)) {
        const reading = intake.accepted.get(id)?.apy ?? 0;
        const before = state.held.get(id)?.apy ?? 0;
        const last = state.strategies.get(id)?.apy ?? 0;
        held[Math.abs(reading - before) < Math.abs(reading - last) ? 'confirmed' : 'takenBack'] += 1;
      } else if (!intake.held.has(id)) held.open += 1;
    }
    const lesson = new Lesson(calibration, firstDay + day);
    const figures = new Map<string, HistoryFigures>();
    for (const [id, { apy, tvlUsd, exposure, stablecoin }] of intake.accepted) {
      const own = series.get(id) ?? { apy: blank(), tvl: blank() };
      series.set(id, own);
      own.apy[day] = apy;
      own.tvl[day] = tvlUsd;
      const known = { apy: own.apy.subarray(0, day + 1), tvl: own.tvl.subarray(0, day + 1) };
      const listedSinceDay = state.strategies.get(id)?.listedSinceDay ?? firstDay + day;
      lesson.look({ id, exposure, stablecoin, listedSinceDay, series: { firstDay, ...known } });
      const track = trackRecordOf(known);
      figures.set(id, { statistics: statisticsByWindow(known), days: knownDays(known.apy), track });
    }
    calibration = lesson.learned();
    const yesterday = published[day - 1];
    const records = dayRecords({
      accepted: intake.accepted.values(),
      kept: [...intake.kept].flatMap((id) => yesterday?.get(id)?.record ?? []),
      figures: (id) => figures.get(id),
      previous: () => undefined,
      reachOf: reachReader(reachesOf(calibration)),
    });
    const before = state;
    const trackOf = (id: string) => figures.get(id)?.track ?? before.strategies.get(id)?.track;
    const today = new Map<string, Published>();
    const strategies = new Map<string, StrategyState>();
    for (const record of records) {
      const track = trackOf(record.id) ?? trackRecordOf({ apy: [], tvl: [] });
      today.set(record.id, { record, track });
      strategies.set(record.id, stateOf(record, track, before.strategies.get(record.id), firstDay + day));
    }
    published.push(today);
    state = { statisticsDay: firstDay + day, strategies, held: intake.held };
  }
  const spikes = spikeReport(recording, (pool) => series.get(strategyIdOf(SOURCE, pool))?.apy);
  return { days, series, published, held, spikes };
}

function knownDays(apy: Float32Array): number {
  return apy.reduce((days, value) => (Number.isNaN(value) ? days : days + 1), 0);
}

/** The source's list of one day, as the recording has it. */
function rowsOf({ pools }: Recording, day: number, nowMs: number): object[] {
  return pools.flatMap((pool) => {
    const [apy, tvlUsd] = [pool.apy[day] ?? null, pool.tvl[day] ?? null];
    if (apy === null || tvlUsd === null) return [];
    const seen = pool.apy.slice(0, day + 1).filter((value) => value !== null).length;
    return [
      {
        ...pool.row,
        apy,
        apyBase: pool.base?.[day] ?? null,
        apyReward: pool.reward?.[day] ?? null,
        apyMean30d: pool.mean30?.[day] ?? null,
        tvlUsd,
        count: (pool.countOffset ?? 0) + seen,
        timestamp: new Date(nowMs).toISOString(),
      },
    ];
  });
}

function stateOf(
  record: StrategyRecord,
  track: TrackRecord,
  known: StrategyState | undefined,
  today: number,
): StrategyState {
  return {
    listed: true,
    apy: record.current_apy,
    tvlUsd: record.tvl,
    observedAtSeconds: Date.parse(record.as_of) / 1000,
    createdAtSeconds: 0,
    updatedAtSeconds: 0,
    itemApy: 0,
    itemTvlUsd: 0,
    itemScore: 0,
    itemHash: 0,
    itemDay: 0,
    historyDay: today,
    historyDays: record.history_days,
    backfill: BACKFILLED,
    track,
    listedSinceDay: known?.listedSinceDay ?? today,
  };
}
