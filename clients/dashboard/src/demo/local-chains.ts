/**
 * Path at which a local server lists its chains. Calls to this path with a chain's name appended are forwarded to that
 * chain's node.
 */
export const LOCAL_CHAINS_PATH = '/local/chains/';

export interface LocalChain {
  readonly chain: string;
  /** The chain id. It differs from the id of the public chain with the same name. */
  readonly chain_id: number;
  readonly has_vault: boolean;
}

const isLocalChain = (value: unknown): value is LocalChain =>
  typeof value === 'object' && value !== null && 'chain_id' in value && 'chain' in value;

/** Loads the chains of a local server. Rejects when the server has no chains. */
export async function fetchLocalChains(): Promise<readonly LocalChain[]> {
  const response = await fetch(LOCAL_CHAINS_PATH);
  if (!response.ok)
    throw new Error('This server has no local chains. Install anvil, then restart the server.');
  const localChains: unknown = await response.json();
  return Array.isArray(localChains) ? localChains.filter(isLocalChain) : [];
}
