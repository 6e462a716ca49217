import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizePool, type Observation } from '../../../shared/ingest/domain/normalize.ts';
import { type UpstreamPool, upstreamPoolSchema } from '../../../shared/ingest/domain/upstream.ts';
import { strategyIdOf } from '../../../shared/strategies/domain/strategy-id.ts';
import { MARKET_NOW_MS, observationOf, poolOf } from '../../support/market/pools.ts';

function normalize(changes: Parameters<typeof poolOf>[0] = {}) {
  return normalizePool(upstreamPoolSchema.parse(poolOf(changes)), 'defillama', MARKET_NOW_MS);
}

function observation(changes: Parameters<typeof poolOf>[0] = {}): Observation {
  const result = normalize(changes);
  if (!result.ok) throw new Error(result.reason);
  return result.observation;
}

test('a pool of the source becomes a reading with the field names and values of this service', () => {
  // The other fields have the default values of `observationOf`, which describe the same pool.
  expect(observation()).toEqual(
    observationOf({
      id: strategyIdOf('defillama', 'aa70268e-4b52-42bf-a116-608b370f9501'),
      name: 'Aave V3 USDC on Ethereum',
      description: 'Supplies USDC to Aave V3 on Ethereum and earns the interest that borrowers pay.',
      apy: 2.01787,
      apyBase: 2.01787,
      apyReward: null,
      apyMean30d: 2.3596,
      tvlUsd: 1_344_105_793,
      sourceHistoryDays: 1_120,
      observedAtMs: Date.parse('2026-03-10T11:59:30.000Z'),
    }),
  );
});

describe('the chain name of a pool', () => {
  test.each([
    ['zkSync Era', 'zksync-era'],
    ['Zksync', 'zksync-era'],
    ['Op_bnb', 'op-bnb'],
    ['Opbnb', 'op-bnb'],
    ['OP Mainnet', 'optimism'],
    ['Binance', 'bsc'],
    ['BSC', 'bsc'],
    ['xDai', 'gnosis'],
    ['  Hyperliquid   L1 ', 'hyperliquid-l1'],
  ])('the chain name %j becomes %s', (given, chain) => {
    expect(observation({ chain: given }).chain).toBe(chain);
  });

  test.each(['\u200b', '---', '<script>', 'a/b'])('the chain name %j is rejected', (chain) => {
    expect(normalize({ chain })).toEqual({ ok: false, reason: 'invalid_chain' });
  });
});

describe('the APY of a pool', () => {
  test.each([
    [{ apy: 7, apyBase: null, apyReward: null }, 7],
    [{ apy: null, apyBase: 3, apyReward: 2 }, 5],
    [{ apy: null, apyBase: null, apyReward: 2 }, 2],
    [{ apy: -1.5, apyBase: -1.5, apyReward: null }, -1.5],
    [{ apy: 0, apyBase: null, apyReward: null }, 0],
    [{ apy: null, apyBase: null, apyReward: null }, null],
    [{ apy: undefined, apyBase: undefined, apyReward: undefined }, null],
  ])('the APY of %j is %s', (figures, apy) => {
    expect(observation(figures).apy).toBe(apy);
  });
});

describe('the symbol of a pool', () => {
  test('a symbol with more than 64 characters is rejected', () => {
    expect(observation({ symbol: 'a'.repeat(64) }).asset).toBe('A'.repeat(64));
    expect(normalize({ symbol: 'a'.repeat(65) })).toEqual({ ok: false, reason: 'invalid_symbol' });
  });

  test('a symbol whose upper-case form has more than 64 characters is rejected', () => {
    expect(normalize({ symbol: 'ß'.repeat(40) })).toEqual({ ok: false, reason: 'invalid_symbol' });
  });

  test('a symbol that consists of invisible characters is rejected', () => {
    expect(normalize({ symbol: '\u200b\u202e' })).toEqual({ ok: false, reason: 'invalid_symbol' });
  });
});

describe('the time of a reading', () => {
  test('a reading without a time gets the time at which the list of pools was fetched', () => {
    expect(observation({ timestamp: null }).observedAtMs).toBe(MARKET_NOW_MS);
    expect(observation({ timestamp: undefined }).observedAtMs).toBe(MARKET_NOW_MS);
  });

  test.each(['yesterday', '2026-03-12T00:00:00Z'])(
    'the time %j is rejected, because it is invalid or in the future',
    (timestamp) => {
      expect(normalize({ timestamp })).toEqual({ ok: false, reason: 'invalid_timestamp' });
    },
  );
});

describe('the exposure of a pool', () => {
  test.each<[Partial<Record<keyof UpstreamPool, unknown>>, 'single' | 'multi']>([
    [{ exposure: 'multi' }, 'multi'],
    [{ exposure: null, underlyingTokens: ['0x1', '0x2'] }, 'multi'],
    [{ exposure: null, underlyingTokens: ['0x1'], symbol: 'A-B' }, 'single'],
    [{ exposure: null, underlyingTokens: null, symbol: 'A-B' }, 'multi'],
    [{ exposure: 'other', underlyingTokens: [], symbol: 'A' }, 'single'],
  ])('a pool with the fields %j has the exposure %s', (changes, exposure) => {
    expect(observation(changes).exposure).toBe(exposure);
  });
});

test.each([
  ['aave-v3', 'single', 'lending'],
  ['curve-dex', 'multi', 'liquidity_pool'],
  ['uniswap-v4', 'multi', 'liquidity_pool'],
  ['lido', 'single', 'staking'],
  ['renzo', 'single', 'restaking'],
  ['yearn-finance', 'single', 'yield_aggregator'],
  ['pendle', 'single', 'fixed_yield'],
  ['ondo-yield-assets', 'single', 'real_world_asset'],
  ['ethena-usde', 'single', 'basis_trading'],
  ['some-new-lending', 'single', 'lending'],
  ['brand-new-swap', 'multi', 'liquidity_pool'],
  ['nobody-knows', 'single', 'vault'],
  ['nobody-knows', 'multi', 'liquidity_pool'],
])('a pool of the protocol %s with the exposure %s has the strategy type %s', (project, exposure, type) => {
  expect(observation({ project, exposure }).strategyType).toBe(type);
});

test('two pools with the same chain, project and symbol are different strategies', () => {
  const first = observation({ pool: 'a' });
  const second = observation({ pool: 'b' });
  expect(first.id).not.toBe(second.id);
  expect({ ...first, id: '', sourcePoolId: '' }).toEqual({ ...second, id: '', sourcePoolId: '' });
});

test('the name of a strategy contains the detail that the source gives for its pool, such as a fee', () => {
  expect(observation({ poolMeta: 'CL1 - 0.04%' }).name).toBe('Aave V3 USDC (CL1 - 0.04%) on Ethereum');
});

test.each([
  ['ethena-usde', 'USDE', 'Ethena USDe on Ethereum'],
  ['ethena-usde', 'USDC', 'Ethena USDe USDC on Ethereum'],
  ['ethena', 'USDE', 'Ethena USDE on Ethereum'],
])('the protocol %s with the asset %s gives the strategy name %j', (project, symbol, name) => {
  expect(observation({ project, symbol }).name).toBe(name);
});

describe('the id of a strategy', () => {
  test('the id of a strategy never changes for the same pool', () => {
    expect(strategyIdOf('defillama', 'aa70268e-4b52-42bf-a116-608b370f9501')).toBe(
      'strat_cb2fd5c4949b133c4c7ec095',
    );
  });

  test('strategy ids differ for different pools and for different sources', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(strategyIdOf('defillama', a)).toMatch(/^strat_[0-9a-f]{24}$/);
        expect(strategyIdOf('defillama', a)).not.toBe(strategyIdOf('sample', a));
        if (a !== b) expect(strategyIdOf('defillama', a)).not.toBe(strategyIdOf('defillama', b));
      }),
    );
  });
});

describe('text from the source', () => {
  test.each([
    ['a Cyrillic letter in a Latin symbol', { symbol: 'U\u0405DC' }, 'mixed_scripts'],
    ['a Greek letter in a Latin symbol', { symbol: '\u0395TH' }, 'mixed_scripts'],
    ['a micro sign, whose upper case is Greek', { symbol: '\u00b5USD' }, 'mixed_scripts'],
    ['a Cyrillic symbol in a Latin name', { symbol: '\u0415\u0422\u041d' }, 'mixed_scripts'],
    ['a Cyrillic letter in a project', { project: '\u0430ave-v3' }, 'mixed_scripts'],
    ['a Cyrillic letter in the details of the pool', { poolMeta: 'l\u043eck' }, 'mixed_scripts'],
    ['markup as a symbol', { symbol: '<SCRIPT>' }, 'invalid_symbol'],
    ['markup in a project', { project: 'aave<b>' }, 'invalid_project'],
    ['a project of 65 characters', { project: 'a'.repeat(65) }, 'invalid_project'],
    ['a bidirectional mark in an id', { pool: 'a\u202eb' }, 'invalid_pool'],
  ])('a row with %s is left out', (_, changes, reason) => {
    expect(normalize(changes)).toEqual({ ok: false, reason });
  });

  test.each(['USD\u20ae0', 'WETH-\ud83e\udd5e', 'USDC.e', '\u65e5\u672c'])(
    'the symbol %s is accepted',
    (symbol) => {
      expect(observation({ symbol }).asset).toBe(symbol.toUpperCase());
    },
  );

  test('control and bidirectional characters are removed from the name of a strategy', () => {
    const { name, id } = observation({ poolMeta: `\u202elock\u0007ed${'!'.repeat(1_000)}` });
    expect(name).toBe(`Aave V3 USDC (locked${'!'.repeat(74)}) on Ethereum`);
    expect(id).toBe(observation().id);
  });

  test('a token address that contains invisible characters is dropped', () => {
    expect(observation({ underlyingTokens: ['0xa\u200b', '0xb'] }).tokenAddresses).toEqual(['0xb']);
  });
});
