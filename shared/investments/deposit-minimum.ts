import { ApiError } from '../platform/contract/errors.ts';
import { fromBaseUnits } from '../platform/domain/units.ts';
import type { StrategyTerms } from '../strategies/records.ts';
import { minimumBaseUnits } from './domain/minimum.ts';

/** The price of one unit of an asset in USD; undefined when it is not known. */
export type PriceUsd = (asset: string) => Promise<number | undefined>;

/** The least that a strategy takes at a moment. */
export interface DepositMinimum {
  /** Base units of the asset. */
  readonly assets: bigint;
  readonly usd: number;
  readonly asset: string;
  readonly decimals: number;
}

/** Without a known price a stablecoin counts as one dollar; for any other asset there is none. */
export async function depositPrice(
  priceUsd: PriceUsd,
  { stablecoin }: Pick<StrategyTerms, 'stablecoin'>,
  asset: string,
): Promise<number | undefined> {
  return (await priceUsd(asset)) ?? (stablecoin ? 1 : undefined);
}

/**
 * A strategy's minimum in USD as an amount of what is deposited, at the latest price; undefined where it has none, or
 * where there is no price.
 */
export async function minimumOf(
  priceUsd: PriceUsd,
  strategy: Pick<StrategyTerms, 'min_deposit' | 'stablecoin'>,
  { asset, decimals }: Pick<DepositMinimum, 'asset' | 'decimals'>,
): Promise<DepositMinimum | undefined> {
  const usd = strategy.min_deposit;
  if (usd <= 0) return undefined;
  const price = await depositPrice(priceUsd, strategy, asset);
  if (price === undefined) return undefined;
  return { assets: minimumBaseUnits(usd, price, decimals), usd, asset, decimals };
}

/**
 * Refuses an amount in base units below the minimum. Where there is none, nothing is refused.
 *
 * @throws ApiError below_minimum_deposit
 */
export function requireMinimum(minimum: DepositMinimum | undefined, assets: bigint): void {
  if (minimum === undefined || assets >= minimum.assets) return;
  const { usd, asset, decimals } = minimum;
  const text = fromBaseUnits(minimum.assets, decimals);
  throw new ApiError('below_minimum_deposit', {
    message: `The minimum deposit is ${usd} USD (${text} ${asset} at the current price). Increase the amount.`,
    details: { minimum: text, asset, min_deposit_usd: usd },
  });
}
