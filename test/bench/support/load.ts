/** Concurrent deposits and withdrawals for the ledger. */
export interface Load {
  readonly what: string;
  /** Requests a second with random (Poisson) arrivals. Absent for clients that wait for each response. */
  readonly perSecond?: number;
  readonly clients: number;
  readonly owners: number;
  readonly strategies: number;
}
