import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type ChainSettings, readChains } from '../../../shared/chain/networks.ts';
import { LOOPBACK, listen } from '../process/port.ts';
import { anvilCommand, type Chain } from './anvil.ts';
import { startLocalChain } from './local-chains.ts';

export interface ChainsOnDemand {
  /** For the functions' CHAIN_SETTINGS: the default chains at addresses of this process. */
  readonly settings: string;
  readonly names: readonly string[];
  /** Where a wallet reaches the node of a chain: this, then the chain's name. */
  readonly url: string;
  /** Stops those that were started. */
  stop(): Promise<void>;
}

export interface ChainsOnDemandOptions {
  /** Told of a chain that does not come up. */
  readonly onError: (chain: string, error: unknown) => void;
  readonly start?: (settings: ChainSettings) => Promise<Chain | undefined>;
}

/** The first caller of a chain waits for its node, so functions wait as long as settings let them. */
const TIMEOUT_MS = 9_000;

/** Passes a JSON-RPC call on to a chain's node and its answer back. */
async function forward(node: Chain, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await fetch(node.rpcUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: await text(request),
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
    const settings = chains.find(({ chain }) => request.url === `/${chain}`);
    const node = settings === undefined ? undefined : await nodes.node(settings);
    if (node !== undefined) return forward(node, request, response);
    response.writeHead(settings === undefined ? 404 : 503).end();
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
  const chains = readChains('{}');
  const nodes = new Nodes(options);
  const handle = handler(chains, nodes);
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      options.onError(request.url ?? '', error);
      response.destroy();
    });
  });
  const port = await listen(server);
  const at = ({ chain }: ChainSettings) => ({
    rpcUrl: `http://${LOOPBACK}:${port}/${chain}`,
    timeoutMs: TIMEOUT_MS,
    // Local nodes make a block for each transaction, and none without.
    confirmations: 1,
    // Kept data outlives them.
    ephemeral: true,
  });
  return {
    settings: JSON.stringify(Object.fromEntries(chains.map((settings) => [settings.chain, at(settings)]))),
    names: chains.map(({ chain }) => chain),
    url: `http://${LOOPBACK}:${port}/`,
    stop: async () => {
      await close(server);
      await nodes.stop();
    },
  };
}
