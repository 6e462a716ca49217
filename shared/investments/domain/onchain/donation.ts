/**
 * Size of the assumed donation. The donation is this many times the vault's assets or the amount of the
 * deposit or withdrawal, whichever is larger.
 */
const DONATION_MULTIPLE = 10n;
const BASIS_POINTS = 10_000n;

/**
 * The values that determine the largest loss of a depositor if somebody donates to the vault. Supply and
 * assets are in base units.
 */
export interface DonationTarget {
  readonly supply: bigint;
  readonly totalAssets: bigint;
  /**
   * Decimals of the shares minus decimals of the asset. This offset creates virtual shares, which receive
   * part of a donation.
   */
  readonly offset: number;
}

/**
 * Returns the largest rounding loss of a deposit or withdrawal of `assets` if somebody donates to the vault just before
 * this deposit or withdrawal.
 * The result is in basis points (0.01%) of `assets`, rounded up. Because a donation raises the share price for
 * everybody, the only loss is from rounding, and it is less than one share. The price follows OpenZeppelin's
 * ERC-4626, `(totalAssets + 1) / (supply + 10^offset)`.
 *
 * @param assets base units of the asset, more than 0
 */
export function donationLoss({ supply, totalAssets, offset }: DonationTarget, assets: bigint): bigint {
  const largerAmount = totalAssets > assets ? totalAssets : assets;
  const assetsAfterDonation = totalAssets + DONATION_MULTIPLE * largerAmount + 1n;
  const shares = supply + 10n ** BigInt(Math.max(0, offset));
  const loss = (assetsAfterDonation * BASIS_POINTS + shares * assets - 1n) / (shares * assets);
  return loss > BASIS_POINTS ? BASIS_POINTS : loss;
}
