/** Amounts of one kind: what is posted counts, what is pending may yet be void. Base units and shares, signed. */
export interface Amounts {
  readonly assets: bigint;
  readonly shares: bigint;
}

/** One line of a position's journal. It is never changed: what was pending is posted, voided or reversed by another. */
export interface ChainEntry {
  readonly sequence: number;
  /** A rebase stands at once: it is what the chain has given or taken without an event. */
  readonly effect: 'pending' | 'post' | 'void' | 'reverse' | 'rebase';
  /** Names the vault's event: transaction, block and the log's place in its receipt; the block for a rebase. */
  readonly logKey: string;
  readonly kind: 'deposit' | 'withdrawal' | 'transfer' | 'rebase';
  readonly amounts: Amounts;
  /** When it happened, by its block, and when it was written here. */
  readonly effectiveAtMs: number;
  readonly bookedAtMs: number;
  /** What the asset's transfers moved beyond what the event says, in base units, where they differ. */
  readonly assetDifference?: bigint | undefined;
  /** Price of one unit of the asset in USD when it was written; undefined when none was known. */
  readonly priceUsd?: number | undefined;
}
