import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chainIdOf, tokenIdOf } from '../../../shared/chain/domain/chain-ids.ts';
import { familyOf, familyOfAsset } from '../../../shared/strategies/domain/families.ts';
import { strategyIdentityOf } from '../../../shared/strategies/domain/identity.ts';
import { buildUniqueNames } from '../../../shared/strategies/domain/names.ts';
import { createPeerApyLookup, type Peer } from '../../../shared/strategies/domain/peers.ts';
import { strategyRecordOf } from '../../support/records.ts';

describe('unique names of strategies', () => {
  test('strategies with the same name get a part of their id in the name', () => {
    const names = buildUniqueNames([
      { id: 'strat_aaaa1', name: 'Pool' },
      { id: 'strat_aaaa2', name: 'Pool' },
      { id: 'strat_bbbb1', name: 'Vault' },
    ]);
    expect([...names.values()]).toEqual(['Pool #aaaa1', 'Pool #aaaa2', 'Vault']);
  });

  test('the names of different strategies are always different', () => {
    const any = fc.uniqueArray(
      fc.record({ id: fc.stringMatching(/^strat_[0-9a-f]{8}$/), name: fc.constantFrom('A', 'B') }),
      {
        selector: ({ id }) => id,
      },
    );
    fc.assert(
      fc.property(any, (list) => {
        expect(new Set(buildUniqueNames(list).values()).size).toBe(list.length);
      }),
    );
  });
});

describe('the family of an asset', () => {
  test.each([
    ['ETH', 'WETH STETH WSTETH RETH CBETH WEETH'],
    ['BTC', 'BTC WBTC CBBTC TBTC LBTC'],
    ['USD', 'USDC USDT DAI SUSDE USD₮0 CRVUSD SYRUPUSDC PYUSD'],
    ['EUR', 'EURC EURS'],
  ])('the asset family %s contains %s', (family, symbols) => {
    expect(symbols.split(' ').map(familyOfAsset)).toEqual(symbols.split(' ').map(() => family));
  });

  test('a pool belongs to an asset family when all its assets do', () => {
    expect(familyOf(['WETH', 'WSTETH'])).toBe('ETH');
    expect(familyOf(['WETH', 'USDC'])).toBeNull();
    expect(familyOf(['CRV'])).toBeNull();
  });
});

describe('the data that identifies a strategy outside this service', () => {
  test('the data has the chain id, the token ids, the source pool and the protocol of the strategy', () => {
    const record = strategyRecordOf({
      token_addresses: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
      source_pool_id: 'pool-1',
    });
    expect(strategyIdentityOf(record)).toEqual({
      chain_id: 1,
      tokens: [
        {
          symbol: 'USDC',
          address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
          id: 'eip155:1/erc20:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
        },
      ],
      source_pool: { id: 'pool-1', url: 'https://defillama.com/yields/pool/pool-1' },
      protocol_info: {
        name: 'Aave V3',
        url: 'https://aave.com',
        listed_since: null,
        audits: null,
        hacks: null,
      },
    });
  });

  test('native coins and Solana tokens have a CAIP-19 id', () => {
    expect(tokenIdOf('base', '0x0000000000000000000000000000000000000000')).toBe('eip155:8453/slip44:60');
    expect(tokenIdOf('solana', 'So11111111111111111111111111111111111111112')).toMatch(
      /^solana:.*\/token:So1/,
    );
    expect(tokenIdOf('sui', '0x2::sui::SUI')).toBeNull();
    expect(tokenIdOf('ethereum', 'not an address')).toBeNull();
    expect([chainIdOf('arbitrum'), chainIdOf('solana')]).toEqual([42_161, null]);
  });
});

describe('the peers of a strategy', () => {
  const peer = (apy: number, changes: Partial<Peer> = {}): Peer => ({
    apy,
    tvlUsd: 5_000_000,
    asset: 'USDC',
    underlyingAssets: ['USDC'],
    exposure: 'single',
    stablecoin: true,
    ...changes,
  });

  test('the peers are strategies of the same asset family and exposure with at least 1 million USD of TVL', () => {
    const all = [1, 2, 3, 4, 50].map((apy) => peer(apy));
    const tiny = peer(900, { tvlUsd: 999_999 });
    const of = createPeerApyLookup([...all, tiny, peer(70, { exposure: 'multi' })]);
    expect(of(peer(9, { asset: 'DAI', underlyingAssets: ['DAI'] }))).toBe(3);
    expect(of(peer(9, { exposure: 'multi' }))).toBeNull();
  });

  test('if an asset family has fewer than five peers, all strategies with the same exposure and stablecoin status are the peers', () => {
    const others = [1, 2, 3, 4, 5].map((apy, index) =>
      peer(apy, { asset: `X${index}`, underlyingAssets: [`X${index}`], stablecoin: false }),
    );
    expect(createPeerApyLookup(others)(others[0] ?? expect.fail())).toBe(3);
  });
});
