import type { DailySeries } from '../market/domain/history/history.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import { BACKFILLED, type StrategyState } from './domain/ingest-state.ts';
import type { PublishableObservation } from './domain/publication.ts';
import { INGEST_DEFAULTS, type IngestOptions } from './options.ts';
import { SourceError } from './sources/market-source.ts';

const AT_ONCE = 6;

/** The result of a request for a strategy's past. */
interface Backfill {
  /** Undefined where it could not be read. */
  readonly series: DailySeries | undefined;
  /** The new mark in the strategy's state. */
  readonly mark: number;
}

/** A strategy whose past is asked for. */
interface Subject {
  readonly id: string;
  readonly observation: PublishableObservation | undefined;
  readonly state: StrategyState | undefined;
}

/** The source's histories of strategies that have none here, for so long as a run has time for them. */
export class Backfills {
  done = 0;
  failed = 0;
  readonly #options: IngestOptions;
  readonly #untilMs: number;
  /** Turned on when the source says that it has had enough. */
  #sourceTired = false;

  constructor(options: IngestOptions) {
    this.#options = options;
    this.#untilMs = performance.now() + (options.backfillSeconds ?? INGEST_DEFAULTS.backfillSeconds) * 1_000;
  }

  /** The histories by strategy. One that cannot be read is tried again by a later run, a few times. */
  async fetch(subjects: readonly Subject[]): Promise<ReadonlyMap<string, Backfill>> {
    const found = new Map<string, Backfill>();
    await forEachParallel(subjects, AT_ONCE, async ({ id, observation, state }) => {
      if (observation === undefined || this.#sourceTired || performance.now() > this.#untilMs) return;
      try {
        const series = await this.#options.source.history(observation.sourcePoolId);
        found.set(id, { series, mark: BACKFILLED });
        this.done += 1;
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        this.failed += 1;
        this.#options.log.warn('A history could not be read', { strategy_id: id, reason: error.message });
        // Rate limited or unreachable: the pool is not the cause.
        this.#sourceTired ||= error.kind === 'rate_limited' || error.kind === 'unreachable';
        if (!this.#sourceTired) found.set(id, { series: undefined, mark: (state?.backfill ?? 0) + 1 });
      }
    });
    return found;
  }
}
