import { figuresBefore } from '../../before.ts';
import type { NumberColumn, TextColumn } from './format.ts';

/** What is read of a catalog. */
interface Columns {
  readonly size: number;
  numbers(column: NumberColumn): Float64Array;
  codes(column: TextColumn): { readonly codes: Uint32Array; readonly texts: readonly string[] };
}

/** A column that the format before did not have, as far as the catalog's other columns tell it. */
export function columnBefore(catalog: Columns, column: NumberColumn): Float64Array {
  const of = (name: NumberColumn) => catalog.numbers(name);
  const [now, mean7, mean30, mean90, volatility] = [
    of('current_apy'),
    of('apy_7d'),
    of('apy_30d'),
    of('apy_90d'),
    of('volatility_30d'),
  ];
  const { codes, texts } = catalog.codes('exposure');
  const stable = of('stablecoin');
  return Float64Array.from({ length: catalog.size }, (_, ordinal) => {
    const at = (values: Float64Array) => values[ordinal] ?? Number.NaN;
    const figures = figuresBefore({
      current_apy: at(now),
      historical_apy: { '7d': at(mean7), '30d': at(mean30), '90d': at(mean90) },
      volatility_30d: Number.isNaN(at(volatility)) ? null : at(volatility),
      exposure: texts[codes[ordinal] ?? 0] === 'single' ? 'single' : 'multi',
      stablecoin: at(stable) === 1,
    });
    return figures.columns[column] ?? Number.NaN;
  });
}
