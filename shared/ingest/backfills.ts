import type { DailySeries } from '../market/domain/history/history.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import { BACKFILLED, type StrategyState } from './domain/ingest-state.ts';
import type { PublishableObservation } from './domain/publication.ts';
import { INGEST_DEFAULTS, type IngestOptions } from './options.ts';
import { SourceError } from './sources/market-source.ts';

const CONCURRENT_REQUESTS = 6;

/** The result of one request for a strategy's daily history. */
interface BackfillResult {
  /** The history; undefined if it could not be read. */
  readonly series: DailySeries | undefined;
  /** New value of `backfill` in the strategy's state: `BACKFILLED`, or the number of failed attempts. */
  readonly mark: number;
}

/** A strategy whose history the run requests from the source. */
interface BackfillSubject {
  readonly id: string;
  readonly observation: PublishableObservation | undefined;
  readonly state: StrategyState | undefined;
}

/** Reads histories from the source for strategies that have none. Stops at the time limit of the run. */
export class Backfills {
  done = 0;
  failed = 0;
  readonly #options: IngestOptions;
  readonly #untilMs: number;
  /** Whether the source is unreachable or has rate-limited a request. The run then requests no more histories. */
  #isSourceUnavailable = false;

  constructor(options: IngestOptions) {
    this.#options = options;
    this.#untilMs = performance.now() + (options.backfillSeconds ?? INGEST_DEFAULTS.backfillSeconds) * 1_000;
  }

  /**
   * Returns the results by strategy id. After a failed request, later runs repeat it, up to `BACKFILL_ATTEMPTS`
   * attempts in total.
   */
  async fetch(subjects: readonly BackfillSubject[]): Promise<ReadonlyMap<string, BackfillResult>> {
    const results = new Map<string, BackfillResult>();
    await forEachParallel(subjects, CONCURRENT_REQUESTS, async ({ id, observation, state }) => {
      if (observation === undefined || this.#isSourceUnavailable || performance.now() > this.#untilMs) return;
      try {
        const series = await this.#options.source.history(observation.sourcePoolId);
        results.set(id, { series, mark: BACKFILLED });
        this.done += 1;
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        this.failed += 1;
        this.#options.log.warn('A history could not be read', { strategy_id: id, reason: error.message });
        // The source is unavailable for all pools, so this does not count as a failed attempt for this pool.
        this.#isSourceUnavailable ||= error.kind === 'rate_limited' || error.kind === 'unreachable';
        if (!this.#isSourceUnavailable)
          results.set(id, { series: undefined, mark: (state?.backfill ?? 0) + 1 });
      }
    });
    return results;
  }
}
