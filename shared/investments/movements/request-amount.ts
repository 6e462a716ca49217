import { invalidRequest } from '../../platform/contract/errors.ts';
import { BASE_UNITS_MAX, decimalPlaces, fromBaseUnits, toBaseUnits } from '../../platform/domain/units.ts';
import type { Denomination } from '../domain/books.ts';

/**
 * The amount of a request in base units.
 *
 * @throws ApiError invalid_request for more decimal places than the asset has, or more than 2^256 base units
 */
export function amountOf(
  text: string,
  { asset, decimals }: Pick<Denomination, 'asset' | 'decimals'>,
): bigint {
  const refuse = (message: string) => invalidRequest([{ path: 'body.amount', message }]);
  if (decimalPlaces(text) > decimals) {
    throw refuse(`must have at most ${decimals} decimal places, the precision of ${asset}`);
  }
  const amount = toBaseUnits(text, decimals);
  if (amount > BASE_UNITS_MAX)
    throw refuse(`must be at most ${fromBaseUnits(BASE_UNITS_MAX, decimals)} ${asset}`);
  return amount;
}
