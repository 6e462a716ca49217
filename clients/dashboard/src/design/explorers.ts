/** Base URLs of block explorers by chain id. Local chains have no explorer. */
const EXPLORERS: Readonly<Record<number, string>> = {
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
export function explorerUrl(
  chainId: number | null,
  kind: 'address' | 'tx',
  value: string,
): string | undefined {
  const explorer = chainId === null ? undefined : EXPLORERS[chainId];
  return explorer === undefined ? undefined : `${explorer}/${kind}/${value}`;
}
