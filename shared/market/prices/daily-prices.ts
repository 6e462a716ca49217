import { type MarketSnapshot, PRICE_HISTORY_DAYS } from '../domain/market-snapshot.ts';
import { priceLookup } from '../domain/price-lookup.ts';
import { currentMarket, type ReadContext } from './prices-data.ts';

/** Prices of the last days. */
export interface DailyPrices {
  /** USD for one whole token on a day (since 1970-01-01, UTC); of a day past the last the latest; undefined where unknown. */
  readonly priceOn: (asset: string, day: number) => number | undefined;
  /** When the latest were observed; null when there are none. */
  readonly asOf: string | null;
}

/** The prices of the last 31 days, from memory. Reports without them are better than none: their absence is logged. */
export async function dailyPrices(context: ReadContext): Promise<DailyPrices> {
  try {
    const { value, asOf } = await currentMarket(context);
    return { priceOn: lookupOf(value), asOf: value.prices.length === 0 ? null : asOf };
  } catch (error) {
    context.log.warn('no prices', { error_message: error instanceof Error ? error.message : String(error) });
    return { priceOn: () => undefined, asOf: null };
  }
}

function lookupOf({ prices, priceHistory, lastDay }: MarketSnapshot): DailyPrices['priceOn'] {
  const seriesOf = priceLookup(
    prices.map(({ asset, price }, i) => [asset, { price, history: priceHistory[i] }]),
  );
  return (asset, day) => {
    const known = seriesOf(asset);
    if (known === undefined || day >= lastDay) return known?.price;
    const price = lastDay - day < PRICE_HISTORY_DAYS ? known.history?.at(day - lastDay - 1) : undefined;
    return price === undefined || Number.isNaN(price) ? undefined : price;
  };
}
