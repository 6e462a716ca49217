/** Signed amounts: assets in base units, shares in the vault's share units. */
export interface SignedAmounts {
  readonly assets: bigint;
  readonly shares: bigint;
}

/** The cost basis of shares that came from another wallet of the same account. */
export interface CarriedCost {
  /** Base units of the asset. */
  readonly cost: bigint;
  /** The cost in USD, per base unit as in `VaultPositionState`; undefined if unknown. */
  readonly costUsd: number | undefined;
}

/**
 * One entry in the journal of a vault position. An entry never changes: a later entry posts, voids or
 * reverses a pending one.
 */
export interface ChainEntry {
  readonly sequence: number;
  /**
   * An opening balance and a rebase count at once, because neither has a vault event that could be undone.
   */
  readonly effect: 'pending' | 'post' | 'void' | 'reverse' | 'rebase' | 'opening';
  /**
   * Name of the vault event: transaction, vault, wallet, direction and index. For a rebase or an opening
   * balance: its block.
   */
  readonly logKey: string;
  readonly kind: 'deposit' | 'withdrawal' | 'transfer' | 'rebase' | 'opening';
  readonly amounts: SignedAmounts;
  /**
   * Value in base units of shares that moved without a payment, at the share price of their block, with the
   * sign of the shares.
   * Such shares come from transfers, deposits paid by another address, and opening balances. 0 for paid
   * shares and for a rebase.
   */
  readonly worth: bigint;
  readonly carried?: CarriedCost | undefined;
  /** For a transfer between two followed wallets: the other wallet and the name of its event. */
  readonly peer?: { readonly wallet: string; readonly logKey: string } | undefined;
  readonly block: number;
  readonly blockHash: string;
  readonly transactionHash?: string | undefined;
  /** The intent that the event carries out; undefined for an external transaction. */
  readonly intentId?: string | undefined;
  /** Time of the event's block, and time at which this entry was written. */
  readonly effectiveAtMs: number;
  readonly bookedAtMs: number;
  /** Amount that the asset's transfers moved minus the amount in the vault event, in base units; undefined if equal. */
  readonly assetDifference?: bigint | undefined;
  /** Price of one unit of the asset in USD when the entry was written; undefined if unknown. */
  readonly priceUsd?: number | undefined;
  /** Digest of this entry and all entries before it (see `chainDigest`). */
  readonly digest: string;
}
