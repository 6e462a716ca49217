import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { ChainSettings } from '../../../shared/chain/networks.ts';
import { LOOPBACK, listen } from '../process/port.ts';
import { anvilCommand, type Chain } from './anvil.ts';
import { DEMO_ROUTER, isDemoChain } from './demo-vault.ts';
import { fundWallet, localChains, startLocalChain } from './local-chains.ts';

export interface ChainsOnDemand {
  /** For the functions' CHAIN_SETTINGS: the default chains at addresses of this process. */
  readonly settings: string;
  readonly names: readonly string[];
  /** Chain ids (EIP-155), none of which is a public chain's. */
  readonly chainIds: readonly number[];
  /** Where a wallet reaches the node of a chain: this, then the chain's name. */
  readonly url: string;
  /**
   * The same for pages of the local server, below LOCAL_CHAINS_PATH: a list of the chains, each chain's node, and
   * FUND_METHOD, which gives a wallet test money.
   */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** Stops those that were started. */
  stop(): Promise<void>;
}

export interface ChainsOnDemandOptions {
  /** Called when a chain does not start. */
  readonly onError: (chain: string, error: unknown) => void;
  readonly start?: (settings: ChainSettings) => Promise<Chain | undefined>;
}

/** Where pages of the local server reach the local chains. */
export const LOCAL_CHAINS_PATH = '/local/chains/';
/** A JSON-RPC method of the local server: sends test money on the chain to the wallet in its first parameter. */
const FUND_METHOD = 'demo_fundWallet';

const fundCall = z.object({
  method: z.literal(FUND_METHOD),
  params: z.tuple([z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]{40}$/))])]),
});

/** The first caller of a chain waits for its node, so functions wait as long as settings let them. */
const TIMEOUT_MS = 9_000;

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}

/** Passes a JSON-RPC call on to a chain's node and its answer back. */
async function forward(
  settings: ChainSettings,
  node: Chain,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await text(request);
  const funding = fundCall.safeParse(JSON.parse(body)).data;
  if (funding !== undefined) {
    await fundWallet(settings, node.rpcUrl, funding.params[0]);
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

/** A chain on which the demo vault has earned for a while. */
const startWithPast = (settings: ChainSettings) => startLocalChain(settings, Date.now());

class Nodes {
  readonly #options: ChainsOnDemandOptions;
  readonly #started = new Map<string, Promise<Chain | undefined>>();

  constructor(options: ChainsOnDemandOptions) {
    this.#options = options;
  }

  /** The chain's node, started now if it is not there yet; one that did not come up is tried again. */
  node(settings: ChainSettings): Promise<Chain | undefined> {
    const known = this.#started.get(settings.chain);
    if (known !== undefined) return known;
    const starting = (this.#options.start ?? startWithPast)(settings).catch((error: unknown) => {
      this.#started.delete(settings.chain);
      this.#options.onError(settings.chain, error);
      return undefined;
    });
    this.#started.set(settings.chain, starting);
    return starting;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#started.values()].map(async (node) => (await node)?.stop()));
  }
}

function handler(chains: readonly ChainSettings[], nodes: Nodes) {
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
    // A page of another site can only send JSON after a question that is not answered here.
    const isJson = request.headers['content-type']?.startsWith('application/json') === true;
    const node = settings === undefined || !isJson ? undefined : await nodes.node(settings);
    if (settings !== undefined && node !== undefined) return forward(settings, node, request, response);
    response.writeHead(settings === undefined ? 404 : isJson ? 503 : 415).end();
  };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/**
 * One address for each of the default chains, behind which a local node is started by the first call; see
 * startLocalChain for what is on it. Resolves to undefined where the node is not installed for this platform.
 */
export async function chainsOnDemand(options: ChainsOnDemandOptions): Promise<ChainsOnDemand | undefined> {
  if (options.start === undefined && anvilCommand() === undefined) return undefined;
  const chains = localChains();
  const nodes = new Nodes(options);
  const handle = handler(chains, nodes);
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    handle(request, response).catch((error: unknown) => {
      options.onError(request.url ?? '', error);
      response.destroy();
    });
  };
  const server = createServer(answer);
  const port = await listen(server);
  const at = ({ chain, chainId }: ChainSettings) => ({
    chainId,
    rpcUrl: `http://${LOOPBACK}:${port}/${chain}`,
    timeoutMs: TIMEOUT_MS,
    // Local nodes make a block for each transaction, and none without.
    confirmations: 1,
    router: { address: DEMO_ROUTER },
    // Kept data outlives them.
    ephemeral: true,
  });
  return {
    settings: JSON.stringify(Object.fromEntries(chains.map((settings) => [settings.chain, at(settings)]))),
    names: chains.map(({ chain }) => chain),
    chainIds: chains.map(({ chainId }) => chainId),
    url: `http://${LOOPBACK}:${port}/`,
    handle: answer,
    stop: async () => {
      await close(server);
      await nodes.stop();
    },
  };
}
