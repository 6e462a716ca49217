import { createServer, type Server } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import {
  type ChainsOnDemandOptions,
  createChainsOnDemand,
} from '../../../infra/emulator/chains/chains-on-demand.ts';
import { readLocalChains } from '../../../infra/emulator/chains/local-chains.ts';
import { listenOnLoopback } from '../../../infra/emulator/process/port.ts';
import { callNode } from '../../../shared/chain/json-rpc.ts';
import { readChains } from '../../../shared/chain/networks.ts';

const idOf = (name: string) => readLocalChains().find(({ chain }) => chain === name)?.chainId;
const ETHEREUM_CHAIN_ID = idOf('ethereum');
const BASE_CHAIN_ID = idOf('base');

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));

/** Starts a node that answers every call with the id of its chain. */
async function startNode(chainId: number) {
  const server = createServer((_, response) => {
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: chainId }));
  });
  const rpcUrl = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  stops.push(() => close(server));
  const child = { pid: 0, output: () => '', exited: new Promise<never>(() => {}), stop: async () => {} };
  return { rpcUrl, process: child, stop: async () => {} };
}

async function serve(options: Partial<ChainsOnDemandOptions>) {
  const chains = await createChainsOnDemand({ onError: () => {}, ...options });
  if (chains === undefined) throw new Error('There are no chains');
  stops.push(() => chains.stop());
  const settings = readChains(chains.settings);
  return (name: string) => {
    const chain = settings.find((each) => each.chain === name);
    if (chain === undefined) throw new Error(`There is no chain ${name}`);
    return callNode(chain, 'eth_chainId', []);
  };
}

test('the first call of a local chain starts only this chain', async () => {
  const start = vi.fn(({ chainId }: { chain: string; chainId: number }) => startNode(chainId));
  const call = await serve({ start });
  expect(start).not.toHaveBeenCalled();
  expect(await Promise.all([call('base'), call('base')])).toEqual([BASE_CHAIN_ID, BASE_CHAIN_ID]);
  expect(await call('ethereum')).toBe(ETHEREUM_CHAIN_ID);
  expect(start.mock.calls.map(([{ chain }]) => chain)).toEqual(['base', 'ethereum']);
});

test('a local chain that failed to start is started again at its next call', async () => {
  const onError = vi.fn();
  const start = vi
    .fn()
    .mockRejectedValueOnce(new Error('it ended'))
    .mockImplementation(({ chainId }: { chainId: number }) => startNode(chainId));
  const call = await serve({ start, onError });
  await expect(call('base')).rejects.toMatchObject({ failure: 'unreachable' });
  expect(onError).toHaveBeenCalledExactlyOnceWith('base', new Error('it ended'));
  expect(await call('base')).toBe(BASE_CHAIN_ID);
});
