/** Figures and names of the sample market. Names are real; figures have a realistic order of magnitude and nothing more. */

/** Chains in the upstream's spelling: how often a pool is on them, and the TVL of the whole chain in billions of USD. */
export const SAMPLE_CHAINS = [
  { name: 'Ethereum', weight: 34, tvlBillions: 62 },
  { name: 'Base', weight: 14, tvlBillions: 4.6 },
  { name: 'Arbitrum', weight: 12, tvlBillions: 3.1 },
  { name: 'BSC', weight: 8, tvlBillions: 7.4 },
  { name: 'Optimism', weight: 7, tvlBillions: 0.9 },
  { name: 'Polygon', weight: 6, tvlBillions: 1.2 },
  { name: 'Solana', weight: 5, tvlBillions: 9.2 },
  { name: 'Avalanche', weight: 4, tvlBillions: 1.6 },
  { name: 'Sonic', weight: 2, tvlBillions: 0.4 },
  { name: 'Gnosis', weight: 2, tvlBillions: 0.3 },
  { name: 'Linea', weight: 2, tvlBillions: 0.6 },
  { name: 'zkSync Era', weight: 1, tvlBillions: 0.1 },
  { name: 'Scroll', weight: 1, tvlBillions: 0.2 },
  { name: 'Mantle', weight: 1, tvlBillions: 0.3 },
  { name: 'Berachain', weight: 1, tvlBillions: 0.5 },
] as const;

interface SampleAsset {
  readonly symbol: string;
  readonly weight: number;
  readonly kind: 'stable' | 'major' | 'tail';
  readonly priceUsd: number;
}

export const SAMPLE_ASSETS: readonly SampleAsset[] = [
  { symbol: 'USDC', weight: 20, kind: 'stable', priceUsd: 1 },
  { symbol: 'ETH', weight: 14, kind: 'major', priceUsd: 3_400 },
  { symbol: 'USDT', weight: 12, kind: 'stable', priceUsd: 1 },
  { symbol: 'WBTC', weight: 9, kind: 'major', priceUsd: 98_000 },
  { symbol: 'DAI', weight: 7, kind: 'stable', priceUsd: 1 },
  { symbol: 'WETH', weight: 8, kind: 'major', priceUsd: 3_400 },
  { symbol: 'WSTETH', weight: 5, kind: 'major', priceUsd: 4_100 },
  { symbol: 'USDS', weight: 3, kind: 'stable', priceUsd: 1 },
  { symbol: 'USDE', weight: 3, kind: 'stable', priceUsd: 1 },
  { symbol: 'GHO', weight: 2, kind: 'stable', priceUsd: 1 },
  { symbol: 'FRAX', weight: 2, kind: 'stable', priceUsd: 1 },
  { symbol: 'CRVUSD', weight: 2, kind: 'stable', priceUsd: 1 },
  { symbol: 'CBBTC', weight: 3, kind: 'major', priceUsd: 98_000 },
  { symbol: 'RETH', weight: 2, kind: 'major', priceUsd: 3_850 },
  { symbol: 'CBETH', weight: 2, kind: 'major', priceUsd: 3_700 },
  { symbol: 'WEETH', weight: 2, kind: 'major', priceUsd: 3_600 },
  { symbol: 'SOL', weight: 2, kind: 'major', priceUsd: 190 },
  { symbol: 'BNB', weight: 2, kind: 'major', priceUsd: 820 },
  { symbol: 'AVAX', weight: 2, kind: 'tail', priceUsd: 24 },
  { symbol: 'ARB', weight: 2, kind: 'tail', priceUsd: 0.45 },
  { symbol: 'OP', weight: 2, kind: 'tail', priceUsd: 0.7 },
  { symbol: 'LINK', weight: 2, kind: 'tail', priceUsd: 18 },
  { symbol: 'AAVE', weight: 1, kind: 'tail', priceUsd: 260 },
  { symbol: 'UNI', weight: 1, kind: 'tail', priceUsd: 8 },
  { symbol: 'CRV', weight: 1, kind: 'tail', priceUsd: 0.7 },
  { symbol: 'LDO', weight: 1, kind: 'tail', priceUsd: 1.1 },
  { symbol: 'PENDLE', weight: 1, kind: 'tail', priceUsd: 4.6 },
  { symbol: 'AERO', weight: 1, kind: 'tail', priceUsd: 1.1 },
  { symbol: 'PEPE', weight: 1, kind: 'tail', priceUsd: 0.00001 },
];

/** Which assets a project takes: single ones, pairs of like kind, or any pairs. */
type Taking = 'any' | 'stable' | 'major' | 'eth' | 'pair';

interface SampleProject {
  readonly project: string;
  /** The one chain that it is on; several when absent. */
  readonly chain?: (typeof SAMPLE_CHAINS)[number]['name'];
  readonly weight: number;
  readonly takes: Taking;
  /** Median APY in percent for stablecoins and for the rest. */
  readonly apyStable: number;
  readonly apyOther: number;
  /** Deviation of ln(APY) between the project's pools, and over time. */
  readonly spread: number;
  readonly unrest: number;
  /** How many of its pools pay reward tokens, 0 to 1. */
  readonly rewarded: number;
}

const lending = {
  takes: 'any',
  apyStable: 4.6,
  apyOther: 1.6,
  spread: 0.5,
  unrest: 0.28,
  rewarded: 0.2,
} as const;
const exchange = {
  takes: 'pair',
  apyStable: 3.2,
  apyOther: 14,
  spread: 0.95,
  unrest: 0.55,
  rewarded: 0.6,
} as const;
const staking = { takes: 'eth', apyStable: 0, apyOther: 3, spread: 0.12, unrest: 0.05, rewarded: 0 } as const;
const vault = {
  takes: 'any',
  apyStable: 6.5,
  apyOther: 3,
  spread: 0.45,
  unrest: 0.25,
  rewarded: 0.3,
} as const;

export const SAMPLE_PROJECTS: readonly SampleProject[] = [
  { project: 'aave-v3', weight: 12, ...lending },
  { project: 'compound-v3', weight: 6, ...lending },
  { project: 'morpho-blue', weight: 9, ...lending, apyStable: 6 },
  { project: 'sparklend', chain: 'Ethereum', weight: 3, ...lending },
  { project: 'euler-v2', weight: 5, ...lending, apyStable: 5.4 },
  { project: 'fluid-lending', weight: 4, ...lending, apyStable: 5.2 },
  { project: 'silo-v2', weight: 3, ...lending, apyStable: 6.8, spread: 0.7, unrest: 0.4 },
  { project: 'moonwell-lending', weight: 3, ...lending, rewarded: 0.6 },
  { project: 'uniswap-v3', weight: 12, ...exchange, rewarded: 0 },
  { project: 'curve-dex', weight: 9, ...exchange, apyOther: 6 },
  { project: 'aerodrome-slipstream', chain: 'Base', weight: 6, ...exchange, apyOther: 32, rewarded: 0.9 },
  { project: 'balancer-v3', weight: 4, ...exchange, apyOther: 9 },
  { project: 'pancakeswap-amm-v3', weight: 5, ...exchange, apyOther: 20 },
  { project: 'velodrome-v2', chain: 'Optimism', weight: 3, ...exchange, rewarded: 0.9 },
  { project: 'lido', chain: 'Ethereum', weight: 1, ...staking },
  { project: 'rocket-pool', chain: 'Ethereum', weight: 1, ...staking },
  { project: 'ether.fi-stake', chain: 'Ethereum', weight: 1, ...staking, apyOther: 3.3 },
  { project: 'renzo', weight: 1, ...staking, apyOther: 3.5, unrest: 0.1 },
  { project: 'yearn-finance', weight: 4, ...vault },
  { project: 'beefy', weight: 5, ...exchange, apyOther: 12, rewarded: 0 },
  { project: 'convex-finance', chain: 'Ethereum', weight: 3, ...exchange, apyOther: 8, rewarded: 1 },
  {
    project: 'spark-savings',
    chain: 'Ethereum',
    weight: 1,
    ...vault,
    takes: 'stable',
    apyStable: 4.4,
    spread: 0.1,
    unrest: 0.06,
  },
  { project: 'pendle', weight: 4, ...vault, apyStable: 9, apyOther: 5 },
  {
    project: 'ondo-yield-assets',
    weight: 1,
    ...vault,
    takes: 'stable',
    apyStable: 4.2,
    spread: 0.06,
    unrest: 0.03,
  },
  { project: 'ethena-usde', weight: 1, ...vault, takes: 'stable', apyStable: 8, unrest: 0.45, rewarded: 0 },
];

/** The pools that every sample market has, largest first, whatever its size: what examples and documentation name. */
export const SAMPLE_ANCHORS: readonly (readonly [
  project: string,
  chain: string,
  symbol: string,
  tvlUsd: number,
])[] = [
  ['lido', 'Ethereum', 'ETH', 22_000_000_000],
  ['aave-v3', 'Ethereum', 'USDC', 3_100_000_000],
  ['aave-v3', 'Ethereum', 'WBTC', 2_600_000_000],
  ['aave-v3', 'Ethereum', 'ETH', 2_400_000_000],
  ['aave-v3', 'Arbitrum', 'USDC', 420_000_000],
  ['compound-v3', 'Optimism', 'USDC', 61_000_000],
  ['aave-v3', 'Arbitrum', 'ETH', 240_000_000],
  ['aave-v3', 'Arbitrum', 'WBTC', 180_000_000],
  ['aave-v3', 'Optimism', 'ETH', 74_000_000],
  ['aave-v3', 'Optimism', 'WBTC', 31_000_000],
  ['aave-v3', 'Base', 'USDC', 260_000_000],
  ['aave-v3', 'Polygon', 'USDT', 120_000_000],
  ['sparklend', 'Ethereum', 'DAI', 810_000_000],
  ['uniswap-v3', 'Ethereum', 'USDC-WETH', 130_000_000],
  ['curve-dex', 'Ethereum', 'DAI-USDC-USDT', 180_000_000],
];
