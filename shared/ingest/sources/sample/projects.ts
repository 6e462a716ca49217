import { EXCHANGES } from './exchanges.ts';
import { LENDERS } from './lenders.ts';
import { LARGEST_CHAINS, on, type SampleProject, savings, staking, vault } from './models.ts';

const ETHER = on(['Ethereum'], 'ETH');
const staker = (
  project: string,
  since: string,
  lists: SampleProject['lists'],
  apyOther = staking.apyOther,
  volatility = staking.volatility,
): SampleProject => ({ project, weight: 0, since, lists, ...staking, apyOther, volatility });

const STAKERS: readonly SampleProject[] = [
  staker('lido', '2020-12-18', ETHER),
  staker('rocket-pool', '2021-11-09', ETHER, 2.5),
  staker('ether.fi-stake', '2023-11-15', ETHER, 3.1),
  staker('renzo', '2023-12-18', ETHER, 2.9, 0.1),
  staker('jito-liquid-staking', '2022-11-16', on(['Solana'], 'SOL'), 7.1),
  staker('marinade-liquid-staking', '2021-08-02', on(['Solana'], 'SOL'), 7.4),
  staker('benqi-staked-avax', '2022-02-03', on(['Avalanche'], 'AVAX'), 5.2),
];

const VAULTS: readonly SampleProject[] = [
  {
    project: 'yearn-finance',
    weight: 6,
    since: '2020-07-17',
    lists: on([...LARGEST_CHAINS, 'Polygon', 'Optimism'], 'USDC USDT DAI USDS CRVUSD WETH WBTC'),
    ...vault,
  },
  {
    project: 'pendle',
    weight: 6,
    since: '2022-11-28',
    lists: on(
      [...LARGEST_CHAINS, 'Sonic', 'Mantle', 'Berachain'],
      'USDC USDE USDS GHO CRVUSD WETH WSTETH WEETH RETH CBETH',
    ),
    ...vault,
    repeats: 'Market',
    apyStable: 8,
    apyOther: 4,
    tvlMillions: 5,
  },
  {
    project: 'spark-savings',
    weight: 0.3,
    since: '2024-09-18',
    lists: on(LARGEST_CHAINS, 'USDS USDC'),
    ...savings,
    apyStable: 4.4,
  },
  {
    project: 'ondo-yield-assets',
    weight: 0.2,
    since: '2023-08-01',
    lists: on(['Ethereum', 'Solana', 'Mantle'], 'USDC'),
    ...savings,
    apyStable: 4.2,
  },
  {
    project: 'ethena-usde',
    weight: 0,
    since: '2024-02-19',
    lists: on(['Ethereum'], 'USDE'),
    ...savings,
    apyStable: 7.5,
    volatility: 0.25,
    tvlMillions: 4_000,
  },
];

export const SAMPLE_PROJECTS: readonly SampleProject[] = [...LENDERS, ...EXCHANGES, ...STAKERS, ...VAULTS];
