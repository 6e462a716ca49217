import type { ReportSubject, TrackState } from '../domain/reports/track.ts';

/** Selects the positions and the moments of a report. */
export interface ReportRequest {
  readonly account: string;
  /** An end user; empty for the account itself; undefined for all. */
  readonly userId: string | undefined;
  /** Epoch milliseconds in rising order. A state contains only what happened before its moment. */
  readonly moments: readonly number[];
  /** Number of entries between two stored past positions; undefined for the default. */
  readonly entriesPerStoredState?: number | undefined;
}

/** A position and its state at each moment; undefined before it was opened. */
export interface PositionReport {
  readonly subject: ReportSubject;
  readonly states: readonly (
    | (Omit<TrackState<unknown>, 'holding'> & {
        /** Value in base units of shares received without a payment, less the value of shares sent. */
        readonly transferred: bigint;
        /** Value in base units of the asset; undefined if no share price is known. */
        readonly value: bigint | undefined;
      })
    | undefined
  )[];
}
