import type { Subject, TrackState } from '../domain/reports/track.ts';

/** Whose positions, and when. */
export interface ReportRequest {
  readonly account: string;
  /** One of the account's users, or (empty) the account itself; all of them when undefined. */
  readonly userId: string | undefined;
  /** Epoch milliseconds in rising order, exclusive: what happened before each. */
  readonly moments: readonly number[];
  /** The number of entries between stored balances; undefined for the default. */
  readonly standingsEvery?: number | undefined;
}

/** A position as it stood at each of the moments; undefined before it was opened. */
export interface Report {
  readonly subject: Subject;
  readonly states: readonly (
    | (Omit<TrackState<unknown>, 'holding'> & {
        /** Base units that shares without a payment were worth as they came, less as such shares left. */
        readonly transferred: bigint;
        /** In base units of the asset; undefined where no price of the vault's shares is known. */
        readonly value: bigint | undefined;
      })
    | undefined
  )[];
}
