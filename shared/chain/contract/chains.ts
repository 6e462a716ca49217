/**
 * Chains that the service knows by name whether or not the catalog holds a strategy on them at the moment. A chain
 * that is neither here nor in the live catalog is refused with `invalid_chain`.
 */
export const KNOWN_CHAINS = [
  'ethereum',
  'arbitrum',
  'optimism',
  'base',
  'polygon',
  'bsc',
  'avalanche',
  'solana',
  'gnosis',
  'linea',
  'scroll',
  'zksync-era',
  'mantle',
  'sonic',
  'berachain',
  'unichain',
  'hyperliquid-l1',
  'plasma',
  'katana',
  'sui',
  'aptos',
  'tron',
  'near',
  'starknet',
  'celo',
  'fantom',
  'blast',
  'mode',
  'fraxtal',
  'op-bnb',
] as const;

/** Other spellings of a chain's name, after lower-casing and joining words with dashes. */
const ALIASES: Readonly<Record<string, string>> = {
  'op-mainnet': 'optimism',
  'arbitrum-one': 'arbitrum',
  binance: 'bsc',
  'binance-smart-chain': 'bsc',
  'bnb-chain': 'bsc',
  'gnosis-chain': 'gnosis',
  xdai: 'gnosis',
  'polygon-pos': 'polygon',
  hyperliquid: 'hyperliquid-l1',
  opbnb: 'op-bnb',
  zksync: 'zksync-era',
  avax: 'avalanche',
  'ethereum-mainnet': 'ethereum',
};

/** A chain's name as it appears everywhere: lower case, words joined by dashes (`zkSync Era` -> `zksync-era`). */
export function chainSlug(name: string): string {
  const slug = name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  return ALIASES[slug] ?? slug;
}
