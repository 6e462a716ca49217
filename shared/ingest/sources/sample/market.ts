/**
 * Chains of the sample market in the source's spelling. `weight` is the relative number of pools, `tvlBillions` the TVL
 * of the whole chain in billions of USD, and `since` the launch day.
 */
export const SAMPLE_CHAINS = [
  { name: 'Ethereum', weight: 36, tvlBillions: 96, since: '2015-07-30' },
  { name: 'Base', weight: 15, tvlBillions: 4.6, since: '2023-08-09' },
  { name: 'Arbitrum', weight: 13, tvlBillions: 3.1, since: '2021-08-31' },
  { name: 'BSC', weight: 6, tvlBillions: 7.4, since: '2020-09-01' },
  { name: 'Optimism', weight: 7, tvlBillions: 0.9, since: '2021-12-16' },
  { name: 'Polygon', weight: 6, tvlBillions: 1.2, since: '2020-05-30' },
  { name: 'Solana', weight: 7, tvlBillions: 9.2, since: '2020-03-16' },
  { name: 'Avalanche', weight: 4, tvlBillions: 1.6, since: '2020-09-21' },
  { name: 'Sonic', weight: 1, tvlBillions: 0.4, since: '2024-12-18' },
  { name: 'Gnosis', weight: 1.5, tvlBillions: 0.3, since: '2018-10-08' },
  { name: 'Linea', weight: 1.5, tvlBillions: 0.6, since: '2023-08-16' },
  { name: 'zkSync Era', weight: 1, tvlBillions: 0.1, since: '2023-03-24' },
  { name: 'Scroll', weight: 1, tvlBillions: 0.2, since: '2023-10-17' },
  { name: 'Mantle', weight: 0.7, tvlBillions: 0.3, since: '2023-07-17' },
  { name: 'Berachain', weight: 0.7, tvlBillions: 0.5, since: '2025-02-06' },
] as const;

export type SampleChain = (typeof SAMPLE_CHAINS)[number]['name'];

const ALL_CHAINS = SAMPLE_CHAINS.map(({ name }) => name);
const LARGE_CHAINS = ['Ethereum', 'Base', 'Arbitrum', 'Optimism', 'Polygon'] as const satisfies SampleChain[];
const MOST_CHAINS = ALL_CHAINS.filter((name) => name !== 'Solana' && name !== 'BSC');

/**
 * The role of an asset in pairs:
 * - `quote`: forms pairs with all `quote` and `quoted` assets.
 * - `quoted`: forms pairs with `quote` assets.
 * - `family`: forms pairs only with assets of the same family.
 * - `native`: forms no pairs.
 */
type PairRole = 'quote' | 'quoted' | 'family' | 'native';

export interface SampleAsset {
  readonly symbol: string;
  readonly weight: number;
  readonly volatilityClass: 'stable' | 'major' | 'minor';
  readonly priceUsd: number;
  /** Prices in one family move together, so that a pair within a family has no impermanent loss. */
  readonly family: string;
  readonly pairRole: PairRole;
  /** Launch day, `yyyy-mm-dd`. */
  readonly since: string;
  readonly chains: readonly SampleChain[];
}

type AssetListing = readonly [symbol: string, weight: number, since: string, chains: readonly SampleChain[]];

/**
 * Returns a function that creates the assets of one coin, such as WETH and WSTETH for ETH. `priceRatio` is the asset's
 * price divided by the coin's price.
 */
const createAssetFactory =
  (family: string, coinPriceUsd: number, kind: SampleAsset['volatilityClass'] = 'major') =>
  (pairRole: PairRole, [symbol, weight, since, chains]: AssetListing, priceRatio = 1): SampleAsset => ({
    ...{ symbol, weight, since, chains, volatilityClass: kind, family, pairRole },
    priceUsd: coinPriceUsd * priceRatio,
  });
const createDollarAsset = createAssetFactory('USD', 1, 'stable');
const createEtherAsset = createAssetFactory('ETH', 3_400);
const createBitcoinAsset = createAssetFactory('BTC', 98_000);
const createSolAsset = createAssetFactory('SOL', 190);
const createBnbAsset = createAssetFactory('BNB', 820);
const createAvaxAsset = createAssetFactory('AVAX', 24);
const createMinorAsset = (priceUsd: number, listing: AssetListing): SampleAsset =>
  createAssetFactory(listing[0], priceUsd, 'minor')('quoted', listing);

export const SAMPLE_ASSETS: readonly SampleAsset[] = [
  createDollarAsset('quote', ['USDC', 20, '2018-09-26', ALL_CHAINS]),
  createDollarAsset('quote', ['USDT', 12, '2017-11-28', ALL_CHAINS]),
  createDollarAsset('quoted', ['DAI', 6, '2019-11-18', [...LARGE_CHAINS, 'Gnosis', 'Avalanche', 'BSC']]),
  createDollarAsset('family', ['USDS', 3, '2024-09-18', ['Ethereum', 'Base', 'Arbitrum', 'Solana']]),
  createDollarAsset('family', [
    'USDE',
    4,
    '2024-02-19',
    ['Ethereum', 'Arbitrum', 'Avalanche', 'Mantle', 'Berachain', 'Solana'],
  ]),
  createDollarAsset('family', [
    'GHO',
    2,
    '2023-07-15',
    ['Ethereum', 'Arbitrum', 'Base', 'Gnosis', 'Avalanche'],
  ]),
  createDollarAsset('family', [
    'FRAX',
    2,
    '2020-12-21',
    ['Ethereum', 'Arbitrum', 'Polygon', 'Optimism', 'Avalanche'],
  ]),
  createDollarAsset('family', ['CRVUSD', 2, '2023-05-04', ['Ethereum', 'Arbitrum', 'Optimism', 'Base']]),
  createEtherAsset('native', ['ETH', 1, '2015-07-30', ['Ethereum']]),
  createEtherAsset('quote', ['WETH', 18, '2017-12-12', MOST_CHAINS]),
  createEtherAsset(
    'family',
    ['WSTETH', 5, '2021-02-23', [...LARGE_CHAINS, 'Gnosis', 'Linea', 'Scroll']],
    1.206,
  ),
  createEtherAsset(
    'family',
    ['WEETH', 3, '2023-11-15', ['Ethereum', 'Arbitrum', 'Base', 'Linea', 'Scroll', 'zkSync Era']],
    1.059,
  ),
  createEtherAsset(
    'family',
    ['RETH', 2, '2021-11-09', ['Ethereum', 'Arbitrum', 'Optimism', 'Base', 'Polygon']],
    1.132,
  ),
  createEtherAsset('family', ['CBETH', 2, '2022-08-24', ['Ethereum', 'Base', 'Arbitrum', 'Optimism']], 1.088),
  createBitcoinAsset('quoted', [
    'WBTC',
    8,
    '2019-01-30',
    [...LARGE_CHAINS, 'Avalanche', 'Linea', 'Berachain'],
  ]),
  createBitcoinAsset('quoted', ['CBBTC', 4, '2024-09-12', ['Ethereum', 'Base', 'Arbitrum', 'Solana']]),
  createBitcoinAsset('quoted', ['BTCB', 5, '2020-09-01', ['BSC']]),
  createSolAsset('quote', ['SOL', 12, '2020-03-16', ['Solana']]),
  createSolAsset('family', ['JITOSOL', 4, '2022-11-16', ['Solana']], 1.24),
  createSolAsset('family', ['MSOL', 2, '2021-08-02', ['Solana']], 1.34),
  createBnbAsset('quote', ['WBNB', 12, '2020-09-03', ['BSC']]),
  createAvaxAsset('native', ['AVAX', 1, '2020-09-21', ['Avalanche']]),
  createAvaxAsset('quote', ['WAVAX', 10, '2020-09-25', ['Avalanche']]),
  createMinorAsset(0.25, ['WPOL', 4, '2020-06-02', ['Polygon']]),
  createMinorAsset(0.45, ['ARB', 3, '2023-03-23', ['Arbitrum']]),
  createMinorAsset(0.7, ['OP', 3, '2022-05-31', ['Optimism']]),
  createMinorAsset(18, ['LINK', 2, '2017-09-19', [...LARGE_CHAINS, 'Avalanche', 'BSC']]),
  createMinorAsset(260, ['AAVE', 1, '2020-10-02', ['Ethereum', 'Polygon', 'Avalanche', 'Arbitrum']]),
  createMinorAsset(8, ['UNI', 1, '2020-09-17', ['Ethereum', 'Arbitrum', 'Polygon']]),
  createMinorAsset(0.7, ['CRV', 1, '2020-08-13', ['Ethereum', 'Arbitrum', 'Polygon']]),
  createMinorAsset(1.1, ['LDO', 1, '2021-01-05', ['Ethereum', 'Arbitrum']]),
  createMinorAsset(4.6, ['PENDLE', 1, '2021-04-28', ['Ethereum', 'Arbitrum', 'BSC']]),
  createMinorAsset(1.1, ['AERO', 3, '2023-08-28', ['Base']]),
  createMinorAsset(0.00001, ['PEPE', 1, '2023-04-14', ['Ethereum', 'Arbitrum', 'BSC']]),
  createMinorAsset(2.6, ['CAKE', 3, '2020-09-22', ['BSC']]),
  createMinorAsset(0.5, ['JUP', 2, '2024-01-31', ['Solana']]),
  createMinorAsset(0.00002, ['BONK', 2, '2022-12-25', ['Solana']]),
];
