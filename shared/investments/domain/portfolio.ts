/** One investment as the totals see it. Amounts in units of the asset. */
export interface PortfolioRow {
  readonly settlement: 'sandbox' | 'onchain';
  readonly chain: string;
  /** Undefined of a strategy that the catalog has never known. */
  readonly protocol: string | undefined;
  readonly asset: string;
  /** Undefined where the price of a vault's shares is not known. */
  readonly value: number | undefined;
  readonly principal: number;
  readonly realized: number;
  /** In percent; undefined when it is not known. */
  readonly apy: number | undefined;
  /** Price of one unit of the asset; undefined when none is known. */
  readonly priceUsd: number | undefined;
}

interface Total {
  readonly value_usd: number;
  readonly principal_usd: number;
  readonly earned_usd: number;
  readonly realized_earnings_usd: number;
  /** Mean of the APY, weighted by value; null without a value. */
  readonly weighted_apy: number | null;
  readonly investments: number;
}

const CENTS = 100;
const APY_DIGITS = 10_000;
const rounded = (value: number, digits: number) => Math.round(value * digits) / digits;

/** A row that can be counted. */
type Priced = PortfolioRow & { readonly value: number; readonly priceUsd: number };

const isPriced = (row: PortfolioRow): row is Priced => row.value !== undefined && row.priceUsd !== undefined;

function total(rows: readonly Priced[]): Total {
  const sum = (of: (row: Priced) => number) => rows.reduce((all, row) => all + of(row) * row.priceUsd, 0);
  const value = sum((row) => row.value);
  const paying = sum((row) => (row.apy === undefined ? 0 : row.value));
  const principal = sum((row) => row.principal);
  return {
    value_usd: rounded(value, CENTS),
    principal_usd: rounded(principal, CENTS),
    earned_usd: rounded(value - principal, CENTS),
    realized_earnings_usd: rounded(
      sum((row) => row.realized),
      CENTS,
    ),
    weighted_apy: paying > 0 ? rounded(sum((row) => row.value * (row.apy ?? 0)) / paying, APY_DIGITS) : null,
    investments: rows.filter((row) => row.value > 0).length,
  };
}

/** Totals by a property, the largest value first. */
function totalsBy(rows: readonly Priced[], keyOf: (row: Priced) => string | undefined) {
  const groups = Map.groupBy(rows, (row) => keyOf(row) ?? 'unknown');
  return [...groups]
    .map(([name, group]) => ({ name, ...total(group) }))
    .sort((a, b) => b.value_usd - a.value_usd || (a.name < b.name ? -1 : 1));
}

/**
 * Totals of investments in USD at present prices, the cost included: so that `earned_usd` is what the assets have
 * earned, and not what their prices did. Investments without a price are named and in no total.
 */
export function portfolioTotals(rows: readonly PortfolioRow[]) {
  const priced = rows.filter(isPriced);
  const unpriced = new Set(rows.filter((row) => !isPriced(row)).map(({ asset }) => asset));
  return {
    ...total(priced),
    by_chain: totalsBy(priced, ({ chain }) => chain),
    by_protocol: totalsBy(priced, ({ protocol }) => protocol),
    by_asset: totalsBy(priced, ({ asset }) => asset),
    by_settlement: totalsBy(priced, ({ settlement }) => settlement),
    unpriced_assets: [...unpriced].sort(),
  };
}
