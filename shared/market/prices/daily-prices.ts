import { type MarketSnapshot, PRICE_HISTORY_DAYS } from '../domain/market-snapshot.ts';
import { createPriceLookup } from '../domain/price-lookup.ts';
import { type ReadContext, readCurrentMarket } from './prices-data.ts';

export interface DailyPrices {
  /**
   * Returns the price of one whole token in USD on a day (days since 1970-01-01, UTC). For a day after the last known
   * day, returns the latest price. Undefined if the price is unknown.
   */
  readonly priceOn: (asset: string, day: number) => number | undefined;
  /** Time of the latest prices; null if there are no prices. */
  readonly asOf: string | null;
}

/**
 * Returns the daily prices of assets. If they cannot be read, logs a warning and returns no prices, because a report
 * without prices is better than an error.
 */
export async function readDailyPrices(context: ReadContext): Promise<DailyPrices> {
  try {
    const { value, asOf } = await readCurrentMarket(context);
    return { priceOn: createDailyPriceLookup(value), asOf: value.prices.length === 0 ? null : asOf };
  } catch (error) {
    context.log.warn('no prices', { error_message: error instanceof Error ? error.message : String(error) });
    return { priceOn: () => undefined, asOf: null };
  }
}

function createDailyPriceLookup({ prices, priceHistory, lastDay }: MarketSnapshot): DailyPrices['priceOn'] {
  const findPriceSeries = createPriceLookup(
    prices.map(({ asset, price }, priceIndex) => [asset, { price, history: priceHistory[priceIndex] }]),
  );
  return (asset, day) => {
    const priceSeries = findPriceSeries(asset);
    if (priceSeries === undefined || day >= lastDay) return priceSeries?.price;
    const price = lastDay - day < PRICE_HISTORY_DAYS ? priceSeries.history?.at(day - lastDay - 1) : undefined;
    return price === undefined || Number.isNaN(price) ? undefined : price;
  };
}
