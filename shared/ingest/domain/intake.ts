import { NO_TRACK_RECORD } from '../../strategies/domain/expectation/track-record.ts';
import { strategyIdOf } from '../../strategies/domain/strategy-id.ts';
import { guardReading, type Reading } from './guard.ts';
import { acceptedReading, type IngestState, type StrategyState } from './ingest-state.ts';
import { normalizePool, type Observation } from './normalize.ts';
import { applyPublicationRules, PUBLICATION_RULES, type PublishableObservation } from './publication.ts';
import { type PoolList, upstreamPoolSchema } from './upstream.ts';

/** Number of excluded rows by reason, with a few examples of each reason for the log. */
type Tally = Readonly<Record<string, { readonly count: number; readonly examples: readonly string[] }>>;

export interface ProcessedPoolList {
  /** Accepted observations by strategy id. */
  readonly accepted: ReadonlyMap<string, PublishableObservation>;
  /**
   * Ids of listed strategies that keep their last record, because this run has no accepted reading.
   */
  readonly kept: ReadonlySet<string>;
  /** Readings that are held until a later reading confirms them, by strategy id. */
  readonly held: ReadonlyMap<string, Reading>;
  /**
   * Held readings of earlier runs that the newly read data confirms, by strategy id. Each reading is added to the
   * history on the day on which it was observed.
   */
  readonly confirmed: ReadonlyMap<string, Reading>;
  /** Latest observation time of all well-formed rows, in epoch milliseconds. 0 if there is no such row. */
  readonly newestMs: number;
  readonly rows: number;
  /** Number of malformed rows by reason. */
  readonly quarantined: Tally;
  /** Number of well-formed rows that the publication rules exclude, by reason. */
  readonly unpublished: Tally;
}

const EXAMPLES_PER_REASON = 3;

/**
 * Processes the rows of a pool list one by one. It validates and normalizes each row, and applies the spike guard and
 * the publication rules. A malformed row is counted and does not stop the other rows.
 */
export function processPoolList(
  list: PoolList,
  source: string,
  state: IngestState,
  nowMs: number,
): ProcessedPoolList {
  const acceptedById = new Map<string, PublishableObservation>();
  const keptIds = new Set<string>();
  const heldReadings = new Map<string, Reading>();
  const confirmed = new Map<string, Reading>();
  const processedIds = new Set<string>();
  const quarantineCounter = new ReasonCounter();
  const unpublished = new ReasonCounter();
  let newestMs = 0;
  const keep = (id: string) => {
    if (!acceptedById.has(id) && isFresh(state.strategies.get(id), nowMs)) keptIds.add(id);
  };

  for (const row of list.rows) {
    const read = readRow(row, source, list);
    if (!read.ok) {
      quarantineCounter.add(read.reason, read.poolId ?? '');
      if (read.poolId !== undefined) keep(strategyIdOf(source, read.poolId));
      continue;
    }
    const { observation } = read;
    const { id, sourcePoolId } = observation;
    if (processedIds.has(id)) {
      quarantineCounter.add('duplicate_pool', sourcePoolId);
      continue;
    }
    processedIds.add(id);
    // An observation time in the future is replaced by the current time. Otherwise, a source's wrong clock would make
    // later lists look old.
    newestMs = Math.max(newestMs, Math.min(observation.observedAtMs, nowMs));
    const decision = decideReading(observation, state.strategies.get(id), state.held.get(id), nowMs);
    if (decision.kind === 'accept') {
      keptIds.delete(id);
      acceptedById.set(id, decision.observation);
      if (decision.confirmed !== undefined) confirmed.set(id, decision.confirmed);
    } else {
      if (decision.kind === 'hold') heldReadings.set(id, decision.held);
      if (decision.kind === 'leave_out') unpublished.add(decision.reason, sourcePoolId);
      else keep(id);
    }
  }
  return {
    accepted: acceptedById,
    kept: keptIds,
    held: heldReadings,
    confirmed,
    newestMs,
    rows: list.rows.length,
    quarantined: quarantineCounter.tally,
    unpublished: unpublished.tally,
  };
}

/**
 * Minimum fraction of the catalog's strategies that a list must contain, 0 to 1. A list with fewer strategies
 * counts as an error of the source.
 */
const MIN_REMAINING_SHARE = 0.5;
/** The check of MIN_REMAINING_SHARE runs only if the catalog has at least this number of strategies. */
const SHRINK_GUARD_FROM = 50;

/**
 * Returns why a list cannot be correct: no pool can be published, or most of the catalog is missing. Returns undefined
 * if the list is plausible.
 */
export function findListProblem(
  processedPools: ProcessedPoolList,
  state: IngestState,
  acceptShrink: boolean,
): string | undefined {
  if (processedPools.accepted.size + processedPools.kept.size === 0)
    return `None of the ${processedPools.rows} pools can be published${exclusionText(processedPools)}.`;
  let listedCount = 0;
  let remainingCount = 0;
  for (const [id, strategyState] of state.strategies) {
    if (!strategyState.listed) continue;
    listedCount += 1;
    if (processedPools.accepted.has(id) || processedPools.kept.has(id)) remainingCount += 1;
  }
  if (acceptShrink || listedCount < SHRINK_GUARD_FROM || remainingCount >= listedCount * MIN_REMAINING_SHARE)
    return undefined;
  return `Only ${remainingCount} of ${listedCount} listed strategies are left in the list${exclusionText(processedPools)}.`;
}

/** Returns the reasons for excluded rows as text, most frequent first. Returns an empty text if no row was excluded. */
function exclusionText({ quarantined, unpublished }: ProcessedPoolList): string {
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
  /** The strategy keeps its last record. */
  | { readonly kind: 'keep' }
  | { readonly kind: 'leave_out'; readonly reason: string };

/**
 * Decides about one observation. The spike guard comes before the publication rules, so that an implausible figure is
 * held and the last accepted record stays published.
 */
function decideReading(
  observation: Observation,
  strategyState: StrategyState | undefined,
  heldBefore: Reading | undefined,
  nowMs: number,
): Verdict {
  const { apy, tvlUsd, observedAtMs } = observation;
  let confirmed: Reading | undefined;
  const before = strategyState?.listed === true ? acceptedReading(strategyState) : undefined;
  if (before !== undefined) {
    // Because stored times are whole seconds, a reading is older only if its time is at least one second earlier.
    if (apy === null || before.observedAtMs - observedAtMs >= 1000) return { kind: 'keep' };
    const past = strategyState?.track ?? NO_TRACK_RECORD;
    const verdict = guardReading({ apy, tvlUsd, observedAtMs }, before, heldBefore, past);
    if (verdict.kind === 'hold') return verdict;
    // A reading that may not be published must not be added to the history.
    if (
      verdict.confirmed !== undefined &&
      applyPublicationRules({ ...observation, ...verdict.confirmed }, nowMs).ok
    )
      confirmed = verdict.confirmed;
  }
  const verdict = applyPublicationRules(observation, nowMs);
  return verdict.ok
    ? { kind: 'accept', observation: verdict.observation, confirmed }
    : { kind: 'leave_out', reason: verdict.reason };
}

/** Returns whether a strategy is listed and its last reading is recent enough to remain published. */
function isFresh(strategyState: StrategyState | undefined, nowMs: number): boolean {
  return (
    strategyState?.listed === true &&
    nowMs - strategyState.observedAtSeconds * 1000 <= PUBLICATION_RULES.maxAgeMs
  );
}

type ReadRowResult =
  | { readonly ok: true; readonly observation: Observation }
  | { readonly ok: false; readonly reason: string; readonly poolId: string | undefined };

function readRow(row: unknown, source: string, { fetchedAtMs, lending }: PoolList): ReadRowResult {
  const parsed = upstreamPoolSchema.safeParse(row);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0];
    return {
      ok: false,
      reason: `invalid_${field === undefined ? 'row' : String(field)}`,
      poolId: poolIdOf(row),
    };
  }
  const normalizedPool = normalizePool(parsed.data, source, fetchedAtMs, lending?.get(parsed.data.pool));
  return normalizedPool.ok ? normalizedPool : { ...normalizedPool, poolId: parsed.data.pool };
}

function poolIdOf(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null || !('pool' in row)) return undefined;
  return typeof row.pool === 'string' ? row.pool : undefined;
}

class ReasonCounter {
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
