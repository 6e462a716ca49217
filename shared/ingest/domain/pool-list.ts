import { NO_TRACK_RECORD } from '../../strategies/domain/expectation/track-record.ts';
import { strategyIdOf } from '../../strategies/domain/strategy-id.ts';
import { guardReading, type Reading } from './guard.ts';
import { acceptedReadingOf, type IngestState, type StrategyState } from './ingest-state.ts';
import { normalizePool, type Observation } from './normalize.ts';
import { applyPublicationRules, PUBLICATION_RULES, type PublishableObservation } from './publication.ts';
import { type PoolList, upstreamPoolSchema } from './upstream.ts';

/** Number of excluded pool rows by reason. `examples` contains a few pool ids for the log. */
type ReasonTally = Readonly<Record<string, { readonly count: number; readonly examples: readonly string[] }>>;

export interface ProcessedPoolList {
  readonly acceptedObservationsById: ReadonlyMap<string, PublishableObservation>;
  /**
   * Ids of listed strategies that have no accepted reading in this run, but a recent earlier reading. They keep their
   * last record.
   */
  readonly keptIds: ReadonlySet<string>;
  /** Readings that are held until a later reading confirms them, by strategy id. */
  readonly unconfirmedReadings: ReadonlyMap<string, Reading>;
  /** Held readings of earlier runs that a reading of this run confirms, by strategy id. */
  readonly confirmedReadings: ReadonlyMap<string, Reading>;
  /** Latest observation time of all well-formed rows, in epoch milliseconds. 0 if no row is well-formed. */
  readonly newestObservationMs: number;
  readonly rowCount: number;
  /** Number of malformed rows by reason. */
  readonly quarantineTally: ReasonTally;
  /** Number of well-formed rows that the publication rules exclude, by reason. */
  readonly unpublishedTally: ReasonTally;
}

const MAX_EXAMPLES_PER_REASON = 3;

/**
 * Validates and normalizes each row of a pool list, and applies the spike guard and the publication rules. A malformed
 * row is counted and does not stop the other rows.
 */
export function processPoolList(
  list: PoolList,
  source: string,
  state: IngestState,
  nowMs: number,
): ProcessedPoolList {
  const acceptedObservationsById = new Map<string, PublishableObservation>();
  const keptIds = new Set<string>();
  const unconfirmedReadings = new Map<string, Reading>();
  const confirmedReadings = new Map<string, Reading>();
  const processedIds = new Set<string>();
  const quarantineCounter = new ReasonCounter();
  const unpublishedCounter = new ReasonCounter();
  let newestObservationMs = 0;
  const keepStrategyIfFresh = (id: string) => {
    if (!acceptedObservationsById.has(id) && isListedWithRecentReading(state.strategies.get(id), nowMs))
      keptIds.add(id);
  };

  for (const row of list.rows) {
    const rowResult = readPoolRow(row, source, list);
    if (!rowResult.ok) {
      quarantineCounter.add(rowResult.reason, rowResult.poolId ?? '');
      if (rowResult.poolId !== undefined) keepStrategyIfFresh(strategyIdOf(source, rowResult.poolId));
      continue;
    }
    const { observation } = rowResult;
    const { id, sourcePoolId } = observation;
    if (processedIds.has(id)) {
      quarantineCounter.add('duplicate_pool', sourcePoolId);
      continue;
    }
    processedIds.add(id);
    // An observation time in the future is replaced by the current time. Otherwise, one wrong time of the source would
    // make all later lists look outdated.
    newestObservationMs = Math.max(newestObservationMs, Math.min(observation.observedAtMs, nowMs));
    const readingDecision = decideOnReading(
      observation,
      state.strategies.get(id),
      state.unconfirmedReadings.get(id),
      nowMs,
    );
    if (readingDecision.kind === 'accept') {
      keptIds.delete(id);
      acceptedObservationsById.set(id, readingDecision.observation);
      if (readingDecision.confirmedReading !== undefined)
        confirmedReadings.set(id, readingDecision.confirmedReading);
    } else {
      if (readingDecision.kind === 'hold') unconfirmedReadings.set(id, readingDecision.unconfirmedReading);
      if (readingDecision.kind === 'leave_out') unpublishedCounter.add(readingDecision.reason, sourcePoolId);
      else keepStrategyIfFresh(id);
    }
  }
  return {
    acceptedObservationsById,
    keptIds,
    unconfirmedReadings,
    confirmedReadings,
    newestObservationMs,
    rowCount: list.rows.length,
    quarantineTally: quarantineCounter.tally,
    unpublishedTally: unpublishedCounter.tally,
  };
}

/**
 * Minimum fraction of the catalog's strategies that a pool list must contain, 0 to 1. A pool list with fewer strategies
 * is treated as an error of the source.
 */
const MIN_REMAINING_SHARE = 0.5;
/** The check of MIN_REMAINING_SHARE runs only if the catalog has at least this number of strategies. */
const SHRINK_CHECK_MIN_STRATEGIES = 50;

/**
 * Returns why a pool list cannot be correct: no pool can be published, or most of the catalog's strategies are missing.
 * Returns undefined if the pool list is plausible.
 */
export function findListProblem(
  processedPools: ProcessedPoolList,
  state: IngestState,
  isShrinkAccepted: boolean,
): string | undefined {
  if (processedPools.acceptedObservationsById.size + processedPools.keptIds.size === 0)
    return `None of the ${processedPools.rowCount} pools can be published${describeExclusions(processedPools)}.`;
  let previouslyListedCount = 0;
  let stillListedCount = 0;
  for (const [id, strategyState] of state.strategies) {
    if (!strategyState.isListed) continue;
    previouslyListedCount += 1;
    if (processedPools.acceptedObservationsById.has(id) || processedPools.keptIds.has(id))
      stillListedCount += 1;
  }
  if (
    isShrinkAccepted ||
    previouslyListedCount < SHRINK_CHECK_MIN_STRATEGIES ||
    stillListedCount >= previouslyListedCount * MIN_REMAINING_SHARE
  )
    return undefined;
  return `Only ${stillListedCount} of ${previouslyListedCount} listed strategies are left in the list${describeExclusions(processedPools)}.`;
}

/** Returns the reasons for excluded rows, most frequent first. Returns an empty text if no row was excluded. */
function describeExclusions({ quarantineTally, unpublishedTally }: ProcessedPoolList): string {
  const exclusionTexts = [...Object.entries(quarantineTally), ...Object.entries(unpublishedTally)]
    .toSorted(([, a], [, b]) => b.count - a.count)
    .map(([reason, { count }]) => `${count} ${reason}`);
  return exclusionTexts.length === 0 ? '' : `; left out of it: ${exclusionTexts.join(', ')}`;
}

type ReadingDecision =
  | {
      readonly kind: 'accept';
      readonly observation: PublishableObservation;
      readonly confirmedReading: Reading | undefined;
    }
  | { readonly kind: 'hold'; readonly unconfirmedReading: Reading }
  /** The new reading is ignored, and the strategy keeps its stored record. */
  | { readonly kind: 'keep' }
  | { readonly kind: 'leave_out'; readonly reason: string };

/**
 * Returns what to do with a reading: accept it, hold it, keep the strategy's last record, or leave the strategy out.
 * The spike guard runs before the publication rules. Otherwise, these rules would leave out an implausible reading that
 * should wait for confirmation.
 */
function decideOnReading(
  observation: Observation,
  strategyState: StrategyState | undefined,
  unconfirmedReading: Reading | undefined,
  nowMs: number,
): ReadingDecision {
  const { apy, tvlUsd, observedAtMs } = observation;
  let confirmedReading: Reading | undefined;
  const lastAcceptedReading = strategyState?.isListed === true ? acceptedReadingOf(strategyState) : undefined;
  if (lastAcceptedReading !== undefined) {
    // The stored time is in whole seconds, so a reading counts as older only if it is at least one second older.
    if (apy === null || lastAcceptedReading.observedAtMs - observedAtMs >= 1000) return { kind: 'keep' };
    const trackRecord = strategyState?.trackRecord ?? NO_TRACK_RECORD;
    const guardVerdict = guardReading(
      { apy, tvlUsd, observedAtMs },
      lastAcceptedReading,
      unconfirmedReading,
      trackRecord,
    );
    if (guardVerdict.kind === 'hold') return guardVerdict;
    // A confirmed reading that breaks the publication rules is not added to the history.
    if (
      guardVerdict.confirmedReading !== undefined &&
      applyPublicationRules({ ...observation, ...guardVerdict.confirmedReading }, nowMs).ok
    )
      confirmedReading = guardVerdict.confirmedReading;
  }
  const publicationResult = applyPublicationRules(observation, nowMs);
  return publicationResult.ok
    ? { kind: 'accept', observation: publicationResult.observation, confirmedReading }
    : { kind: 'leave_out', reason: publicationResult.reason };
}

/** Returns whether a strategy is listed and its last reading is recent enough to remain published. */
function isListedWithRecentReading(strategyState: StrategyState | undefined, nowMs: number): boolean {
  return (
    strategyState?.isListed === true &&
    nowMs - strategyState.observedAtSeconds * 1000 <= PUBLICATION_RULES.maxAgeMs
  );
}

type ReadRowResult =
  | { readonly ok: true; readonly observation: Observation }
  | { readonly ok: false; readonly reason: string; readonly poolId: string | undefined };

function readPoolRow(
  row: unknown,
  source: string,
  { fetchedAtMs, lendingByPoolId }: PoolList,
): ReadRowResult {
  const parsed = upstreamPoolSchema.safeParse(row);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0];
    return {
      ok: false,
      reason: `invalid_${field === undefined ? 'row' : String(field)}`,
      poolId: poolIdOf(row),
    };
  }
  const normalizedPool = normalizePool(
    parsed.data,
    source,
    fetchedAtMs,
    lendingByPoolId?.get(parsed.data.pool),
  );
  return normalizedPool.ok ? normalizedPool : { ...normalizedPool, poolId: parsed.data.pool };
}

function poolIdOf(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null || !('pool' in row)) return undefined;
  return typeof row.pool === 'string' ? row.pool : undefined;
}

class ReasonCounter {
  readonly #tally: Record<string, { count: number; examples: string[] }> = {};

  add(reason: string, example: string): void {
    const entry = this.#tally[reason] ?? { count: 0, examples: [] };
    this.#tally[reason] = entry;
    entry.count += 1;
    if (entry.examples.length < MAX_EXAMPLES_PER_REASON && example !== '') {
      entry.examples.push(example.slice(0, 128));
    }
  }

  get tally(): ReasonTally {
    return this.#tally;
  }
}
