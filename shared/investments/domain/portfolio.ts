/** One investment, as input of the portfolio totals. Amounts are in units of the asset. */
export interface PortfolioRow {
  readonly settlement: 'sandbox' | 'onchain';
  readonly chain: string;
  /** The strategy's protocol; undefined if the strategy was never in the catalog. */
  readonly protocol: string | undefined;
  readonly asset: string;
  /** The investment's value; undefined if the vault's share price is unknown. */
  readonly value: number | undefined;
  readonly principal: number;
  readonly realized: number;
  /** APY in percent; undefined if unknown. */
  readonly apy: number | undefined;
  /** Price of one unit of the asset in USD; undefined if unknown. */
  readonly priceUsd: number | undefined;
}

interface PortfolioTotal {
  readonly value_usd: number;
  readonly principal_usd: number;
  readonly earned_usd: number;
  readonly realized_earnings_usd: number;
  /** Mean APY in percent, weighted by value. Null if no investment has an APY and a value. */
  readonly weighted_apy: number | null;
  readonly investments: number;
}

const CENTS_PER_DOLLAR = 100;
const APY_SCALE = 10_000;
const roundToScale = (value: number, scale: number) => Math.round(value * scale) / scale;

type PricedRow = PortfolioRow & { readonly value: number; readonly priceUsd: number };

const hasPrice = (row: PortfolioRow): row is PricedRow =>
  row.value !== undefined && row.priceUsd !== undefined;

function portfolioTotalOf(rows: readonly PricedRow[]): PortfolioTotal {
  const sum = (of: (row: PricedRow) => number) =>
    rows.reduce((total, row) => total + of(row) * row.priceUsd, 0);
  const valueUsd = sum((row) => row.value);
  const valueWithKnownApyUsd = sum((row) => (row.apy === undefined ? 0 : row.value));
  const principalUsd = sum((row) => row.principal);
  return {
    value_usd: roundToScale(valueUsd, CENTS_PER_DOLLAR),
    principal_usd: roundToScale(principalUsd, CENTS_PER_DOLLAR),
    earned_usd: roundToScale(valueUsd - principalUsd, CENTS_PER_DOLLAR),
    realized_earnings_usd: roundToScale(
      sum((row) => row.realized),
      CENTS_PER_DOLLAR,
    ),
    weighted_apy:
      valueWithKnownApyUsd > 0
        ? roundToScale(sum((row) => row.value * (row.apy ?? 0)) / valueWithKnownApyUsd, APY_SCALE)
        : null,
    investments: rows.filter((row) => row.value > 0).length,
  };
}

/** Returns the totals of investments by a property, such as the chain. The largest total comes first. */
function sumRowsBy(rows: readonly PricedRow[], groupKeyOf: (row: PricedRow) => string | undefined) {
  const rowsByGroupKey = Map.groupBy(rows, (row) => groupKeyOf(row) ?? 'unknown');
  return [...rowsByGroupKey]
    .map(([name, group]) => ({ name, ...portfolioTotalOf(group) }))
    .sort((a, b) => b.value_usd - a.value_usd || (a.name < b.name ? -1 : 1));
}

/**
 * Returns the totals of investments in USD at current prices. Investments without a price are excluded.
 * The cost is converted at current prices too, so `earned_usd` does not include changes of the assets' prices.
 */
export function computePortfolioTotals(rows: readonly PortfolioRow[]) {
  const pricedRows = rows.filter(hasPrice);
  const unpricedAssets = new Set(rows.filter((row) => !hasPrice(row)).map(({ asset }) => asset));
  return {
    ...portfolioTotalOf(pricedRows),
    by_chain: sumRowsBy(pricedRows, ({ chain }) => chain),
    by_protocol: sumRowsBy(pricedRows, ({ protocol }) => protocol),
    by_asset: sumRowsBy(pricedRows, ({ asset }) => asset),
    by_settlement: sumRowsBy(pricedRows, ({ settlement }) => settlement),
    unpriced_assets: [...unpricedAssets].sort(),
  };
}
