import { createPriceLookup, type PriceOf } from '../domain/price-lookup.ts';
import { type ReadContext, readCurrentMarket } from './prices-data.ts';

export interface CurrentPrices {
  readonly priceOf: PriceOf;
  /** Time of the prices; null if there are no prices. */
  readonly asOf: string | null;
}

/**
 * Returns the latest prices. If they cannot be read, logs a warning and returns no prices, because a response without
 * prices is better than an error.
 */
export async function readCurrentPrices(context: ReadContext): Promise<CurrentPrices> {
  try {
    const { value, asOf } = await readCurrentMarket(context);
    return { priceOf: createPriceLookup(value.prices.map(({ asset, price }) => [asset, price])), asOf };
  } catch (error) {
    context.log.warn('no prices', { error_message: error instanceof Error ? error.message : String(error) });
    return { priceOf: () => undefined, asOf: null };
  }
}
