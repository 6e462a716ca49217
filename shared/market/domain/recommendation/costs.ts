import * as z from 'zod/mini';

/** What moving money costs. Gas in USD per million units, entry and exit as fractions of the amount. */
export interface CostTable {
  readonly gasUsdPerMillion: Readonly<Record<string, number>>;
  readonly gasUsdPerMillionElsewhere: number;
}

/**
 * USD per million units of gas: a chain's gas price times its coin's price. Estimates, not measurements, and they
 * move: a deployment sets its own (the setting COST_SETTINGS).
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
    // Not metered in gas: a transaction there costs what 0.3 million units would at this price.
    solana: 0.05,
  },
  gasUsdPerMillionElsewhere: 0.2,
};

/**
 * Units of gas to get in and to get out, by strategy type, in millions: an approval and a deposit, and a withdrawal.
 * Estimates, neither measured nor fitted, as are entry and exit: what a swap on the way loses as a fraction of the amount,
 * half of it swapped at 0.1% for a pair, all of it for what is bought.
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
} as const satisfies Record<string, TypeCosts>;

interface TypeCosts {
  readonly gasIn: number;
  readonly gasOut: number;
  readonly entry: number;
  readonly exit: number;
}

const BY_TYPE: ReadonlyMap<string, TypeCosts> = new Map(Object.entries(COSTS_BY_TYPE));

/** What one position costs: so much whatever its size, and so much of its amount. In USD and fractions. */
export interface PositionCosts {
  readonly gasUsd: number;
  readonly entryShare: number;
  readonly exitShare: number;
}

export interface Subject {
  readonly chain: string;
  readonly strategy_type: string;
}

/** The cost of entering a strategy and leaving it later, plus leaving the present one first if there is one. */
export function movingCosts(to: Subject, from: Subject | undefined, table: CostTable): PositionCosts {
  const into = costsOf(to);
  const outOf = from === undefined ? undefined : costsOf(from);
  return {
    gasUsd:
      (into.gasIn + into.gasOut) * gasPrice(to.chain, table) +
      (from === undefined || outOf === undefined ? 0 : outOf.gasOut * gasPrice(from.chain, table)),
    entryShare: into.entry,
    exitShare: into.exit + (outOf?.exit ?? 0),
  };
}

function costsOf({ strategy_type }: Subject): TypeCosts {
  return BY_TYPE.get(strategy_type) ?? COSTS_BY_TYPE.vault;
}

function gasPrice(chain: string, table: CostTable): number {
  return table.gasUsdPerMillion[chain] ?? table.gasUsdPerMillionElsewhere;
}

const settings = z.record(z.string(), z.number().check(z.minimum(0), z.maximum(10_000)));

/**
 * The default costs with what a deployment sets of its own: a JSON object of USD per million units of gas by chain.
 *
 * @throws Error for a text of another form
 */
export function readCosts(text: string): CostTable {
  const parsed = settings.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error('COST_SETTINGS must hold USD per million units of gas by chain.');
  return { ...DEFAULT_COSTS, gasUsdPerMillion: { ...DEFAULT_COSTS.gasUsdPerMillion, ...parsed.data } };
}
