import { dayRecords } from '../../../shared/ingest/domain/day-records.ts';
import type { IngestState } from '../../../shared/ingest/domain/ingest-state.ts';
import type { Intake } from '../../../shared/ingest/domain/intake.ts';
import type { HistoryFigures } from '../../../shared/ingest/domain/publish.ts';
import {
  NO_CALIBRATION,
  reachesOf,
  reachReader,
} from '../../../shared/market/domain/calibration/calibration.ts';
import { Lesson } from '../../../shared/market/domain/calibration/learn.ts';
import { statisticsByWindow } from '../../../shared/market/domain/window-statistics.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import {
  type TrackRecord,
  trackRecordOf,
} from '../../../shared/strategies/domain/expectation/track-record.ts';
import type { Recording } from './recording.ts';

/** What was published of a strategy on one day, and what of its past that was made from. */
export interface Published {
  readonly record: StrategyRecord;
  readonly track: TrackRecord;
}

/** The histories of a walk, one reading a day, and what is made of them. */
export class Past {
  readonly series = new Map<string, { apy: Float32Array; tvl: Float32Array }>();
  /** The day that was judged last, from 0. */
  day = -1;
  readonly #recording: Recording;
  #calibration = NO_CALIBRATION;
  #records = new Map<string, StrategyRecord>();

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** Takes in the next day's readings and judges them. */
  judge(intake: Intake, before: IngestState): Map<string, Published> {
    this.day += 1;
    const { firstDay, days } = this.#recording;
    const today = firstDay + this.day;
    const lesson = new Lesson(this.#calibration, today);
    const figures = new Map<string, HistoryFigures>();
    for (const [id, { apy, tvlUsd, exposure, stablecoin }] of intake.accepted) {
      const blank = () => new Float32Array(days).fill(Number.NaN);
      const own = this.series.get(id) ?? { apy: blank(), tvl: blank() };
      this.series.set(id, own);
      own.apy[this.day] = apy;
      own.tvl[this.day] = tvlUsd;
      const known = { apy: own.apy.subarray(0, this.day + 1), tvl: own.tvl.subarray(0, this.day + 1) };
      const listedSinceDay = before.strategies.get(id)?.listedSinceDay ?? today;
      lesson.look({ id, exposure, stablecoin, listedSinceDay, series: { firstDay, ...known } });
      const track = trackRecordOf(known);
      figures.set(id, { statistics: statisticsByWindow(known), days: knownDays(known.apy), track });
    }
    this.#calibration = lesson.learned();
    const records = dayRecords({
      accepted: intake.accepted.values(),
      kept: [...intake.kept].flatMap((id) => this.#records.get(id) ?? []),
      figures: (id) => figures.get(id),
      previous: () => undefined,
      reachOf: reachReader(reachesOf(this.#calibration)),
    });
    this.#records = new Map(records.map((record) => [record.id, record]));
    const trackOf = (id: string) => figures.get(id)?.track ?? before.strategies.get(id)?.track;
    return new Map(
      records.map((record) => [
        record.id,
        { record, track: trackOf(record.id) ?? trackRecordOf({ apy: [], tvl: [] }) },
      ]),
    );
  }
}

function knownDays(apy: Float32Array): number {
  return apy.reduce((days, value) => (Number.isNaN(value) ? days : days + 1), 0);
}
