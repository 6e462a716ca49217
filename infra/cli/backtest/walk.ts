import {
  BACKFILLED,
  type IngestState,
  type StrategyState,
} from '../../../shared/ingest/domain/ingest-state.ts';
import { type Intake, takeIn } from '../../../shared/ingest/domain/intake.ts';
import { DAY_MS } from '../../../shared/platform/domain/days.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import type { TrackRecord } from '../../../shared/strategies/domain/expectation/track-record.ts';
import { strategyIdOf } from '../../../shared/strategies/domain/strategy-id.ts';
import { listsOf } from './lists.ts';
import { Past, type Published } from './past.ts';
import type { Recording } from './recording.ts';
import { type SpikeReport, spikeReport } from './spikes.ts';

const SOURCE = 'defillama';

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
 * Walks a recording forward reading by reading through the service's own code, each knowing only those before it: what
 * is normalised, guarded, published, judged and expected is what an ingestion of that hour would have made. As in
 * operation, the first reading of a day enters the history and is judged; later ones of the day are guarded alone.
 */
export function walk(recording: Recording): Walk {
  const { days, firstDay, readingsADay = 1 } = recording;
  const past = new Past(recording);
  const listAt = listsOf(recording);
  const taken = new Map<string, Float32Array>();
  const published: ReadonlyMap<string, Published>[] = [];
  const held = { confirmed: 0, takenBack: 0, open: 0 };
  let state: IngestState = { statisticsDay: 0, strategies: new Map(), held: new Map() };
  for (let reading = 0; reading < days * readingsADay; reading += 1) {
    // In the middle of its part of the day.
    const nowMs = (firstDay + (reading + 0.5) / readingsADay) * DAY_MS;
    const intake = takeIn({ rows: listAt(reading, nowMs), fetchedAtMs: nowMs }, SOURCE, state, nowMs);
    countHeld(held, state, intake);
    for (const [id, { apy }] of intake.accepted) {
      const own = taken.get(id) ?? new Float32Array(days * readingsADay).fill(Number.NaN);
      taken.set(id, own);
      own[reading] = apy;
    }
    if (reading % readingsADay === 0) {
      const today = past.judge(intake, state);
      published.push(today);
      state = { ...stateAfter(today, state, firstDay + past.day), held: intake.held };
    } else state = { ...state, strategies: withReadings(state, intake, nowMs), held: intake.held };
  }
  const spikes = spikeReport(recording, (pool) => taken.get(strategyIdOf(SOURCE, pool)));
  return { days, series: past.series, published, held, spikes };
}

/** What the next list says of the readings that waited for it. */
function countHeld(held: Walk['held'], state: IngestState, intake: Intake): void {
  for (const [id, { apy: before }] of state.held) {
    const reading = intake.accepted.get(id)?.apy;
    if (reading === undefined) {
      if (!intake.held.has(id)) held.open += 1;
      continue;
    }
    const last = state.strategies.get(id)?.apy ?? 0;
    held[Math.abs(reading - before) < Math.abs(reading - last) ? 'confirmed' : 'takenBack'] += 1;
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
  };
}
