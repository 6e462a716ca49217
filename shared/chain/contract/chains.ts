/**
 * Chains that a request may name even if the catalog has no strategy on them. A request for a chain that is
 * neither in this list nor in the catalog is rejected with `invalid_chain`.
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

/** Other spellings of chain names, each with the name that the service uses. */
const CHAIN_NAME_ALIASES: Readonly<Record<string, string>> = {
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

/** Returns the service's name for a chain, such as `zksync-era` for `zkSync Era`. */
export function toChainSlug(name: string): string {
  const slug = name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  return CHAIN_NAME_ALIASES[slug] ?? slug;
}
