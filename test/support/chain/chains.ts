import { expect, vi } from 'vitest';
import type { ChainNode } from '../../../infra/emulator/chains/anvil.ts';
import { readLocalChains, startLocalChain } from '../../../infra/emulator/chains/local-chains.ts';
import { callNode, type RpcNode } from '../../../shared/chain/json-rpc.ts';
import type { ChainSettings } from '../../../shared/chain/networks.ts';

export interface LocalChains {
  /** The value of CHAIN_SETTINGS for the functions: the default chains with the addresses of the local nodes. */
  readonly settings: string;
  readonly chains: readonly { readonly settings: ChainSettings; readonly node: ChainNode }[];
  stop(): Promise<void>;
}

/** Maximum timeout of a chain in milliseconds. A node on a busy machine is slow without being faulty. */
const TIMEOUT_MS = 9_000;

async function startTestChain(settings: ChainSettings) {
  const node = await startLocalChain(settings);
  return node && { settings: { ...settings, rpcUrl: node.rpcUrl, timeoutMs: TIMEOUT_MS }, node };
}

/** Waits until a transaction is in a block. The node creates the block shortly after the call. */
export async function waitUntilIncluded(node: RpcNode, hash: unknown): Promise<void> {
  await vi.waitFor(
    async () => expect(await callNode(node, 'eth_getTransactionReceipt', [hash])).not.toBeNull(),
    { interval: 5, timeout: 60_000 },
  );
}

/**
 * Starts a local EVM node for each named default chain, or for all default chains. Each node has its own chain id, test
 * tokens at the addresses of the real tokens, and funded demo wallets. Returns undefined if the node program is not
 * installed for this platform. If a node does not start, stops all nodes and rejects.
 */
export async function startLocalChains(names?: readonly string[]): Promise<LocalChains | undefined> {
  const all = readLocalChains();
  const wanted = names === undefined ? all : all.filter(({ chain }) => names.includes(chain));
  const outcomes = await Promise.allSettled(wanted.map(startTestChain));
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
