/** Amounts of one kind. Posted amounts count; pending amounts may still be voided. Base units and shares, signed. */
export interface Amounts {
  readonly assets: bigint;
  readonly shares: bigint;
}

/** The cost that shares bring along from another wallet of the same account. */
export interface CarriedCost {
  /** Base units of the asset. */
  readonly cost: bigint;
  /** The same in USD per whole base unit, as `VaultState` counts it; undefined when it is not known. */
  readonly costUsd: number | undefined;
}

/** One line of a position's journal. It never changes: another line posts, voids or reverses a pending one. */
export interface ChainEntry {
  readonly sequence: number;
  /** An opening balance and a rebase count at once: neither has an event of the vault. */
  readonly effect: 'pending' | 'post' | 'void' | 'reverse' | 'rebase' | 'opening';
  /** Names the vault's event: transaction, vault, wallet, direction and place; the block for a rebase or an opening balance. */
  readonly logKey: string;
  readonly kind: 'deposit' | 'withdrawal' | 'transfer' | 'rebase' | 'opening';
  readonly amounts: Amounts;
  /**
   * The worth in base units of shares that came or left without a payment, at their block's share price, with the sign
   * of the shares. Such are transfers, deposits that another address paid, and an opening balance. 0 for paid shares
   * and for a rebase.
   */
  readonly worth: bigint;
  readonly carried?: CarriedCost | undefined;
  /** Of a transfer between followed wallets, the other wallet and the name of its event. */
  readonly peer?: { readonly wallet: string; readonly logKey: string } | undefined;
  readonly block: number;
  readonly blockHash: string;
  readonly transactionHash?: string | undefined;
  /** The request that the event carries out; undefined for an external event. */
  readonly intentId?: string | undefined;
  /** When it happened, by its block, and when it was written here. */
  readonly effectiveAtMs: number;
  readonly bookedAtMs: number;
  /** What the asset's transfers moved beyond what the event says, in base units, where they differ. */
  readonly assetDifference?: bigint | undefined;
  /** Price of one unit of the asset in USD when it was written; undefined when none was known. */
  readonly priceUsd?: number | undefined;
  /** Of this entry and all before it (see chainedDigest). */
  readonly digest: string;
}
