import type { DailySeries } from '../market/domain/history/history.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import { BACKFILL_STATUS_DONE, type StrategyState } from './domain/ingest-state.ts';
import type { PublishableObservation } from './domain/publication.ts';
import { INGEST_DEFAULTS, type IngestOptions } from './options.ts';
import { SourceError } from './sources/market-source.ts';

const CONCURRENT_REQUESTS_MAX = 6;

interface BackfillResult {
  /** The history; undefined if it could not be read. */
  readonly series: DailySeries | undefined;
  /** New `backfillStatus` of the strategy: `BACKFILL_STATUS_DONE`, or the number of failed attempts. */
  readonly backfillStatus: number;
}

interface StrategyToBackfill {
  readonly id: string;
  readonly observation: PublishableObservation | undefined;
  readonly state: StrategyState | undefined;
}

/**
 * Reads daily histories from the source for strategies that have no history yet. Stops at the time limit of the run.
 */
export class HistoryBackfill {
  completedCount = 0;
  failedCount = 0;
  readonly #options: IngestOptions;
  readonly #deadlineMs: number;
  /** Whether the source is unreachable or has rate-limited a request. The run then requests no more histories. */
  #isSourceUnavailable = false;

  constructor(options: IngestOptions) {
    this.#options = options;
    this.#deadlineMs =
      performance.now() + (options.backfillSeconds ?? INGEST_DEFAULTS.backfillSeconds) * 1_000;
  }

  /**
   * Requests one history per strategy and returns the results by strategy id. If a request fails, a later run repeats
   * it. After `MAX_BACKFILL_ATTEMPTS` failed requests for a strategy, no run requests its history again.
   */
  async fetch(strategies: readonly StrategyToBackfill[]): Promise<ReadonlyMap<string, BackfillResult>> {
    const backfillResults = new Map<string, BackfillResult>();
    await forEachParallel(strategies, CONCURRENT_REQUESTS_MAX, async ({ id, observation, state }) => {
      if (observation === undefined || this.#isSourceUnavailable || performance.now() > this.#deadlineMs)
        return;
      try {
        const series = await this.#options.source.history(observation.sourcePoolId);
        backfillResults.set(id, { series, backfillStatus: BACKFILL_STATUS_DONE });
        this.completedCount += 1;
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        this.failedCount += 1;
        this.#options.log.warn('A history could not be read', { strategy_id: id, reason: error.message });
        // An unavailable source affects all pools. The error is therefore not counted as a failed attempt of this pool.
        this.#isSourceUnavailable ||= error.kind === 'rate_limited' || error.kind === 'unreachable';
        if (!this.#isSourceUnavailable)
          backfillResults.set(id, { series: undefined, backfillStatus: (state?.backfillStatus ?? 0) + 1 });
      }
    });
    return backfillResults;
  }
}
