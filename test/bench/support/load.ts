/** Movements that come to the books at once. */
export interface Load {
  readonly what: string;
  /** Movements a second in open Poisson arrivals; absent for clients that each wait for their answer. */
  readonly perSecond?: number;
  readonly clients: number;
  readonly owners: number;
  readonly strategies: number;
}
