import { EXCHANGE_PROJECTS } from './exchanges.ts';
import { LENDING_PROJECTS } from './lenders.ts';
import {
  assignSymbolsToChains,
  LARGEST_CHAINS,
  type SampleProject,
  savingsModel,
  stakingModel,
  vaultModel,
} from './models.ts';

const ETH_ON_ETHEREUM = assignSymbolsToChains(['Ethereum'], 'ETH');
const createStakingProject = (
  project: string,
  sinceDate: string,
  symbolsByChain: SampleProject['symbolsByChain'],
  otherPoolsApyPercent = stakingModel.apyOther,
  volatility = stakingModel.volatilityOverTime,
): SampleProject => ({
  project,
  weight: 0,
  since: sinceDate,
  symbolsByChain,
  ...stakingModel,
  apyOther: otherPoolsApyPercent,
  volatilityOverTime: volatility,
});

const STAKING_PROJECTS: readonly SampleProject[] = [
  createStakingProject('lido', '2020-12-18', ETH_ON_ETHEREUM),
  createStakingProject('rocket-pool', '2021-11-09', ETH_ON_ETHEREUM, 2.5),
  createStakingProject('ether.fi-stake', '2023-11-15', ETH_ON_ETHEREUM, 3.1),
  createStakingProject('renzo', '2023-12-18', ETH_ON_ETHEREUM, 2.9, 0.1),
  createStakingProject('jito-liquid-staking', '2022-11-16', assignSymbolsToChains(['Solana'], 'SOL'), 7.1),
  createStakingProject(
    'marinade-liquid-staking',
    '2021-08-02',
    assignSymbolsToChains(['Solana'], 'SOL'),
    7.4,
  ),
  createStakingProject('benqi-staked-avax', '2022-02-03', assignSymbolsToChains(['Avalanche'], 'AVAX'), 5.2),
];

const VAULT_PROJECTS: readonly SampleProject[] = [
  {
    project: 'yearn-finance',
    weight: 6,
    since: '2020-07-17',
    symbolsByChain: assignSymbolsToChains(
      [...LARGEST_CHAINS, 'Polygon', 'Optimism'],
      'USDC USDT DAI USDS CRVUSD WETH WBTC',
    ),
    ...vaultModel,
  },
  {
    project: 'pendle',
    weight: 6,
    since: '2022-11-28',
    symbolsByChain: assignSymbolsToChains(
      [...LARGEST_CHAINS, 'Sonic', 'Mantle', 'Berachain'],
      'USDC USDE USDS GHO CRVUSD WETH WSTETH WEETH RETH CBETH',
    ),
    ...vaultModel,
    duplicateLabel: 'Market',
    apyStable: 8,
    apyOther: 4,
    tvlMillions: 5,
  },
  {
    project: 'spark-savings',
    weight: 0.3,
    since: '2024-09-18',
    symbolsByChain: assignSymbolsToChains(LARGEST_CHAINS, 'USDS USDC'),
    ...savingsModel,
    apyStable: 4.4,
  },
  {
    project: 'ondo-yield-assets',
    weight: 0.2,
    since: '2023-08-01',
    symbolsByChain: assignSymbolsToChains(['Ethereum', 'Solana', 'Mantle'], 'USDC'),
    ...savingsModel,
    apyStable: 4.2,
  },
  {
    project: 'ethena-usde',
    weight: 0,
    since: '2024-02-19',
    symbolsByChain: assignSymbolsToChains(['Ethereum'], 'USDE'),
    ...savingsModel,
    apyStable: 7.5,
    volatilityOverTime: 0.25,
    tvlMillions: 4_000,
  },
];

export const SAMPLE_PROJECTS: readonly SampleProject[] = [
  ...LENDING_PROJECTS,
  ...EXCHANGE_PROJECTS,
  ...STAKING_PROJECTS,
  ...VAULT_PROJECTS,
];
