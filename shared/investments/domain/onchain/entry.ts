/** Signed amounts: assets in base units, shares in the vault's share units. */
export interface AssetAndShareAmounts {
  readonly assets: bigint;
  readonly shares: bigint;
}

/** The cost basis of shares that came from another wallet of the same account. */
export interface TransferredCostBasis {
  /** The cost in base units of the asset. */
  readonly cost: bigint;
  /**
   * The cost in USD, multiplied by 10^decimals of the asset, because it is computed from base units. Undefined if
   * unknown.
   */
  readonly costUsd: number | undefined;
}

/**
 * One entry in the journal of a vault position. An entry never changes. A later entry confirms a pending
 * entry (`post`), cancels it (`void`), or reverses a posted entry.
 */
export interface ChainEntry {
  readonly sequence: number;
  readonly effect: 'pending' | 'post' | 'void' | 'reverse' | 'rebase' | 'opening';
  /**
   * Key of the vault event: chain transaction, vault, wallet, direction and a counter. The key of a rebase or an
   * opening balance contains the block's hash and no chain transaction.
   */
  readonly logKey: string;
  readonly kind: 'deposit' | 'withdrawal' | 'transfer' | 'rebase' | 'opening';
  readonly amounts: AssetAndShareAmounts;
  /**
   * Value of shares that moved without a payment, in base units of the asset at the share price of their block.
   * Positive if the wallet received the shares, negative if it sent them. 0 for all other entries.
   */
  readonly worth: bigint;
  readonly carried?: TransferredCostBasis | undefined;
  /**
   * For a transfer between two recorded wallets: the other wallet, and the log key of the event in that wallet's
   * journal. Otherwise undefined.
   */
  readonly peer?: { readonly wallet: string; readonly logKey: string } | undefined;
  readonly block: number;
  readonly blockHash: string;
  readonly transactionHash?: string | undefined;
  /** Id of the vault transaction that caused the event. Undefined for an external transaction. */
  readonly vaultTransactionId?: string | undefined;
  /**
   * `effectiveAtMs` is the time of the event's block, `bookedAtMs` the time at which this entry was written.
   * Both are in epoch milliseconds.
   */
  readonly effectiveAtMs: number;
  readonly bookedAtMs: number;
  /**
   * The amount of the asset's transfers minus the amount in the vault's event, in base units. Negative if less was
   * transferred. Undefined if both amounts are equal.
   */
  readonly assetDifference?: bigint | undefined;
  /** Price of one unit of the asset in USD when the entry was written; undefined if unknown. */
  readonly priceUsd?: number | undefined;
  /** Digest of this entry and all entries before it. */
  readonly digest: string;
}
