import type { HistoryFigures } from '../../../shared/ingest/domain/build-strategy-record.ts';
import type { Reading } from '../../../shared/ingest/domain/guard.ts';
import type { IngestState } from '../../../shared/ingest/domain/ingest-state.ts';
import type { ProcessedPoolList } from '../../../shared/ingest/domain/pool-list.ts';
import { buildUniquelyNamedRecords } from '../../../shared/ingest/domain/uniquely-named-records.ts';
import {
  computeIntervalReaches,
  createIntervalReachLookup,
  NO_CALIBRATION,
} from '../../../shared/market/domain/calibration/calibration.ts';
import { CalibrationUpdate } from '../../../shared/market/domain/calibration/calibration-update.ts';
import { computeStatisticsByWindow } from '../../../shared/market/domain/window-statistics.ts';
import { dayOf } from '../../../shared/platform/domain/days.ts';
import type { RiskLevel } from '../../../shared/strategies/contract/strategy.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import { fixedIntervalReachOf } from '../../../shared/strategies/domain/expectation/published.ts';
import {
  type TrackRecord,
  trackRecordOf,
} from '../../../shared/strategies/domain/expectation/track-record.ts';
import { strategyIdOf } from '../../../shared/strategies/domain/strategy-id.ts';
import { type DailySeries, type Recording, SOURCE_NAME } from './recording.ts';

/** The record that was published for a strategy on one day, and the track record of the strategy up to that day. */
export interface PublishedStrategy {
  readonly record: StrategyRecord;
  readonly trackRecord: TrackRecord;
}

/**
 * Replays the histories of all strategies and computes the records that the service would have published on each day.
 */
export class ReplayedHistory {
  readonly series = new Map<string, DailySeries>();
  readonly firstDayLevels: ReadonlyMap<string, RiskLevel>[] = [];
  readonly #raw: ReadonlyMap<string, Float32Array>;
  readonly #utilisation: ReadonlyMap<string, Float32Array>;
  /** Index of the last evaluated day, from 0; -1 before the first evaluation. */
  day = -1;
  readonly #recording: Recording;
  #calibration = NO_CALIBRATION;
  #records = new Map<string, StrategyRecord>();

  constructor(recording: Recording) {
    this.#recording = recording;
    this.#raw = buildRawSeries(recording, ({ apy }) => apy);
    this.#utilisation = buildRawSeries(recording, ({ utilisation }) => utilisation);
  }

  /**
   * Adds the next day's readings to the series. Also adds earlier days' readings that were held back and are now
   * confirmed. Returns the next day's records by strategy id.
   */
  evaluateNextDay(
    processedPools: ProcessedPoolList,
    previousState: IngestState,
    confirmedReadings: ReadonlyMap<string, Reading>,
  ): Map<string, PublishedStrategy> {
    this.day += 1;
    const { firstDay, days } = this.#recording;
    const today = firstDay + this.day;
    const calibrationUpdate = new CalibrationUpdate(this.#calibration, today);
    const historyFiguresById = new Map<string, HistoryFigures>();
    for (const [id, { apy, tvlUsd, exposure, stablecoin }] of processedPools.acceptedObservationsById) {
      const createUnknownSeries = () => new Float32Array(days).fill(Number.NaN);
      const dailySeries = this.series.get(id) ?? {
        raw: this.#raw.get(id) ?? createUnknownSeries(),
        apy: createUnknownSeries(),
        tvl: createUnknownSeries(),
        utilisation: this.#utilisation.get(id) ?? createUnknownSeries(),
      };
      this.series.set(id, dailySeries);
      dailySeries.apy[this.day] = apy;
      dailySeries.tvl[this.day] = tvlUsd;
      const confirmedDay = storeConfirmedReading(dailySeries, confirmedReadings.get(id), firstDay);
      const seriesUntilToday = {
        apy: dailySeries.apy.subarray(0, this.day + 1),
        tvl: dailySeries.tvl.subarray(0, this.day + 1),
      };
      const listedSinceDay = previousState.strategies.get(id)?.listedSinceDay ?? today;
      calibrationUpdate.addStrategy({
        id,
        exposure,
        stablecoin,
        listedSinceDay,
        series: { firstDay, ...seriesUntilToday },
        confirmedDay,
      });
      const trackRecord = trackRecordOf(seriesUntilToday);
      historyFiguresById.set(id, {
        statistics: computeStatisticsByWindow(seriesUntilToday),
        days: countKnownDays(seriesUntilToday.apy),
        trackRecord,
      });
    }
    this.#calibration = calibrationUpdate.finish();
    this.firstDayLevels.push(computeFirstDayRiskLevels(processedPools));
    const records = buildUniquelyNamedRecords({
      acceptedObservations: processedPools.acceptedObservationsById.values(),
      keptRecords: [...processedPools.keptIds].flatMap((id) => this.#records.get(id) ?? []),
      historyFiguresOf: (id) => historyFiguresById.get(id),
      previousFiguresOf: (id) => this.#records.get(id),
      reachOf: createIntervalReachLookup(computeIntervalReaches(this.#calibration)),
    });
    this.#records = new Map(records.map((record) => [record.id, record]));
    const findTrackRecord = (id: string) =>
      historyFiguresById.get(id)?.trackRecord ?? previousState.strategies.get(id)?.trackRecord;
    return new Map(
      records.map((record) => [
        record.id,
        { record, trackRecord: findTrackRecord(record.id) ?? trackRecordOf({ apy: [], tvl: [] }) },
      ]),
    );
  }
}

/**
 * Stores a confirmed reading on the day on which it was observed. Returns this day in days since 1970-01-01;
 * undefined when there is no confirmed reading or the day already has a reading.
 */
function storeConfirmedReading(
  own: DailySeries,
  confirmedReading: Reading | undefined,
  firstDay: number,
): number | undefined {
  if (confirmedReading === undefined) return undefined;
  const day = dayOf(confirmedReading.observedAtMs);
  if (!Number.isNaN(own.apy[day - firstDay] ?? 0)) return undefined;
  own.apy[day - firstDay] = confirmedReading.apy;
  own.tvl[day - firstDay] = confirmedReading.tvlUsd;
  return day;
}

/**
 * Returns the daily values of one recorded figure, by strategy id. The value of a day is its first reading; NaN
 * when the day has no reading.
 */
function buildRawSeries(
  { pools, days, readingsADay = 1 }: Recording,
  readingsOf: (pool: Recording['pools'][number]) => readonly (number | null)[] | undefined,
): ReadonlyMap<string, Float32Array> {
  return new Map(
    pools.map((pool) => [
      strategyIdOf(SOURCE_NAME, pool.row.pool),
      Float32Array.from({ length: days }, (_, day) => readingsOf(pool)?.[day * readingsADay] ?? Number.NaN),
    ]),
  );
}

function computeFirstDayRiskLevels({
  acceptedObservationsById,
}: ProcessedPoolList): ReadonlyMap<string, RiskLevel> {
  const records = buildUniquelyNamedRecords({
    acceptedObservations: acceptedObservationsById.values(),
    keptRecords: [],
    historyFiguresOf: () => undefined,
    previousFiguresOf: () => undefined,
    reachOf: fixedIntervalReachOf,
  });
  return new Map(records.map(({ id, risk_level }) => [id, risk_level]));
}

function countKnownDays(apy: Float32Array): number {
  return apy.reduce((days, value) => (Number.isNaN(value) ? days : days + 1), 0);
}
