/** A donation is taken to be this many times what the vault holds, or the amount itself where that is more. */
const DONATION_TIMES = 10n;
const BASIS_POINTS = 10_000n;

/** The figures that decide how much a donation to a vault can cost other depositors. All in base units. */
export interface DonationTarget {
  readonly supply: bigint;
  readonly totalAssets: bigint;
  /** Decimals of the shares less those of the asset: virtual shares that take their part of a donation. */
  readonly offset: number;
}

/**
 * The most that a deposit or withdrawal of `assets` can lose to rounding, in hundredths of a percent, rounded up, when
 * somebody donates to the vault just before it. A donation raises the price of a share for everybody, so that only
 * rounding costs anything: less than one share. The price is that of OpenZeppelin's ERC-4626,
 * `(totalAssets + 1) / (supply + 10^offset)`.
 *
 * @param assets base units of the asset, more than 0
 */
export function donationLoss({ supply, totalAssets, offset }: DonationTarget, assets: bigint): bigint {
  const larger = totalAssets > assets ? totalAssets : assets;
  const donated = totalAssets + DONATION_TIMES * larger + 1n;
  const shares = supply + 10n ** BigInt(Math.max(0, offset));
  const loss = (donated * BASIS_POINTS + shares * assets - 1n) / (shares * assets);
  return loss > BASIS_POINTS ? BASIS_POINTS : loss;
}
