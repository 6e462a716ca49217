/**
 * The assumed donation, as a multiple of the vault's assets, or of the deposit or withdrawal if that is
 * larger.
 */
const DONATION_MULTIPLE = 10n;
const BASIS_POINTS = 10_000n;

/**
 * The values that decide how much a donation to a vault can cost other depositors. Supply and assets in base
 * units.
 */
export interface DonationTarget {
  readonly supply: bigint;
  readonly totalAssets: bigint;
  /**
   * Decimals of the shares minus decimals of the asset. The offset creates virtual shares, which absorb part
   * of a donation.
   */
  readonly offset: number;
}

/**
 * The largest rounding loss of a deposit or withdrawal of `assets` if somebody donates to the vault just
 * before it.
 * In hundredths of a percent, rounded up. A donation raises the share price for everybody, so only rounding
 * costs anything: less than one share. The price follows OpenZeppelin's ERC-4626, `(totalAssets + 1) /
 * (supply + 10^offset)`.
 *
 * @param assets base units of the asset, more than 0
 */
export function donationLoss({ supply, totalAssets, offset }: DonationTarget, assets: bigint): bigint {
  const largerAmount = totalAssets > assets ? totalAssets : assets;
  const donated = totalAssets + DONATION_MULTIPLE * largerAmount + 1n;
  const shares = supply + 10n ** BigInt(Math.max(0, offset));
  const loss = (donated * BASIS_POINTS + shares * assets - 1n) / (shares * assets);
  return loss > BASIS_POINTS ? BASIS_POINTS : loss;
}
