import { expect, vi } from 'vitest';
import type { Chain } from '../../../infra/emulator/chains/anvil.ts';
import { readLocalChains, startLocalChain } from '../../../infra/emulator/chains/local-chains.ts';
import { callNode, type RpcNode } from '../../../shared/chain/json-rpc.ts';
import type { ChainSettings } from '../../../shared/chain/networks.ts';

export interface LocalChains {
  /** For the functions' CHAIN_SETTINGS: the default chains at the nodes' addresses. */
  readonly settings: string;
  readonly chains: readonly { readonly settings: ChainSettings; readonly node: Chain }[];
  stop(): Promise<void>;
}

/** The most that a chain's settings may say: a starved machine makes a node slow, which is no failure of it. */
const TIMEOUT_MS = 9_000;

async function startOne(settings: ChainSettings) {
  const node = await startLocalChain(settings);
  return node && { settings: { ...settings, rpcUrl: node.rpcUrl, timeoutMs: TIMEOUT_MS }, node };
}

/** Waits until a transaction is in a block: a node makes it by itself, on a busy machine a little later. */
export async function included(node: RpcNode, hash: unknown): Promise<void> {
  await vi.waitFor(
    async () => expect(await callNode(node, 'eth_getTransactionReceipt', [hash])).not.toBeNull(),
    { interval: 5, timeout: 60_000 },
  );
}

/**
 * Starts a local EVM node for each of the named default chains (all of them unless named), with a chain id of its own,
 * test tokens at the real tokens' addresses and funded demo wallets. Undefined where the node is not installed for
 * this platform; rejects, with nothing left running, when it is there and does not come up.
 */
export async function startLocalChains(names?: readonly string[]): Promise<LocalChains | undefined> {
  const all = readLocalChains();
  const wanted = names === undefined ? all : all.filter(({ chain }) => names.includes(chain));
  const outcomes = await Promise.allSettled(wanted.map(startOne));
  const chains = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? (outcome.value ?? []) : []));
  const stop = async () => {
    await Promise.all(chains.map(({ node }) => node.stop()));
  };
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined || chains.length < wanted.length) {
    await stop();
    if (failed !== undefined) throw failed.reason;
    return undefined;
  }
  const absent = all.filter(({ chain }) => !wanted.some((other) => other.chain === chain));
  const settings = JSON.stringify({
    ...Object.fromEntries(absent.map(({ chain }) => [chain, null])),
    ...Object.fromEntries(
      chains.map(({ settings: { chain, chainId, rpcUrl } }) => [
        chain,
        { chainId, rpcUrl, timeoutMs: TIMEOUT_MS },
      ]),
    ),
  });
  return { settings, chains, stop };
}
