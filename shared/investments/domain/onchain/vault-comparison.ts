/** What the books say of a wallet's shares in a vault at a block, beside what the chain says there. */
export interface ComparedWallet {
  readonly wallet: string;
  /** Shares by the books. */
  readonly booked: bigint;
  /** Whether the books know what the wallet held before they followed it; otherwise it holds `booked` at least. */
  readonly isWhole: boolean;
  /** Shares on the chain; undefined where the chain does not say. */
  readonly held: bigint | undefined;
}

/** What the wallets of one vault are owed by the books and given by the chain, in shares. */
export interface VaultComparison {
  readonly wallets: number;
  readonly owed: bigint;
  readonly held: bigint;
  /** What is held less than the books say, wallet by wallet: what one has too much covers no other. */
  readonly lacking: bigint;
  readonly lackingWallets: readonly string[];
  /** Wallets of which it cannot be told whether they hold what the books say. */
  readonly unknownWallets: number;
}

/** Whether the chain gives a wallet less than the books do. More is no error: it is not booked yet, or a gift. */
export function lacks({ booked, held }: ComparedWallet): boolean {
  return held !== undefined && held < booked;
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

/** The wallets of one vault together. */
export function compared(wallets: readonly ComparedWallet[]): VaultComparison {
  const lacking = wallets.filter(lacks);
  return {
    wallets: wallets.length,
    owed: sum(wallets.map(({ booked }) => booked)),
    held: sum(wallets.map(({ held }) => held ?? 0n)),
    lacking: sum(lacking.map(({ booked, held = 0n }) => booked - held)),
    lackingWallets: lacking.map(({ wallet }) => wallet),
    unknownWallets: wallets.filter((each) => !lacks(each) && (each.held === undefined || !each.isWhole))
      .length,
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
