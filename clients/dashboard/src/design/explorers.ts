/** Base URLs of block explorers by chain id. Local chains have no explorer. */
const EXPLORER_URL_BY_CHAIN_ID: Readonly<Record<number, string>> = {
  1: 'https://etherscan.io',
  10: 'https://optimistic.etherscan.io',
  56: 'https://bscscan.com',
  100: 'https://gnosisscan.io',
  137: 'https://polygonscan.com',
  8453: 'https://basescan.org',
  42161: 'https://arbiscan.io',
  43114: 'https://snowtrace.io',
};

/**
 * Returns the URL of an address or transaction in a block explorer; undefined when no explorer is known for the chain.
 */
export function buildExplorerUrl(
  chainId: number | null,
  kind: 'address' | 'tx',
  value: string,
): string | undefined {
  const explorerBaseUrl = chainId === null ? undefined : EXPLORER_URL_BY_CHAIN_ID[chainId];
  return explorerBaseUrl === undefined ? undefined : `${explorerBaseUrl}/${kind}/${value}`;
}
