import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { ChainSettings } from '../../../shared/chain/networks.ts';
import { LOOPBACK_ADDRESS, listenOnLoopback } from '../process/port.ts';
import { type ChainNode, findAnvilProgram } from './anvil.ts';
import { DEMO_ROUTER_ADDRESS, isDemoChain } from './demo-vault.ts';
import { fundWallet, readLocalChains, startLocalChain } from './local-chains.ts';

export interface ChainsOnDemand {
  /**
   * Value for the functions' environment variable CHAIN_SETTINGS: the default chains, with RPC URLs that this
   * process serves.
   */
  readonly settings: string;
  readonly names: readonly string[];
  /** EIP-155 chain ids. None of them is the id of a public chain. */
  readonly chainIds: readonly number[];
  /**
   * Base URL at which wallets reach the local nodes. Append a chain's name to get the RPC URL of its node.
   */
  readonly url: string;
  /** Handles requests below LOCAL_CHAINS_PATH: the list of chains, each chain's JSON-RPC, and FUND_METHOD. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** Stops all nodes that were started. */
  stop(): Promise<void>;
}

export interface ChainsOnDemandOptions {
  /** Called when a chain does not start. */
  readonly onError: (chain: string, error: unknown) => void;
  readonly start?: (settings: ChainSettings) => Promise<ChainNode | undefined>;
}

/** Path prefix under which the pages of the local server reach the local chains. */
export const LOCAL_CHAINS_PATH = '/local/chains/';
/**
 * Custom JSON-RPC method of the local server. It sends test money to the wallet address in its first
 * parameter.
 */
const FUND_METHOD = 'demo_fundWallet';

const fundCallSchema = z.object({
  method: z.literal(FUND_METHOD),
  params: z.tuple([z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]{40}$/))])]),
});

/**
 * Timeout in milliseconds of RPC calls to a local chain. It is long, because the first call waits until the node has
 * started.
 */
const RPC_TIMEOUT_MS = 9_000;

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}

/** Forwards a JSON-RPC call to a chain's node, except FUND_METHOD, which the node does not know. */
async function forwardRequest(
  settings: ChainSettings,
  node: ChainNode,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await text(request);
  const fundCall = fundCallSchema.safeParse(JSON.parse(body)).data;
  if (fundCall !== undefined) {
    await fundWallet(settings, node.rpcUrl, fundCall.params[0]);
    sendJson(response, { jsonrpc: '2.0', id: 1, result: null });
    return;
  }
  const answer = await fetch(node.rpcUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
}

/** Starts a chain whose demo vault already has a history of earnings. */
const startChainWithHistory = (settings: ChainSettings) => startLocalChain(settings, Date.now());

class LocalChainNodes {
  readonly #options: ChainsOnDemandOptions;
  readonly #started = new Map<string, Promise<ChainNode | undefined>>();

  constructor(options: ChainsOnDemandOptions) {
    this.#options = options;
  }

  /**
   * Returns the node of a chain, and starts it on the first call. After a failed start, the next call tries again.
   */
  node(settings: ChainSettings): Promise<ChainNode | undefined> {
    const startedNodePromise = this.#started.get(settings.chain);
    if (startedNodePromise !== undefined) return startedNodePromise;
    const startingNodePromise = (this.#options.start ?? startChainWithHistory)(settings).catch(
      (error: unknown) => {
        this.#started.delete(settings.chain);
        this.#options.onError(settings.chain, error);
        return undefined;
      },
    );
    this.#started.set(settings.chain, startingNodePromise);
    return startingNodePromise;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#started.values()].map(async (node) => (await node)?.stop()));
  }
}

function createChainHandler(chains: readonly ChainSettings[], localChainNodes: LocalChainNodes) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url?.replace(LOCAL_CHAINS_PATH, '/');
    if (path === '/' && request.method === 'GET') {
      sendJson(
        response,
        chains.map(({ chain, chainId }) => ({ chain, chain_id: chainId, has_vault: isDemoChain(chain) })),
      );
      return;
    }
    const settings = chains.find(({ chain }) => path === `/${chain}`);
    // Accept only JSON. A browser sends cross-site JSON only after a CORS preflight, which this server does not
    // answer, so other sites cannot call it.
    const isJsonRequest = request.headers['content-type']?.startsWith('application/json') === true;
    const node = settings === undefined || !isJsonRequest ? undefined : await localChainNodes.node(settings);
    if (settings !== undefined && node !== undefined)
      return forwardRequest(settings, node, request, response);
    response.writeHead(settings === undefined ? 404 : isJsonRequest ? 503 : 415).end();
  };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/**
 * Serves one RPC address for each default chain, and starts the local node behind it on the first call. Resolves to
 * undefined when anvil is not installed for this platform.
 */
export async function createChainsOnDemand(
  options: ChainsOnDemandOptions,
): Promise<ChainsOnDemand | undefined> {
  if (options.start === undefined && findAnvilProgram() === undefined) return undefined;
  const chains = readLocalChains();
  const localChainNodes = new LocalChainNodes(options);
  const handleChainRequest = createChainHandler(chains, localChainNodes);
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    handleChainRequest(request, response).catch((error: unknown) => {
      options.onError(request.url ?? '', error);
      response.destroy();
    });
  };
  const server = createServer(answer);
  const port = await listenOnLoopback(server);
  const at = ({ chain, chainId }: ChainSettings) => ({
    chainId,
    rpcUrl: `http://${LOOPBACK_ADDRESS}:${port}/${chain}`,
    timeoutMs: RPC_TIMEOUT_MS,
    // One confirmation is enough, because a local node makes no further block without a transaction.
    confirmations: 1,
    router: { address: DEMO_ROUTER_ADDRESS },
    // The chain is lost when the server stops, but stored data about it may remain.
    ephemeral: true,
  });
  return {
    settings: JSON.stringify(Object.fromEntries(chains.map((settings) => [settings.chain, at(settings)]))),
    names: chains.map(({ chain }) => chain),
    chainIds: chains.map(({ chainId }) => chainId),
    url: `http://${LOOPBACK_ADDRESS}:${port}/`,
    handle: answer,
    stop: async () => {
      await closeServer(server);
      await localChainNodes.stop();
    },
  };
}
