/** A wallet's shares in a vault at a block, by the journal and by the chain. */
export interface ComparedWallet {
  readonly wallet: string;
  /** Shares by the journal. */
  readonly booked: bigint;
  /** Shares on the chain; undefined where the chain does not say. */
  readonly held: bigint | undefined;
  /** Its events are booked from after this block. */
  readonly sinceBlock: number;
}

/** The shares of all wallets in one vault, by the journal and by the chain. */
export interface VaultComparison {
  readonly wallets: number;
  readonly owed: bigint;
  readonly held: bigint;
  /** Shares missing on the chain, summed over wallets. A surplus of one wallet does not offset another's shortfall. */
  readonly lacking: bigint;
  readonly lackingWallets: readonly string[];
  /** Shares that the chain holds beyond the journal, summed over wallets: events that were missed. */
  readonly excess: bigint;
  readonly excessWallets: readonly string[];
  /** The first block in which an event of a differing wallet may have been missed; undefined where none differs. */
  readonly differsFrom: number | undefined;
  /** Wallets for which the comparison is not possible. */
  readonly unknownWallets: number;
}

/** Whether a wallet has fewer shares on the chain than in the ledger. */
function lacks({ booked, held }: ComparedWallet): boolean {
  return held !== undefined && held < booked;
}

/** Whether a wallet has more shares on the chain than in the ledger. */
function exceedsBooks({ booked, held }: ComparedWallet): boolean {
  return held !== undefined && held > booked;
}

/** Whether journal and chain differ in either direction. */
export function differs(wallet: ComparedWallet): boolean {
  return lacks(wallet) || exceedsBooks(wallet);
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

/** The wallets of one vault together. */
export function compared(wallets: readonly ComparedWallet[]): VaultComparison {
  const lacking = wallets.filter(lacks);
  const excess = wallets.filter(exceedsBooks);
  const since = [...lacking, ...excess].map(({ sinceBlock }) => sinceBlock);
  return {
    wallets: wallets.length,
    owed: sum(wallets.map(({ booked }) => booked)),
    held: sum(wallets.map(({ held }) => held ?? 0n)),
    lacking: sum(lacking.map(({ booked, held = 0n }) => booked - held)),
    lackingWallets: lacking.map(({ wallet }) => wallet),
    excess: sum(excess.map(({ booked, held = 0n }) => held - booked)),
    excessWallets: excess.map(({ wallet }) => wallet),
    differsFrom: since.length === 0 ? undefined : Math.min(...since) + 1,
    unknownWallets: wallets.filter(({ held }) => held === undefined).length,
  };
}

/**
 * Whether the journal owes more than the chain holds. Undefined where that is not known: some wallets could not be
 * compared, or the vault is declared as rebasing, where a shortfall may not be recorded yet.
 */
export function exceeds(
  { lacking, unknownWallets }: Pick<VaultComparison, 'lacking' | 'unknownWallets'>,
  isRebasing: boolean,
): boolean | undefined {
  if (lacking > 0n) return isRebasing ? undefined : true;
  return unknownWallets > 0 ? undefined : false;
}
