import { NO_TRACK_RECORD } from '../../strategies/domain/expectation/track-record.ts';
import { strategyIdOf } from '../../strategies/domain/strategy-id.ts';
import { guardReading, type Reading } from './guard.ts';
import { acceptedReading, type IngestState, type StrategyState } from './ingest-state.ts';
import { normalizePool, type Observation } from './normalize.ts';
import { PUBLICATION_RULES, type PublishableObservation, publication } from './publication.ts';
import { type PoolList, upstreamPool } from './upstream.ts';

/** Rows that were left out, by reason, and a few examples of each for the log. */
type Tally = Readonly<Record<string, { readonly count: number; readonly examples: readonly string[] }>>;

export interface Intake {
  /** Observations to publish, by strategy id. */
  readonly accepted: ReadonlyMap<string, PublishableObservation>;
  /** Listed strategies that keep their last record, because this run has no accepted reading. */
  readonly kept: ReadonlySet<string>;
  /** Readings that wait for confirmation. */
  readonly held: ReadonlyMap<string, Reading>;
  /** Held readings that a reading of this list has confirmed: they belong into the history, on their day. */
  readonly confirmed: ReadonlyMap<string, Reading>;
  /** The latest time at which the source observed any well-formed row, 0 when there is none. */
  readonly newestMs: number;
  readonly rows: number;
  /** Malformed rows. */
  readonly quarantined: Tally;
  /** Well-formed rows that the publication rules leave out. */
  readonly unpublished: Tally;
}

const EXAMPLES_PER_REASON = 3;

/**
 * Goes through the rows of a pool list one by one: validates, normalises, applies the guard and the publication
 * rules. A row that is wrong is counted and never stops the rest.
 */
export function takeIn(list: PoolList, source: string, state: IngestState, nowMs: number): Intake {
  const accepted = new Map<string, PublishableObservation>();
  const kept = new Set<string>();
  const held = new Map<string, Reading>();
  const confirmed = new Map<string, Reading>();
  const seen = new Set<string>();
  const quarantined = new Counter();
  const unpublished = new Counter();
  let newestMs = 0;
  const keep = (id: string) => {
    if (!accepted.has(id) && isFresh(state.strategies.get(id), nowMs)) kept.add(id);
  };

  for (const row of list.rows) {
    const read = readRow(row, source, list);
    if (!read.ok) {
      quarantined.add(read.reason, read.poolId ?? '');
      if (read.poolId !== undefined) keep(strategyIdOf(source, read.poolId));
      continue;
    }
    const { observation } = read;
    const { id, sourcePoolId } = observation;
    if (seen.has(id)) {
      quarantined.add('duplicate_pool', sourcePoolId);
      continue;
    }
    seen.add(id);
    // A source whose clock runs ahead must not make later lists look old.
    newestMs = Math.max(newestMs, Math.min(observation.observedAtMs, nowMs));
    const decision = decide(observation, state.strategies.get(id), state.held.get(id), nowMs);
    if (decision.kind === 'accept') {
      kept.delete(id);
      accepted.set(id, decision.observation);
      if (decision.confirmed !== undefined) confirmed.set(id, decision.confirmed);
    } else {
      if (decision.kind === 'hold') held.set(id, decision.held);
      if (decision.kind === 'leave_out') unpublished.add(decision.reason, sourcePoolId);
      else keep(id);
    }
  }
  return {
    accepted,
    kept,
    held,
    confirmed,
    newestMs,
    rows: list.rows.length,
    quarantined: quarantined.tally,
    unpublished: unpublished.tally,
  };
}

/** A list that leaves fewer than this share of the catalog is taken for a fault of the source. */
const MIN_REMAINING_SHARE = 0.5;
/** Below this size a catalog may change as much as it likes. */
const SHRINK_GUARD_FROM = 50;

/** Why a list cannot be right: nothing in it can be published, or most of the catalog is missing from it. */
export function implausibility(
  intake: Intake,
  state: IngestState,
  acceptShrink: boolean,
): string | undefined {
  if (intake.accepted.size + intake.kept.size === 0)
    return `None of the ${intake.rows} pools can be published${leftOut(intake)}.`;
  let listed = 0;
  let remaining = 0;
  for (const [id, known] of state.strategies) {
    if (!known.listed) continue;
    listed += 1;
    if (intake.accepted.has(id) || intake.kept.has(id)) remaining += 1;
  }
  if (acceptShrink || listed < SHRINK_GUARD_FROM || remaining >= listed * MIN_REMAINING_SHARE)
    return undefined;
  return `Only ${remaining} of ${listed} listed strategies are left in the list${leftOut(intake)}.`;
}

/** Why rows were left out, the most frequent reason first; nothing when none was. */
function leftOut({ quarantined, unpublished }: Intake): string {
  const reasons = [...Object.entries(quarantined), ...Object.entries(unpublished)]
    .toSorted(([, a], [, b]) => b.count - a.count)
    .map(([reason, { count }]) => `${count} ${reason}`);
  return reasons.length === 0 ? '' : `; left out of it: ${reasons.join(', ')}`;
}

type Verdict =
  | {
      readonly kind: 'accept';
      readonly observation: PublishableObservation;
      readonly confirmed: Reading | undefined;
    }
  | { readonly kind: 'hold'; readonly held: Reading }
  /** No reading this time. */
  | { readonly kind: 'keep' }
  | { readonly kind: 'leave_out'; readonly reason: string };

/**
 * Applies the guard first: a leap to an absurd figure is a leap, and the last good record remains until it is
 * confirmed.
 */
function decide(
  observation: Observation,
  known: StrategyState | undefined,
  waiting: Reading | undefined,
  nowMs: number,
): Verdict {
  const { apy, tvlUsd, observedAtMs } = observation;
  let confirmed: Reading | undefined;
  const before = known?.listed === true ? acceptedReading(known) : undefined;
  if (before !== undefined) {
    // Times of the state are whole seconds, so a reading counts as older only by more than that.
    if (apy === null || before.observedAtMs - observedAtMs >= 1000) return { kind: 'keep' };
    const past = known?.track ?? NO_TRACK_RECORD;
    const verdict = guardReading({ apy, tvlUsd, observedAtMs }, before, waiting, past);
    if (verdict.kind === 'hold') return verdict;
    // What may not be published is not history either.
    if (verdict.confirmed !== undefined && publication({ ...observation, ...verdict.confirmed }, nowMs).ok)
      confirmed = verdict.confirmed;
  }
  const verdict = publication(observation, nowMs);
  return verdict.ok
    ? { kind: 'accept', observation: verdict.observation, confirmed }
    : { kind: 'leave_out', reason: verdict.reason };
}

/** Whether a strategy is listed and its last reading is recent enough to remain published. */
function isFresh(known: StrategyState | undefined, nowMs: number): boolean {
  return known?.listed === true && nowMs - known.observedAtSeconds * 1000 <= PUBLICATION_RULES.maxAgeMs;
}

type RowReading =
  | { readonly ok: true; readonly observation: Observation }
  | { readonly ok: false; readonly reason: string; readonly poolId: string | undefined };

function readRow(row: unknown, source: string, { fetchedAtMs, lending }: PoolList): RowReading {
  const parsed = upstreamPool.safeParse(row);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0];
    return {
      ok: false,
      reason: `invalid_${field === undefined ? 'row' : String(field)}`,
      poolId: poolIdOf(row),
    };
  }
  const normalized = normalizePool(parsed.data, source, fetchedAtMs, lending?.get(parsed.data.pool));
  return normalized.ok ? normalized : { ...normalized, poolId: parsed.data.pool };
}

function poolIdOf(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null || !('pool' in row)) return undefined;
  return typeof row.pool === 'string' ? row.pool : undefined;
}

class Counter {
  readonly #entries: Record<string, { count: number; examples: string[] }> = {};

  add(reason: string, example: string): void {
    const entry = this.#entries[reason] ?? { count: 0, examples: [] };
    this.#entries[reason] = entry;
    entry.count += 1;
    if (entry.examples.length < EXAMPLES_PER_REASON && example !== '') {
      entry.examples.push(example.slice(0, 128));
    }
  }

  get tally(): Tally {
    return this.#entries;
  }
}
