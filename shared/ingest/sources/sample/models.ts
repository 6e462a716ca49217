import type { SampleChain } from './market.ts';

/** A project of the sample market: where it is, what it takes, and what its pools pay and hold. */
export interface SampleProject {
  readonly project: string;
  readonly weight: number;
  /** The chains that it is on. */
  readonly chains: readonly SampleChain[];
  /** Pools of single assets, or of pairs. */
  readonly takes: 'single' | 'pair';
  /** The assets that it takes; any of the chain when absent. */
  readonly assets?: readonly string[];
  /** Median APY in percent for stablecoins, and for the rest but pairs of one coin's forms. */
  readonly apyStable: number;
  readonly apyOther: number;
  /** Deviation of ln(APY) between the project's pools, and over time. */
  readonly spread: number;
  readonly unrest: number;
  /** How many of its pools pay reward tokens, 0 to 1. */
  readonly rewarded: number;
  /** Median TVL of its pools on Ethereum, in millions of USD, and the deviation of its logarithm. */
  readonly tvlMillions: number;
  readonly tvlSpread: number;
}

export type Model = Omit<SampleProject, 'project' | 'weight' | 'chains'>;

export const lending: Model = {
  takes: 'single',
  apyStable: 4.6,
  apyOther: 1.5,
  spread: 0.28,
  unrest: 0.18,
  rewarded: 0.15,
  tvlMillions: 9,
  tvlSpread: 1.5,
};
export const exchange: Model = {
  takes: 'pair',
  apyStable: 3.2,
  apyOther: 13,
  spread: 0.75,
  unrest: 0.4,
  rewarded: 0.6,
  tvlMillions: 1.6,
  tvlSpread: 1.6,
};
export const staking: Model = {
  takes: 'single',
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
  apyStable: 6,
  apyOther: 2.6,
  spread: 0.3,
  unrest: 0.2,
  rewarded: 0.3,
  tvlMillions: 4,
  tvlSpread: 1.5,
};
/** Keeps a rate that somebody sets. */
export const savings: Model = {
  ...vault,
  spread: 0.06,
  unrest: 0.05,
  rewarded: 0,
  tvlMillions: 300,
  tvlSpread: 0.7,
};
