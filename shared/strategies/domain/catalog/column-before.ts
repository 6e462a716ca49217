import { figuresBefore } from '../before.ts';
import type { Catalog } from './catalog.ts';
import type { NumberColumn } from './format.ts';

/** A column that the format before did not have, as far as the catalog's other columns tell it. */
export function columnBefore(catalog: Catalog, column: NumberColumn): Float64Array {
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
