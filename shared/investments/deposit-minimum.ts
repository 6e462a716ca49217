import { ApiError } from '../platform/contract/errors.ts';
import { fromBaseUnits } from '../platform/domain/units.ts';
import type { StrategyTerms } from '../strategies/records.ts';
import { convertUsdToBaseUnits, roundUpToCents } from './domain/minimum.ts';

/** Returns the price of one unit of an asset in USD; undefined if unknown. */
export type ReadPriceUsd = (asset: string) => Promise<number | undefined>;

export interface DepositMinimum {
  /** In base units of the asset. */
  readonly assets: bigint;
  readonly usd: number;
  readonly asset: string;
  readonly decimals: number;
}

/** Returns the price of an asset in USD. Without a known price: 1 for a stablecoin, undefined for other assets. */
export async function readDepositPriceUsd(
  readPriceUsd: ReadPriceUsd,
  { stablecoin }: Pick<StrategyTerms, 'stablecoin'>,
  asset: string,
): Promise<number | undefined> {
  return (await readPriceUsd(asset)) ?? (stablecoin ? 1 : undefined);
}

/** Returns the minimum deposit of a strategy. Undefined if it has none, or if the price is unknown. */
export async function readDepositMinimum(
  readPriceUsd: ReadPriceUsd,
  strategy: Pick<StrategyTerms, 'min_deposit' | 'stablecoin'>,
  { asset, decimals }: Pick<DepositMinimum, 'asset' | 'decimals'>,
): Promise<DepositMinimum | undefined> {
  const usd = strategy.min_deposit;
  if (usd <= 0) return undefined;
  const price = await readDepositPriceUsd(readPriceUsd, strategy, asset);
  if (price === undefined) return undefined;
  return { assets: convertUsdToBaseUnits(usd, price, decimals), usd, asset, decimals };
}

/**
 * Rejects an amount (base units) below the minimum deposit.
 *
 * @throws ApiError below_minimum_deposit
 */
export function requireMinimumDeposit(depositMinimum: DepositMinimum | undefined, assets: bigint): void {
  if (depositMinimum === undefined || assets >= depositMinimum.assets) return;
  const { usd, asset, decimals } = depositMinimum;
  const minimumAmount = fromBaseUnits(depositMinimum.assets, decimals);
  const roundedMinimumAmount = fromBaseUnits(roundUpToCents(depositMinimum.assets, decimals), decimals);
  throw new ApiError('below_minimum_deposit', {
    message: `The minimum deposit is ${usd} USD, which is about ${roundedMinimumAmount} ${asset} at the current price. Increase the amount.`,
    details: { minimum: minimumAmount, asset, min_deposit_usd: usd },
  });
}
