import { SAMPLE_CHAINS, type SampleChain } from './market.ts';

/** A project of the sample market: its chains, assets, and the typical APY and TVL of its pools. */
export interface SampleProject {
  readonly project: string;
  /** Relative number of random pools. 0 if the project has only well-known pools. */
  readonly weight: number;
  /** Launch day, `yyyy-mm-dd`. */
  readonly since: string;
  /** Symbols that the project accepts, by chain. */
  readonly lists: Partial<Readonly<Record<SampleChain, string>>>;
  /** Whether the project's pools hold single assets or pairs. */
  readonly takes: 'single' | 'pair';
  /** Names that distinguish pools with the same assets: fee tiers (lowest first), or curators in `labels`. */
  readonly tiers?: readonly string[];
  readonly labels?: readonly string[];
  /**
   * Label of additional pools with the same assets. Undefined if the project has only one pool for each set of assets.
   */
  readonly repeats?: string;
  /**
   * Whether borrowers pay the APY, as in a lending market. In this case, an asset that nobody borrows earns almost
   * nothing.
   */
  readonly lends: boolean;
  /** Median APY in percent: of stablecoin pools, and of other pools. */
  readonly apyStable: number;
  readonly apyOther: number;
  /** Standard deviation of ln(APY): among the project's pools, and over time. */
  readonly spread: number;
  readonly volatility: number;
  /** Share of pools that pay reward tokens, 0 to 1. */
  readonly rewarded: number;
  /**
   * Median TVL of pools with the most used assets on Ethereum, in millions of USD, and the standard deviation of
   * ln(TVL).
   */
  readonly tvlMillions: number;
  readonly tvlSpread: number;
}

export type ProjectModel = Omit<SampleProject, 'project' | 'weight' | 'since' | 'lists'>;

export const lending: ProjectModel = {
  takes: 'single',
  lends: true,
  apyStable: 4.6,
  apyOther: 1.5,
  spread: 0.22,
  volatility: 0.18,
  rewarded: 0.15,
  tvlMillions: 14,
  tvlSpread: 1.2,
};
export const exchange: ProjectModel = {
  takes: 'pair',
  lends: false,
  apyStable: 3.2,
  apyOther: 13,
  spread: 0.75,
  volatility: 0.4,
  rewarded: 0.6,
  tvlMillions: 3,
  tvlSpread: 1.5,
};
export const staking: ProjectModel = {
  takes: 'single',
  lends: false,
  apyStable: 0,
  apyOther: 2.9,
  spread: 0.08,
  volatility: 0.05,
  rewarded: 0,
  tvlMillions: 600,
  tvlSpread: 0.8,
};
export const vault: ProjectModel = {
  takes: 'single',
  repeats: 'Vault',
  lends: false,
  apyStable: 6,
  apyOther: 2.6,
  spread: 0.3,
  volatility: 0.2,
  rewarded: 0.3,
  tvlMillions: 6,
  tvlSpread: 1.3,
};
/** Figures of projects that set the APY themselves instead of leaving it to a market. */
export const savings: ProjectModel = {
  takes: 'single',
  lends: false,
  apyStable: 4.3,
  apyOther: 2.6,
  spread: 0.06,
  volatility: 0.05,
  rewarded: 0,
  tvlMillions: 300,
  tvlSpread: 0.7,
};

export const LARGEST_CHAINS = ['Ethereum', 'Base', 'Arbitrum'] as const satisfies SampleChain[];
export const EVM_CHAINS = SAMPLE_CHAINS.map(({ name }) => name).filter((name) => name !== 'Solana');
/** In place of symbols, this text means that the project accepts every token of the chain. */
export const ANY_TOKEN = '*';

/** Returns the same symbols for each of the given chains. */
export const on = (chains: readonly SampleChain[], symbols = ANY_TOKEN): SampleProject['lists'] =>
  Object.fromEntries(chains.map((chain) => [chain, symbols]));
