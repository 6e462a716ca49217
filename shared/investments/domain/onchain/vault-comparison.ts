/** A wallet's shares in a vault at one block: in the journal and on the chain. */
export interface ComparedWallet {
  readonly wallet: string;
  /** Shares according to the journal. */
  readonly recordedShares: bigint;
  /** Shares on the chain; undefined if the chain could not be read. */
  readonly sharesOnChain: bigint | undefined;
  /** The journal contains the wallet's events in all blocks after this block. */
  readonly sinceBlock: number;
}

/** The shares of all wallets in one vault: in the journal and on the chain. */
export interface VaultComparison {
  readonly wallets: number;
  readonly recordedShares: bigint;
  readonly sharesOnChain: bigint;
  /** Shares that `lackingWallets` have in the journal but not on the chain. */
  readonly lacking: bigint;
  readonly lackingWallets: readonly string[];
  /** Number of shares that wallets have on the chain but not in the journal, because events were missed. */
  readonly excess: bigint;
  readonly excessWallets: readonly string[];
  /** First block in which an event may have been missed. Undefined if all compared wallets match the chain. */
  readonly differsFrom: number | undefined;
  /** Number of wallets that could not be compared. */
  readonly unknownWallets: number;
}

function hasShortfall({ recordedShares, sharesOnChain }: ComparedWallet): boolean {
  return sharesOnChain !== undefined && sharesOnChain < recordedShares;
}

function hasExcess({ recordedShares, sharesOnChain }: ComparedWallet): boolean {
  return sharesOnChain !== undefined && sharesOnChain > recordedShares;
}

export function hasDifference(wallet: ComparedWallet): boolean {
  return hasShortfall(wallet) || hasExcess(wallet);
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

/** Sums the comparisons of all wallets in one vault. */
export function compareVaultTotals(wallets: readonly ComparedWallet[]): VaultComparison {
  const walletsWithShortfall = wallets.filter(hasShortfall);
  const walletsWithExcess = wallets.filter(hasExcess);
  const followedSinceBlockNumbers = [...walletsWithShortfall, ...walletsWithExcess].map(
    ({ sinceBlock }) => sinceBlock,
  );
  return {
    wallets: wallets.length,
    recordedShares: sum(wallets.map(({ recordedShares }) => recordedShares)),
    sharesOnChain: sum(wallets.map(({ sharesOnChain }) => sharesOnChain ?? 0n)),
    lacking: sum(
      walletsWithShortfall.map(({ recordedShares, sharesOnChain = 0n }) => recordedShares - sharesOnChain),
    ),
    lackingWallets: walletsWithShortfall.map(({ wallet }) => wallet),
    excess: sum(
      walletsWithExcess.map(({ recordedShares, sharesOnChain = 0n }) => sharesOnChain - recordedShares),
    ),
    excessWallets: walletsWithExcess.map(({ wallet }) => wallet),
    differsFrom:
      followedSinceBlockNumbers.length === 0 ? undefined : Math.min(...followedSinceBlockNumbers) + 1,
    unknownWallets: wallets.filter(({ sharesOnChain }) => sharesOnChain === undefined).length,
  };
}

/**
 * Returns whether wallets have fewer shares on the chain than in the journal. Returns undefined if some wallets could
 * not be compared, or if the last rebase of the vault may not be recorded yet.
 */
export function isInsolvent(
  { lacking, unknownWallets }: Pick<VaultComparison, 'lacking' | 'unknownWallets'>,
  isRebasing: boolean,
): boolean | undefined {
  if (lacking > 0n) return isRebasing ? undefined : true;
  return unknownWallets > 0 ? undefined : false;
}
