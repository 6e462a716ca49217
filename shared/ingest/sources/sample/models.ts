import { SAMPLE_CHAINS, type SampleChain } from './market.ts';

/** A project of the sample market: its chains, its assets, and the APY and TVL of its pools. */
export interface SampleProject {
  readonly project: string;
  /** How often a pool is one of its; 0 where the well-known ones are all that it has. */
  readonly weight: number;
  /** The day that it was launched. */
  readonly since: string;
  /** The symbols that it takes, by the chains that it is on. */
  readonly lists: Partial<Readonly<Record<SampleChain, string>>>;
  /** Pools of single assets, or of pairs. */
  readonly takes: 'single' | 'pair';
  /** What distinguishes its pools of the same assets: fee tiers from the lowest, or the curator. */
  readonly tiers?: readonly string[];
  readonly labels?: readonly string[];
  /** The name of a further pool with the same assets; absent where it has one for each. */
  readonly repeats?: string;
  /** Whether borrowers pay its APY, which is 0 for an asset that nobody borrows. */
  readonly lends: boolean;
  /** Median APY in percent for stablecoins, and for the rest but pairs of one coin's forms. */
  readonly apyStable: number;
  readonly apyOther: number;
  /** Deviation of ln(APY) between the project's pools, and over time. */
  readonly spread: number;
  readonly unrest: number;
  /** How many of its pools pay reward tokens, 0 to 1. */
  readonly rewarded: number;
  /** Median TVL of its pools of the most used assets on Ethereum, in millions of USD, and the deviation of its logarithm. */
  readonly tvlMillions: number;
  readonly tvlSpread: number;
}

export type Model = Omit<SampleProject, 'project' | 'weight' | 'since' | 'lists'>;

export const lending: Model = {
  takes: 'single',
  lends: true,
  apyStable: 4.6,
  apyOther: 1.5,
  spread: 0.22,
  unrest: 0.18,
  rewarded: 0.15,
  tvlMillions: 14,
  tvlSpread: 1.2,
};
export const exchange: Model = {
  takes: 'pair',
  lends: false,
  apyStable: 3.2,
  apyOther: 13,
  spread: 0.75,
  unrest: 0.4,
  rewarded: 0.6,
  tvlMillions: 3,
  tvlSpread: 1.5,
};
export const staking: Model = {
  takes: 'single',
  lends: false,
  apyStable: 0,
  apyOther: 2.9,
  spread: 0.08,
  unrest: 0.05,
  rewarded: 0,
  tvlMillions: 600,
  tvlSpread: 0.8,
};
export const vault: Model = {
  takes: 'single',
  repeats: 'Vault',
  lends: false,
  apyStable: 6,
  apyOther: 2.6,
  spread: 0.3,
  unrest: 0.2,
  rewarded: 0.3,
  tvlMillions: 6,
  tvlSpread: 1.3,
};
/** Keeps a rate that somebody sets. */
export const savings: Model = {
  takes: 'single',
  lends: false,
  apyStable: 4.3,
  apyOther: 2.6,
  spread: 0.06,
  unrest: 0.05,
  rewarded: 0,
  tvlMillions: 300,
  tvlSpread: 0.7,
};

export const LARGEST_CHAINS = ['Ethereum', 'Base', 'Arbitrum'] as const satisfies SampleChain[];
export const EVM_CHAINS = SAMPLE_CHAINS.map(({ name }) => name).filter((name) => name !== 'Solana');
/** Every token of the chain. */
export const ANY_TOKEN = '*';

/** The same symbols on each of some chains. */
export const on = (chains: readonly SampleChain[], symbols = ANY_TOKEN): SampleProject['lists'] =>
  Object.fromEntries(chains.map((chain) => [chain, symbols]));
