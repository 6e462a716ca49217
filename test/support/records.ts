import { toChainSlug } from '../../shared/chain/contract/chains.ts';
import type { Strategy } from '../../shared/strategies/contract/responses.ts';
import { RISK_LEVELS, type Settlement } from '../../shared/strategies/contract/strategy.ts';
import type { StrategyRecord } from '../../shared/strategies/contract/strategy-record.ts';
import { Catalog } from '../../shared/strategies/domain/catalog/catalog.ts';
import { encodeCatalog } from '../../shared/strategies/domain/catalog/encoding/encode.ts';
import { toListElement } from '../../shared/strategies/domain/catalog/encoding/format.ts';
import { createRandomGenerator } from './random.ts';

/** Returns a listed strategy with default values and the given changes. */
export function strategyRecordOf(changes: Partial<StrategyRecord> = {}): StrategyRecord {
  const id = changes.id ?? 'strat_000000000000000000000001';
  return {
    id,
    name: 'Aave V3 USDC on Ethereum',
    description: 'Supplies USDC to Aave V3 on Ethereum and earns the interest that borrowers pay.',
    chain: 'ethereum',
    asset: 'USDC',
    protocol: 'aave-v3',
    strategy_type: 'lending',
    current_apy: 5.25,
    historical_apy: { '7d': 5.1, '30d': 4.9, '90d': 4.4 },
    risk_level: 'low',
    tvl: 1_250_000,
    min_deposit: 1,
    created_at: '2024-03-01T00:00:00.000Z',
    updated_at: '2026-01-05T10:00:00.000Z',
    status: 'listed',
    apy_base: 5.25,
    apy_reward: null,
    underlying_assets: ['USDC'],
    exposure: 'single',
    il_risk: false,
    stablecoin: true,
    apy_volatility_30d: 0.42,
    history_days: 400,
    risk: riskOfScore(18),
    expected_apy: expectedApyAround(changes.current_apy ?? 5.25),
    log_apy_volatility_30d: 0.04,
    tvl_volatility_30d: 0.02,
    tvl_growth_30d: 1.01,
    unmoved_days: 1,
    peer_apy: 4.5,
    utilisation: null,
    withdrawable: null,
    exit_constrained: false,
    token_addresses: [],
    flags: [],
    source: 'defillama',
    as_of: '2026-01-05T09:55:00.000Z',
    source_pool_id: `pool-${id}`,
    outlier: false,
    ...changes,
  };
}

/** Returns a risk with this score and no details. */
export function riskOfScore(score: number): StrategyRecord['risk'] {
  return {
    score,
    decided_by: { name: 'score', reason: `Its score is ${score}.` },
    parts: { rate: score, exit: score, loss: score },
    factors: [],
    floors: [],
  };
}

/** Returns a strategy as lists show it. It settles in the sandbox unless a settlement is given. */
export function showStrategy(record: StrategyRecord, settlement: Settlement = 'sandbox'): Strategy {
  return { ...toListElement(record), settlement };
}

/** Returns a catalog of strategies with default values and the given changes. */
export function catalogOf(list: readonly Partial<StrategyRecord>[]): Catalog {
  return new Catalog(encodeCatalog(list.map(strategyRecordOf)));
}

/** Returns an expected APY with the given mean for all horizons. The bounds are 20% of the mean below and above it. */
export function expectedApyAround(apy: number): StrategyRecord['expected_apy'] {
  const reach = Math.abs(apy) * 0.2;
  const around = { mean: apy, low80: apy - reach, high80: apy + reach };
  return { '7d': around, '30d': around, '90d': around };
}

const CHAINS = ['Ethereum', 'Base', 'Arbitrum', 'BSC', 'Solana', 'Polygon', 'OP Mainnet', 'Avalanche'];
const MORE_CHAINS = ['Gnosis', 'Linea', 'Scroll', 'Sonic', 'Mantle', 'Sui', 'Plasma', 'Unichain', 'Celo'];
const TOKENS = ['USDC', 'ETH', 'USDT', 'WBTC', 'DAI', 'WSTETH', 'SUSDE', 'CRV', 'ARB', 'AERO', 'LINK'];
const PROTOCOLS = ['uniswap-v3', 'aave-v3', 'morpho-v1', 'curve-dex', 'pendle', 'beefy', 'merkl', 'lido'];
const STRATEGY_TYPES = ['lending', 'liquidity_pool', 'vault', 'staking'];

/**
 * Generates a market of any size with the distribution of a real one. Few chains, tokens and protocols hold most
 * strategies, with a long tail of others. The same size and seed give the same market.
 */
export function* randomRecords(size: number, seed = 1): Generator<StrategyRecord> {
  const random = createRandomGenerator(seed);
  const skewed = (length: number) => Math.floor(random() ** 2 * length);
  const token = () => {
    const rank = skewed(TOKENS.length + 400);
    return TOKENS[rank] ?? `TOKEN${rank}`;
  };
  const chains = [...CHAINS, ...MORE_CHAINS];
  for (let index = 0; index < size; index += 1) {
    const chain = chains[skewed(chains.length)] ?? 'Ethereum';
    const rank = skewed(PROTOCOLS.length + 200);
    const protocol = PROTOCOLS[rank] ?? `protocol-${rank}`;
    const pair = random() < 0.4;
    const underlying = pair ? [token(), token()] : [token()];
    const asset = underlying.join('-');
    const apy = round(Math.exp(random() * 6 - 2), 5);
    const reward = random() < 0.3 ? round(apy * random(), 5) : null;
    const hex = Math.floor(random() * 2 ** 48)
      .toString(16)
      .padStart(12, '0');
    yield strategyRecordOf({
      id: `strat_${hex}${String(index).padStart(12, '0')}`,
      name: `${protocol} ${asset} on ${chain}`,
      description: `Holds ${asset} in ${protocol} on ${chain} and earns on its behalf.`,
      chain: toChainSlug(chain),
      asset,
      protocol,
      strategy_type: STRATEGY_TYPES[skewed(STRATEGY_TYPES.length)] ?? 'vault',
      current_apy: apy,
      historical_apy: {
        '7d': round(apy * (0.8 + random() * 0.4), 5),
        '30d': apy,
        '90d': round(apy * 1.1, 5),
      },
      risk_level: RISK_LEVELS[skewed(3)] ?? 'low',
      tvl: Math.round(10_000 * Math.exp(random() ** 2 * 12)),
      created_at: new Date(Date.UTC(2021, 0, 1 + Math.floor(random() * 1_800))).toISOString(),
      apy_base: reward === null ? apy : round(apy - reward, 5),
      apy_reward: reward,
      underlying_assets: underlying,
      exposure: pair ? 'multi' : 'single',
      il_risk: pair,
      stablecoin: random() < 0.2,
      outlier: random() < 0.01,
      apy_volatility_30d: random() < 0.1 ? null : round(random() * 3, 4),
      history_days: Math.floor(random() * 400),
      risk: riskOfScore(Math.round(random() * 100)),
      flags: random() < 0.1 ? ['short_history'] : [],
    });
  }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
