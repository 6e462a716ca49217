/** Path below which a local server lists its chains and forwards calls to them. */
export const LOCAL_CHAINS_PATH = '/local/chains/';

export interface LocalChain {
  readonly chain: string;
  /** Differs from the id of the public chain with the same name. */
  readonly chain_id: number;
  readonly has_vault: boolean;
}

const isChain = (value: unknown): value is LocalChain =>
  typeof value === 'object' && value !== null && 'chain_id' in value && 'chain' in value;

/** Loads the chains of a local server. Rejects when it has none. */
export async function localChains(): Promise<readonly LocalChain[]> {
  const response = await fetch(LOCAL_CHAINS_PATH);
  if (!response.ok)
    throw new Error('This server has no local chains. Install anvil, then restart the server.');
  const localChains: unknown = await response.json();
  return Array.isArray(localChains) ? localChains.filter(isChain) : [];
}
