/**
 * Assumed size of an attacker's donation (assets sent to the vault without receiving shares). The unit is the larger of
 * two amounts: the vault's assets, and the deposited or withdrawn amount.
 */
const DONATION_MULTIPLE = 10n;
const ONE_IN_BASIS_POINTS = 10_000n;

/** The values from which `donationLossInBasisPoints` is computed. Supply and assets are in base units. */
export interface DonationTarget {
  readonly supply: bigint;
  readonly totalAssets: bigint;
  /** Decimals of the shares minus decimals of the asset, as in OpenZeppelin's ERC-4626. */
  readonly offset: number;
}

/**
 * Returns the largest loss of a deposit or withdrawal of `assets` if an attacker sends assets to the vault just before.
 * The loss is in basis points (0.01%) of `assets`, rounded up.
 * It comes from rounding to whole shares. OpenZeppelin's share price is `(totalAssets + 1) / (supply + 10^offset)`.
 *
 * @param assets base units of the asset, more than 0
 */
export function donationLossInBasisPoints(
  { supply, totalAssets, offset }: DonationTarget,
  assets: bigint,
): bigint {
  const largerAmount = totalAssets > assets ? totalAssets : assets;
  const assetsAfterDonation = totalAssets + DONATION_MULTIPLE * largerAmount + 1n;
  const shares = supply + 10n ** BigInt(Math.max(0, offset));
  const loss = (assetsAfterDonation * ONE_IN_BASIS_POINTS + shares * assets - 1n) / (shares * assets);
  return loss > ONE_IN_BASIS_POINTS ? ONE_IN_BASIS_POINTS : loss;
}
