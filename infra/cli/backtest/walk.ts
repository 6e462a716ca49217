import type { Reading } from '../../../shared/ingest/domain/guard.ts';
import {
  BACKFILLED,
  type IngestState,
  type StrategyState,
} from '../../../shared/ingest/domain/ingest-state.ts';
import { type Intake, takeIn } from '../../../shared/ingest/domain/intake.ts';
import { DAY_MS } from '../../../shared/platform/domain/days.ts';
import type { RiskLevel } from '../../../shared/strategies/contract/strategy.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import type { TrackRecord } from '../../../shared/strategies/domain/expectation/track-record.ts';
import { strategyIdOf } from '../../../shared/strategies/domain/strategy-id.ts';
import { lendingOf, listsOf } from './lists.ts';
import { Past, type Published } from './past.ts';
import { type DaySeries, type Recording, SOURCE } from './recording.ts';
import { type SpikeReport, spikeReport } from './spikes.ts';

/** What is judged: the series as recorded, or as the guard let it through. */
export const SERIES = ['raw', 'cleaned'] as const;
export type Series = (typeof SERIES)[number];

/** A recording, as the service would have published it day by day. */
export interface Walk {
  readonly days: number;
  /** By strategy and day: APY in percent as recorded and as published, TVL in USD; NaN on days without a reading. */
  readonly series: ReadonlyMap<string, DaySeries>;
  /** Whether the recording has TVLs. Without them it says nothing of levels, plans and risks. */
  readonly hasTvl: boolean;
  /** By day, what was published. */
  readonly published: readonly ReadonlyMap<string, Published>[];
  /** By day, the levels of a deployment on its first day, which has no history yet. */
  readonly firstDayLevels: readonly ReadonlyMap<string, RiskLevel>[];
  /** Readings that the guard held, by what the next reading said of them. */
  readonly held: { confirmed: number; takenBack: number; open: number };
  readonly spikes: SpikeReport;
}

/**
 * Walks a recording forward reading by reading through the service's own code, each knowing only those before it: what
 * is normalised, guarded, published, judged and expected is what an ingestion of that hour would have made. As in
 * operation, the first reading of a day enters the history and is judged; later ones of the day are guarded alone.
 */
export function walk(recording: Recording): Walk {
  const { days, firstDay, readingsADay = 1 } = recording;
  const past = new Past(recording);
  const listAt = listsOf(recording);
  const lendingAt = lendingOf(recording);
  const taken = new Map<string, Float32Array>();
  const published: ReadonlyMap<string, Published>[] = [];
  const held = { confirmed: 0, takenBack: 0, open: 0 };
  const confirmed = new Map<string, Reading>();
  let state: IngestState = { statisticsDay: 0, strategies: new Map(), held: new Map() };
  for (let reading = 0; reading < days * readingsADay; reading += 1) {
    // In the middle of its part of the day.
    const nowMs = (firstDay + (reading + 0.5) / readingsADay) * DAY_MS;
    const list = { rows: listAt(reading, nowMs), lending: lendingAt(reading), fetchedAtMs: nowMs };
    const intake = takeIn(list, SOURCE, state, nowMs);
    countHeld(held, state, intake);
    for (const [id, before] of intake.confirmed) confirmed.set(id, before);
    for (const [id, { apy }] of intake.accepted) {
      const own = taken.get(id) ?? new Float32Array(days * readingsADay).fill(Number.NaN);
      taken.set(id, own);
      own[reading] = apy;
    }
    if (reading % readingsADay === 0) {
      const today = past.judge(intake, state, confirmed);
      confirmed.clear();
      published.push(today);
      state = { ...stateAfter(today, state, firstDay + past.day), held: intake.held };
    } else state = { ...state, strategies: withReadings(state, intake, nowMs), held: intake.held };
  }
  const spikes = spikeReport(recording, (pool) => taken.get(strategyIdOf(SOURCE, pool)));
  const hasTvl = recording.pools.some(({ tvl }) => tvl !== undefined);
  const { series, firstDayLevels } = past;
  return { days, series, hasTvl, published, firstDayLevels, held, spikes };
}

/** What the next list says of the readings that waited for it. */
function countHeld(held: Walk['held'], state: IngestState, intake: Intake): void {
  for (const id of state.held.keys()) {
    if (intake.accepted.has(id)) held[intake.confirmed.has(id) ? 'confirmed' : 'takenBack'] += 1;
    else if (!intake.held.has(id)) held.open += 1;
  }
}

/** The state after a later list of the day: what was believed last, and no new histories. */
function withReadings({ strategies }: IngestState, intake: Intake, nowMs: number): IngestState['strategies'] {
  const after = new Map(strategies);
  for (const [id, { apy, tvlUsd }] of intake.accepted) {
    const known = after.get(id);
    if (known !== undefined) after.set(id, { ...known, apy, tvlUsd, observedAtSeconds: nowMs / 1000 });
  }
  return after;
}

function stateAfter(today: ReadonlyMap<string, Published>, before: IngestState, day: number): IngestState {
  const strategies = new Map(
    [...today].map(([id, { record, track }]): [string, StrategyState] => [
      id,
      stateOf(record, track, before.strategies.get(id), day),
    ]),
  );
  return { statisticsDay: day, strategies, held: before.held };
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
    exitConstrained: record.exit_constrained,
  };
}
