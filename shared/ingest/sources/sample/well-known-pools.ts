import type { SampleChain } from './market.ts';

/** A well-known pool with its TVL in millions of USD. `label` distinguishes pools with the same project and assets. */
export type WellKnownPool = readonly [
  project: string,
  chain: SampleChain,
  symbol: string,
  tvlMillions: number,
  label?: string,
];

/** Pools that every sample market contains, whatever its size. Examples and documentation refer to these pools. */
const FIRST_WELL_KNOWN_POOLS: readonly WellKnownPool[] = [
  ['lido', 'Ethereum', 'ETH', 22_000],
  ['aave-v3', 'Ethereum', 'USDC', 3_100],
  ['aave-v3', 'Ethereum', 'WBTC', 4_200],
  ['aave-v3', 'Ethereum', 'WETH', 2_400],
  ['aave-v3', 'Arbitrum', 'USDC', 420],
  ['compound-v3', 'Optimism', 'USDC', 61],
  ['aave-v3', 'Arbitrum', 'WETH', 240],
  ['aave-v3', 'Arbitrum', 'WBTC', 180],
  ['aave-v3', 'Optimism', 'WETH', 74],
  ['aave-v3', 'Optimism', 'WBTC', 31],
  ['aave-v3', 'Base', 'USDC', 260],
  ['aave-v3', 'Polygon', 'USDT', 120],
  ['sparklend', 'Ethereum', 'DAI', 810],
  ['uniswap-v3', 'Ethereum', 'USDC-WETH', 130, '0.05%'],
  ['curve-dex', 'Ethereum', 'DAI-USDC-USDT', 180],
];

/** More well-known pools. They are the largest pools of the market. */
const LARGEST_WELL_KNOWN_POOLS: readonly WellKnownPool[] = [
  ['aave-v3', 'Ethereum', 'WEETH', 6_100],
  ['ethena-usde', 'Ethereum', 'USDE', 6_200],
  ['ether.fi-stake', 'Ethereum', 'ETH', 8_900],
  ['morpho-blue', 'Base', 'USDC', 480, 'Steakhouse'],
  ['uniswap-v3', 'Ethereum', 'WBTC-WETH', 96, '0.3%'],
  ['aave-v3', 'Ethereum', 'WSTETH', 4_900],
  ['jito-liquid-staking', 'Solana', 'SOL', 2_300],
  ['kamino-lend', 'Solana', 'SOL', 740],
  ['pendle', 'Ethereum', 'USDE', 290],
  ['aave-v3', 'Ethereum', 'USDT', 2_900],
  ['spark-savings', 'Ethereum', 'USDS', 2_400],
  ['compound-v3', 'Ethereum', 'USDC', 340],
  ['uniswap-v3', 'Ethereum', 'USDT-WETH', 71, '0.3%'],
  ['rocket-pool', 'Ethereum', 'ETH', 1_700],
  ['aave-v3', 'Ethereum', 'CBBTC', 1_900],
  ['morpho-blue', 'Ethereum', 'USDC', 430, 'Steakhouse'],
  ['curve-dex', 'Ethereum', 'CRVUSD-USDC', 42],
  ['aave-v3', 'Ethereum', 'USDE', 1_300],
  ['sparklend', 'Ethereum', 'WSTETH', 1_400],
  ['fluid-lending', 'Ethereum', 'USDC', 290],
  ['pancakeswap-amm-v3', 'BSC', 'USDT-WBNB', 84, '0.05%'],
  ['renzo', 'Ethereum', 'ETH', 580],
  ['marinade-liquid-staking', 'Solana', 'SOL', 1_100],
  ['aave-v3', 'Base', 'WETH', 340],
  ['aerodrome-slipstream', 'Base', 'USDC-WETH', 33, '0.05%'],
  ['sparklend', 'Ethereum', 'WETH', 1_100],
  ['ondo-yield-assets', 'Ethereum', 'USDC', 620],
  ['aave-v3', 'Base', 'CBBTC', 410],
  ['uniswap-v3', 'Base', 'USDC-WETH', 58, '0.05%'],
  ['kamino-lend', 'Solana', 'USDC', 310],
  ['aave-v3', 'Arbitrum', 'WEETH', 300],
  ['fluid-lending', 'Ethereum', 'USDT', 240],
  ['orca-dex', 'Solana', 'SOL-USDC', 34],
  ['benqi-staked-avax', 'Avalanche', 'AVAX', 210],
  ['sparklend', 'Ethereum', 'WBTC', 560],
  ['euler-v2', 'Ethereum', 'USDC', 140, 'Prime'],
  ['uniswap-v3', 'Arbitrum', 'USDC-WETH', 52, '0.05%'],
  ['aave-v3', 'Ethereum', 'RETH', 610],
  ['spark-savings', 'Ethereum', 'USDC', 390],
  ['morpho-blue', 'Ethereum', 'WETH', 190, 'Gauntlet Prime'],
  ['balancer-v3', 'Ethereum', 'WETH-WSTETH', 68],
  ['sparklend', 'Ethereum', 'USDS', 460],
  ['aave-v3', 'Ethereum', 'LINK', 450],
  ['aave-v3', 'Avalanche', 'WAVAX', 160],
  ['convex-finance', 'Ethereum', 'CRVUSD-USDT', 31],
  ['fluid-lending', 'Ethereum', 'WETH', 210],
  ['compound-v3', 'Ethereum', 'USDT', 180],
  ['aave-v3', 'Arbitrum', 'WSTETH', 250],
  ['raydium-amm', 'Solana', 'SOL-USDC', 26],
  ['aave-v3', 'Ethereum', 'AAVE', 310],
  ['compound-v3', 'Ethereum', 'WETH', 160],
  ['aave-v3', 'Base', 'WEETH', 190],
  ['aerodrome-slipstream', 'Base', 'CBBTC-USDC', 28, '0.05%'],
  ['euler-v2', 'Ethereum', 'WETH', 110, 'Prime'],
  ['aave-v3', 'Ethereum', 'DAI', 190],
  ['aave-v3', 'Base', 'WSTETH', 200],
  ['yearn-finance', 'Ethereum', 'USDC', 46],
  ['aave-v3', 'BSC', 'WBNB', 110],
  ['sparklend', 'Ethereum', 'CBBTC', 300],
  ['aave-v3', 'Avalanche', 'USDC', 130],
  ['aave-v3', 'Arbitrum', 'USDT', 110],
  ['benqi-lending', 'Avalanche', 'AVAX', 78],
  ['moonwell-lending', 'Base', 'USDC', 60],
  ['compound-v3', 'Arbitrum', 'USDC', 63],
  ['aave-v3', 'Linea', 'WETH', 120],
];
/**
 * Every third pool after FIRST_WELL_KNOWN_POOLS is a well-known pool. The others are random, so that small markets also
 * contain small and risky pools.
 */
const WELL_KNOWN_POOL_INTERVAL = 3;

/** All well-known pools. */
export const WELL_KNOWN_POOLS: readonly WellKnownPool[] = [
  ...FIRST_WELL_KNOWN_POOLS,
  ...LARGEST_WELL_KNOWN_POOLS,
];

/** Returns the well-known pool at an index of the sample market; undefined if the pool at this index is random. */
export function wellKnownPoolAt(poolIndex: number): WellKnownPool | undefined {
  const indexAmongLargest = (poolIndex - FIRST_WELL_KNOWN_POOLS.length) / WELL_KNOWN_POOL_INTERVAL;
  return indexAmongLargest < 0
    ? FIRST_WELL_KNOWN_POOLS[poolIndex]
    : LARGEST_WELL_KNOWN_POOLS[indexAmongLargest];
}
