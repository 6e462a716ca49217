import { SAMPLE_CHAINS, type SampleChain } from './market.ts';

export interface SampleProject {
  readonly project: string;
  /** Relative number of random pools. 0 if the project has only well-known pools. */
  readonly weight: number;
  /** Launch day, `yyyy-mm-dd`. */
  readonly since: string;
  /** Symbols that the project accepts, by chain, separated by spaces. */
  readonly symbolsByChain: Partial<Readonly<Record<SampleChain, string>>>;
  readonly poolShape: 'single' | 'pair';
  /**
   * Labels of pools with the same assets: either fee tiers (lowest first) in `feeTiers`, or names of curators in
   * `labels`.
   */
  readonly feeTiers?: readonly string[];
  readonly labels?: readonly string[];
  /**
   * Label of additional pools with the same assets. Undefined if the project has only one pool for each set of assets.
   */
  readonly duplicateLabel?: string;
  /** Whether borrowers pay the APY. */
  readonly isLendingMarket: boolean;
  /** Median APY in percent: of stablecoin pools, and of other pools. */
  readonly apyStable: number;
  readonly apyOther: number;
  /** Standard deviations of ln(APY). */
  readonly spreadAmongPools: number;
  readonly volatilityOverTime: number;
  /** Fraction of the project's pools that pay reward tokens, 0 to 1. */
  readonly rewardedPoolFraction: number;
  /**
   * Median TVL in millions of USD, of pools with the most used assets on Ethereum. `tvlSpread`: standard deviation of
   * ln(TVL).
   */
  readonly tvlMillions: number;
  readonly tvlSpread: number;
}

export type ProjectModel = Omit<SampleProject, 'project' | 'weight' | 'since' | 'symbolsByChain'>;

export const lendingModel: ProjectModel = {
  poolShape: 'single',
  isLendingMarket: true,
  apyStable: 4.6,
  apyOther: 1.5,
  spreadAmongPools: 0.22,
  volatilityOverTime: 0.18,
  rewardedPoolFraction: 0.15,
  tvlMillions: 14,
  tvlSpread: 1.2,
};
export const exchangeModel: ProjectModel = {
  poolShape: 'pair',
  isLendingMarket: false,
  apyStable: 3.2,
  apyOther: 13,
  spreadAmongPools: 0.75,
  volatilityOverTime: 0.4,
  rewardedPoolFraction: 0.6,
  tvlMillions: 3,
  tvlSpread: 1.5,
};
export const stakingModel: ProjectModel = {
  poolShape: 'single',
  isLendingMarket: false,
  apyStable: 0,
  apyOther: 2.9,
  spreadAmongPools: 0.08,
  volatilityOverTime: 0.05,
  rewardedPoolFraction: 0,
  tvlMillions: 600,
  tvlSpread: 0.8,
};
export const vaultModel: ProjectModel = {
  poolShape: 'single',
  duplicateLabel: 'Vault',
  isLendingMarket: false,
  apyStable: 6,
  apyOther: 2.6,
  spreadAmongPools: 0.3,
  volatilityOverTime: 0.2,
  rewardedPoolFraction: 0.3,
  tvlMillions: 6,
  tvlSpread: 1.3,
};
/** Typical figures of savings projects, which set their APY themselves. */
export const savingsModel: ProjectModel = {
  poolShape: 'single',
  isLendingMarket: false,
  apyStable: 4.3,
  apyOther: 2.6,
  spreadAmongPools: 0.06,
  volatilityOverTime: 0.05,
  rewardedPoolFraction: 0,
  tvlMillions: 300,
  tvlSpread: 0.7,
};

export const LARGEST_CHAINS = ['Ethereum', 'Base', 'Arbitrum'] as const satisfies SampleChain[];
export const EVM_CHAINS = SAMPLE_CHAINS.map(({ name }) => name).filter((name) => name !== 'Solana');
/** A project whose symbols are this text accepts every token of the chain. */
export const ANY_TOKEN = '*';

export const assignSymbolsToChains = (
  chains: readonly SampleChain[],
  symbolsText = ANY_TOKEN,
): SampleProject['symbolsByChain'] => Object.fromEntries(chains.map((chain) => [chain, symbolsText]));
