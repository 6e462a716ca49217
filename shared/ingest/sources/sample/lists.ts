import { SAMPLE_CHAINS, type SampleChain } from './market.ts';
import type { SampleProject } from './models.ts';

export const LARGEST_CHAINS = ['Ethereum', 'Base', 'Arbitrum'] as const satisfies SampleChain[];
export const EVM_CHAINS = SAMPLE_CHAINS.map(({ name }) => name).filter((name) => name !== 'Solana');
/** Every token of the chain. */
export const ANY_TOKEN = '*';

/** The same symbols on each of some chains. */
export const on = (chains: readonly SampleChain[], symbols = ANY_TOKEN): SampleProject['lists'] =>
  Object.fromEntries(chains.map((chain) => [chain, symbols]));
