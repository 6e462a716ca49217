import type { Chain } from '../../../infra/emulator/chains/anvil.ts';
import { startLocalChain } from '../../../infra/emulator/chains/local-chains.ts';
import { type ChainSettings, readChains } from '../../../shared/chain/networks.ts';

export interface LocalChains {
  /** For the functions' CHAIN_SETTINGS: the default chains at the nodes' addresses. */
  readonly settings: string;
  readonly chains: readonly { readonly settings: ChainSettings; readonly node: Chain }[];
  stop(): Promise<void>;
}

async function startOne(settings: ChainSettings) {
  const node = await startLocalChain(settings);
  return node && { settings: { ...settings, rpcUrl: node.rpcUrl }, node };
}

/**
 * Starts a local EVM node for each of the named default chains (all of them unless named), with the chain's own id,
 * test tokens at the real tokens' addresses and funded demo wallets. Undefined where the node is not installed for
 * this platform; rejects, with nothing left running, when it is there and does not come up.
 */
export async function startLocalChains(names?: readonly string[]): Promise<LocalChains | undefined> {
  const all = readChains('{}');
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
    ...Object.fromEntries(chains.map(({ settings: { chain, rpcUrl } }) => [chain, { rpcUrl }])),
  });
  return { settings, chains, stop };
}
