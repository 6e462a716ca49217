/** Concurrent deposits and withdrawals for the ledger. */
export interface Load {
  readonly what: string;
  /**
   * Number of requests per second, with random (Poisson) arrival times. Absent if clients wait for each response before
   * they send the next request.
   */
  readonly perSecond?: number;
  readonly clients: number;
  readonly owners: number;
  readonly strategies: number;
}
