import type { ReportState, ReportSubject } from '../domain/reports/position-replay.ts';

/** Selects the positions and the moments of a report. */
export interface ReportRequest {
  readonly account: string;
  /** The id of an end user; empty for the account itself; undefined for the account and all its end users. */
  readonly userId: string | undefined;
  /**
   * Moments in epoch milliseconds, in ascending order. The state at a moment contains only transactions with
   * an earlier time.
   */
  readonly moments: readonly number[];
  /** Number of journal entries after which a position's state is stored again; undefined for the default. */
  readonly entriesPerStoredState?: number | undefined;
}

/**
 * A position and its state at each moment. The state is undefined at moments before the position was opened.
 */
export interface PositionReport {
  readonly subject: ReportSubject;
  readonly states: readonly (
    | (Omit<ReportState<unknown>, 'holding'> & {
        /** Value of shares received without a payment, less the value of shares sent, in base units of the asset. */
        readonly transferred: bigint;
        /** Value in base units of the asset; undefined if no share price is known. */
        readonly value: bigint | undefined;
      })
    | undefined
  )[];
}
