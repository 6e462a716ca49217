import * as z from 'zod/mini';

export interface CostTable {
  readonly gasUsdPerMillion: Readonly<Record<string, number>>;
  readonly defaultGasUsdPerMillion: number;
}

/**
 * Estimated USD per million units of gas: the chain's gas price multiplied by the price of its native coin. A
 * deployment can set its own values in COST_SETTINGS.
 */
export const DEFAULT_COSTS: CostTable = {
  gasUsdPerMillion: {
    ethereum: 6,
    bsc: 0.7,
    polygon: 0.02,
    avalanche: 0.3,
    arbitrum: 0.1,
    optimism: 0.02,
    base: 0.05,
    gnosis: 0.002,
    linea: 0.15,
    scroll: 0.15,
    'zksync-era': 0.15,
    mantle: 0.05,
    // Solana does not meter gas. At this price, 0.3 million units cost as much as a transaction on Solana.
    solana: 0.05,
  },
  defaultGasUsdPerMillion: 0.2,
};

/**
 * Gas and swap costs by strategy type. Gas is in millions of units: `gasIn` for approval and deposit, `gasOut` for the
 * withdrawal. `entry` and `exit` are the fractions of the amount that swaps cost. All values are estimates.
 */
const COSTS_BY_TYPE = {
  lending: { gasIn: 0.25, gasOut: 0.25, entry: 0, exit: 0 },
  vault: { gasIn: 0.25, gasOut: 0.3, entry: 0, exit: 0 },
  yield_aggregator: { gasIn: 0.4, gasOut: 0.5, entry: 0, exit: 0 },
  liquidity_pool: { gasIn: 0.6, gasOut: 0.5, entry: 0.0005, exit: 0.0005 },
  staking: { gasIn: 0.15, gasOut: 0.25, entry: 0, exit: 0.0005 },
  restaking: { gasIn: 0.2, gasOut: 0.3, entry: 0, exit: 0.001 },
  fixed_yield: { gasIn: 0.5, gasOut: 0.5, entry: 0.001, exit: 0.001 },
  real_world_asset: { gasIn: 0.25, gasOut: 0.25, entry: 0.0005, exit: 0.0005 },
  basis_trading: { gasIn: 0.25, gasOut: 0.25, entry: 0.0005, exit: 0.0005 },
} as const satisfies Record<string, StrategyTypeCosts>;

interface StrategyTypeCosts {
  readonly gasIn: number;
  readonly gasOut: number;
  readonly entry: number;
  readonly exit: number;
}

const COSTS_BY_TYPE_NAME: ReadonlyMap<string, StrategyTypeCosts> = new Map(Object.entries(COSTS_BY_TYPE));

/** Costs of one position: gas in USD, and the entry and exit costs as fractions of the position's amount. */
export interface PositionCosts {
  readonly gasUsd: number;
  readonly entryFraction: number;
  readonly exitFraction: number;
}

export interface StrategyCostFields {
  readonly chain: string;
  readonly strategy_type: string;
}

/** Returns the costs of entering `to` and later leaving it, and of leaving `from` if the money is there now. */
export function computeMovingCosts(
  to: StrategyCostFields,
  from: StrategyCostFields | undefined,
  table: CostTable,
): PositionCosts {
  const targetCosts = costsOfStrategyType(to);
  const currentStrategyCosts = from === undefined ? undefined : costsOfStrategyType(from);
  return {
    gasUsd:
      (targetCosts.gasIn + targetCosts.gasOut) * findGasUsdPerMillion(to.chain, table) +
      (from === undefined || currentStrategyCosts === undefined
        ? 0
        : currentStrategyCosts.gasOut * findGasUsdPerMillion(from.chain, table)),
    entryFraction: targetCosts.entry,
    exitFraction: targetCosts.exit + (currentStrategyCosts?.exit ?? 0),
  };
}

function costsOfStrategyType({ strategy_type }: StrategyCostFields): StrategyTypeCosts {
  return COSTS_BY_TYPE_NAME.get(strategy_type) ?? COSTS_BY_TYPE.vault;
}

function findGasUsdPerMillion(chain: string, table: CostTable): number {
  return table.gasUsdPerMillion[chain] ?? table.defaultGasUsdPerMillion;
}

const gasPricesSchema = z.record(z.string(), z.number().check(z.minimum(0), z.maximum(10_000)));

/**
 * Returns the default costs with the gas prices that a deployment sets. `text` is a JSON object with USD per million
 * units of gas by chain.
 * @throws Error for a text in another format
 */
export function parseCostSettings(text: string): CostTable {
  const parsed = gasPricesSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error('COST_SETTINGS must hold USD per million units of gas by chain.');
  return { ...DEFAULT_COSTS, gasUsdPerMillion: { ...DEFAULT_COSTS.gasUsdPerMillion, ...parsed.data } };
}
