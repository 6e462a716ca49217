import { type PriceOf, priceLookup } from '../domain/price-lookup.ts';
import { currentMarket, type ReadContext } from './prices-data.ts';

export interface Prices {
  readonly priceOf: PriceOf;
  /** When they were observed; null when there are none. */
  readonly asOf: string | null;
}

/** Our own latest prices. Amounts without them are better than none, so that their absence is logged only. */
export async function currentPrices(context: ReadContext): Promise<Prices> {
  try {
    const { value, asOf } = await currentMarket(context);
    return { priceOf: priceLookup(value.prices.map(({ asset, price }) => [asset, price])), asOf };
  } catch (error) {
    context.log.warn('no prices', { error_message: error instanceof Error ? error.message : String(error) });
    return { priceOf: () => undefined, asOf: null };
  }
}
