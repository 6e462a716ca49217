/** What the books say of a wallet's shares in a vault at a block, beside what the chain says there. */
export interface ComparedWallet {
  readonly wallet: string;
  /** Shares by the books. */
  readonly booked: bigint;
  /** Shares on the chain; undefined where the chain does not say. */
  readonly held: bigint | undefined;
  /** Its events are booked from after this block. */
  readonly sinceBlock: number;
}

/** What the wallets of one vault are owed by the books and given by the chain, in shares. */
export interface VaultComparison {
  readonly wallets: number;
  readonly owed: bigint;
  readonly held: bigint;
  /** What is held less than the books say, wallet by wallet: what one has too much covers no other. */
  readonly lacking: bigint;
  readonly lackingWallets: readonly string[];
  /** What is held beyond what the books say, wallet by wallet: an event that was missed. */
  readonly excess: bigint;
  readonly excessWallets: readonly string[];
  /** The first block in which an event of a differing wallet may have been missed; undefined where none differs. */
  readonly differsFrom: number | undefined;
  /** Wallets of which it cannot be told whether they hold what the books say. */
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

/** Whether books and chain differ, either way. */
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
 * Whether the books owe more than the chain holds; undefined where that cannot be told: of some wallets, or of a vault whose
 * balances are declared to move by themselves, as what it has less may not be booked yet.
 */
export function exceeds(
  { lacking, unknownWallets }: Pick<VaultComparison, 'lacking' | 'unknownWallets'>,
  isRebasing: boolean,
): boolean | undefined {
  if (lacking > 0n) return isRebasing ? undefined : true;
  return unknownWallets > 0 ? undefined : false;
}
