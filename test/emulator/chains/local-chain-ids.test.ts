import * as publicChains from 'viem/chains';
import { expect, test } from 'vitest';
import { createChainsOnDemand } from '../../../infra/emulator/chains/chains-on-demand.ts';
import { readLocalChains, startLocalChain } from '../../../infra/emulator/chains/local-chains.ts';
import { KNOWN_CHAINS } from '../../../shared/chain/contract/chains.ts';
import { chainIdOf } from '../../../shared/chain/domain/chain-ids.ts';
import { DEFAULT_CHAINS, readChains } from '../../../shared/chain/networks.ts';

/** Ids of public chains: those in viem's list and those that this service knows. */
const PUBLIC_CHAIN_IDS = new Set<number | null>([
  ...Object.values(publicChains).map(({ id }) => id),
  ...KNOWN_CHAINS.map(chainIdOf),
  ...Object.values(DEFAULT_CHAINS).map(({ chainId }) => chainId),
]);
/** The largest chain id that wallets accept, because they compute `2 * id + 36` in doubles. */
const MAX_CHAIN_ID = 4_503_599_627_370_476;

test('no local chain has the chain id of a public chain', async () => {
  expect(PUBLIC_CHAIN_IDS.size).toBeGreaterThan(500);
  const served = await createChainsOnDemand({ onError: () => {}, start: async () => undefined });
  await served?.stop();
  const ids = [...readLocalChains(), ...readChains(served?.settings ?? '')].map(({ chainId }) => chainId);
  expect(ids).toHaveLength(2 * Object.keys(DEFAULT_CHAINS).length);
  expect(ids.filter((id) => PUBLIC_CHAIN_IDS.has(id))).toEqual([]);
  expect(Math.max(...ids)).toBeLessThanOrEqual(MAX_CHAIN_ID);
});

test('a local chain does not start if its chain id belongs to a public chain', async () => {
  for (const chain of readChains('{}')) {
    await expect(startLocalChain(chain)).rejects.toThrow(/must not have the chain id/);
  }
});
