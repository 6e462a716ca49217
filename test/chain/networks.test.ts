import { getAddress } from 'viem/utils';
import { describe, expect, test } from 'vitest';
import { readChains } from '../../shared/chain/networks.ts';
import { readConfig } from '../../shared/platform/config.ts';

describe('the chains that a deployment supports by default', () => {
  const chains = readChains('{}');

  test('the default chains are the five documented chains with their chain ids', () => {
    expect(chains.map(({ chain, chainId }) => [chain, chainId])).toEqual([
      ['ethereum', 1],
      ['arbitrum', 42_161],
      ['optimism', 10],
      ['base', 8_453],
      ['polygon', 137],
    ]);
  });

  test('the default chains have only contract addresses with a valid checksum', () => {
    for (const { tokens, multicallAddress } of chains) {
      for (const address of [multicallAddress, ...tokens.map((token) => token.address)]) {
        expect(address).toBe(getAddress(address.toLowerCase()));
      }
    }
  });

  test('the default chains list no token twice', () => {
    for (const { tokens } of chains) {
      expect(new Set(tokens.map(({ asset }) => asset)).size).toBe(tokens.length);
      expect(new Set(tokens.map(({ address }) => address)).size).toBe(tokens.length);
    }
  });
});

describe('the setting CHAIN_SETTINGS', () => {
  test('CHAIN_SETTINGS replaces single fields of a chain and does not change its other fields', () => {
    const [ethereum] = readChains('{"Ethereum":{"rpcUrl":"https://node.example/key","timeoutMs":500}}');
    expect(ethereum).toMatchObject({ chainId: 1, rpcUrl: 'https://node.example/key', timeoutMs: 500 });
    expect(ethereum?.tokens).toHaveLength(5);
  });

  test('CHAIN_SETTINGS can remove a default chain and add a new chain', () => {
    const own = { chainId: 100, rpcUrl: 'https://gnosis.example', nativeAsset: 'XDAI', tokens: [] };
    const chains = readChains(JSON.stringify({ polygon: null, gnosis: own }));
    expect(chains.map(({ chain }) => chain)).toEqual(['ethereum', 'arbitrum', 'optimism', 'base', 'gnosis']);
  });

  test.each([
    ['{"gnosis":{"chainId":100}}', /gnosis: rpcUrl/],
    ['{"base":{"rpcUrl":"ftp://secret.example"}}', /base: rpcUrl/],
    ['{"base":{"chainID":1}}', /base: .*chainID/],
    ['{"base":{"tokens":[{"asset":"X","address":"0x1","decimals":6}]}}', /base: tokens\.0\.address/],
  ])(
    'when CHAIN_SETTINGS is %s, the error names the chain and the field, but not the value',
    (settings, problem) => {
      expect(() => readChains(settings)).toThrow(problem);
      expect(() => readChains(settings)).not.toThrow(/secret/);
    },
  );

  test.each(['{"base":', '[]', 'null', '"https://node.example/secret"'])(
    'CHAIN_SETTINGS rejects %s, which is not a JSON object',
    (settings) => {
      expect(() => readConfig({ CHAIN_SETTINGS: settings })).toThrow(
        /CHAIN_SETTINGS: must be a JSON object$/,
      );
    },
  );
});
