/**
 * Chains and assets of the sample market. Names are real; figures have a realistic order of magnitude and nothing
 * more.
 */

/** Chains in the upstream's spelling: how often a pool is on them, and the TVL of the whole chain in billions of USD. */
export const SAMPLE_CHAINS = [
  { name: 'Ethereum', weight: 34, tvlBillions: 62 },
  { name: 'Base', weight: 14, tvlBillions: 4.6 },
  { name: 'Arbitrum', weight: 12, tvlBillions: 3.1 },
  { name: 'BSC', weight: 8, tvlBillions: 7.4 },
  { name: 'Optimism', weight: 7, tvlBillions: 0.9 },
  { name: 'Polygon', weight: 6, tvlBillions: 1.2 },
  { name: 'Solana', weight: 6, tvlBillions: 9.2 },
  { name: 'Avalanche', weight: 4, tvlBillions: 1.6 },
  { name: 'Sonic', weight: 2, tvlBillions: 0.4 },
  { name: 'Gnosis', weight: 2, tvlBillions: 0.3 },
  { name: 'Linea', weight: 2, tvlBillions: 0.6 },
  { name: 'zkSync Era', weight: 1, tvlBillions: 0.1 },
  { name: 'Scroll', weight: 1, tvlBillions: 0.2 },
  { name: 'Mantle', weight: 1, tvlBillions: 0.3 },
  { name: 'Berachain', weight: 1, tvlBillions: 0.5 },
] as const;

export type SampleChain = (typeof SAMPLE_CHAINS)[number]['name'];

/** Chains whose own coin is ether. */
const ETHER_CHAINS = [
  'Ethereum',
  'Base',
  'Arbitrum',
  'Optimism',
  'Linea',
  'zkSync Era',
  'Scroll',
] as const satisfies SampleChain[];
const EVM_CHAINS = SAMPLE_CHAINS.map(({ name }) => name).filter((name) => name !== 'Solana');
const EVERYWHERE = SAMPLE_CHAINS.map(({ name }) => name);
const LARGE_CHAINS = ['Ethereum', 'Base', 'Arbitrum', 'Optimism', 'Polygon'] as const satisfies SampleChain[];

export interface SampleAsset {
  readonly symbol: string;
  readonly weight: number;
  readonly kind: 'stable' | 'major' | 'tail';
  readonly priceUsd: number;
  /** Assets of one family move as one: their prices keep their ratio, and pairs of them have no impermanent loss. */
  readonly family: string;
  readonly chains: readonly SampleChain[];
}

const stable = (symbol: string, weight: number, chains: readonly SampleChain[]): SampleAsset => ({
  symbol,
  weight,
  chains,
  kind: 'stable',
  priceUsd: 1,
  family: 'USD',
});
const ETH_USD = 3_400;
const ether = (
  symbol: string,
  weight: number,
  chains: readonly SampleChain[],
  perEther = 1,
): SampleAsset => ({
  symbol,
  weight,
  chains,
  kind: 'major',
  priceUsd: ETH_USD * perEther,
  family: 'ETH',
});
const bitcoin = { kind: 'major', priceUsd: 98_000, family: 'BTC' } as const;
const alone = (
  symbol: string,
  weight: number,
  priceUsd: number,
  chains: readonly SampleChain[],
  kind: SampleAsset['kind'] = 'tail',
): SampleAsset => ({ symbol, weight, priceUsd, chains, kind, family: symbol });

export const SAMPLE_ASSETS: readonly SampleAsset[] = [
  stable('USDC', 20, EVERYWHERE),
  ether('ETH', 14, ETHER_CHAINS),
  stable('USDT', 12, EVERYWHERE),
  { symbol: 'WBTC', weight: 9, ...bitcoin, chains: [...LARGE_CHAINS, 'Avalanche', 'BSC', 'Scroll'] },
  stable('DAI', 7, [...LARGE_CHAINS, 'Gnosis', 'Avalanche', 'BSC']),
  ether('WETH', 8, EVM_CHAINS),
  ether('WSTETH', 5, [...LARGE_CHAINS, 'Gnosis', 'Linea', 'Scroll'], 1.206),
  stable('USDS', 3, ['Ethereum', 'Base', 'Arbitrum', 'Solana']),
  stable('USDE', 3, ['Ethereum', 'Arbitrum', 'Mantle', 'Berachain', 'Solana']),
  stable('GHO', 2, ['Ethereum', 'Arbitrum', 'Base', 'Gnosis']),
  stable('FRAX', 2, ['Ethereum', 'Arbitrum', 'Polygon', 'Optimism', 'Avalanche', 'Sonic', 'BSC']),
  stable('CRVUSD', 2, ['Ethereum', 'Arbitrum', 'Optimism', 'Base']),
  { symbol: 'CBBTC', weight: 3, ...bitcoin, chains: ['Ethereum', 'Base', 'Arbitrum', 'Solana'] },
  ether('RETH', 2, ['Ethereum', 'Arbitrum', 'Optimism', 'Base', 'Polygon'], 1.132),
  ether('CBETH', 2, ['Ethereum', 'Base', 'Arbitrum', 'Optimism'], 1.088),
  ether('WEETH', 2, ['Ethereum', 'Arbitrum', 'Base', 'Linea', 'Scroll', 'zkSync Era'], 1.059),
  alone('SOL', 6, 190, ['Solana'], 'major'),
  alone('BNB', 6, 820, ['BSC'], 'major'),
  alone('AVAX', 5, 24, ['Avalanche'], 'major'),
  alone('POL', 2, 0.25, ['Polygon']),
  alone('ARB', 3, 0.45, ['Arbitrum', 'Ethereum']),
  alone('OP', 3, 0.7, ['Optimism']),
  alone('LINK', 2, 18, [...LARGE_CHAINS, 'Avalanche', 'BSC']),
  alone('AAVE', 1, 260, ['Ethereum', 'Polygon', 'Avalanche', 'Arbitrum']),
  alone('UNI', 1, 8, ['Ethereum', 'Arbitrum', 'Polygon', 'Optimism']),
  alone('CRV', 1, 0.7, ['Ethereum', 'Arbitrum', 'Polygon']),
  alone('LDO', 1, 1.1, ['Ethereum', 'Arbitrum', 'Polygon', 'Optimism']),
  alone('PENDLE', 1, 4.6, ['Ethereum', 'Arbitrum', 'BSC']),
  alone('AERO', 3, 1.1, ['Base']),
  alone('PEPE', 1, 0.00001, ['Ethereum', 'Arbitrum', 'BSC']),
];

/** The pools that every sample market has, largest first, whatever its size: what examples and documentation name. */
export const SAMPLE_ANCHORS: readonly (readonly [
  project: string,
  chain: SampleChain,
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
