import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { LOOPBACK_ADDRESS, listenOnLoopback } from '../../../infra/emulator/process/port.ts';
import type { Hex } from '../../../shared/chain/abi.ts';

/** The faults of a node. Every probability is per call. */
export interface NodeFaults {
  /** How many blocks the node's latest block is behind the chain. */
  readonly lagBlocks?: number;
  /** Probability that the node breaks the connection instead of answering. */
  readonly dead?: number;
  /** Probability of an error: the HTTP status 503 or a JSON-RPC error. */
  readonly refusing?: number;
  /** Probability that a block is returned with a hash that differs from the block hash in its logs. */
  readonly contradicting?: number;
  /** Probability that the node returns an empty list instead of the logs. */
  readonly withholding?: number;
  /** Probability that a contract call fails because the node no longer has the state of the block. */
  readonly stateless?: number;
  /** Maximum block range of a log request. The node rejects a larger range. */
  readonly rangeMax?: number;
  /** Draws a number from 0 to 1. */
  readonly draw?: () => number;
}

export interface FaultyNode {
  readonly url: string;
  /** Number of faults so far by name. The key `requests` contains the number of requests. */
  readonly faults: Map<string, number>;
  stop(): Promise<void>;
}

const call = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });
const calls = z.union([call, z.array(call)]);
const quantity = z.object({ result: z.string().transform(Number) });
const range = z.object({ fromBlock: z.string().transform(Number), toBlock: z.string().transform(Number) });

const hexOf = (number: number): Hex => `0x${number.toString(16)}`;

async function ask(nodeUrl: string, body: unknown): Promise<unknown> {
  const response = await fetch(nodeUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Replaces a block's hash with a different one each time. */
function contradicted(answer: unknown, id: number): unknown {
  const block = z.object({ result: z.looseObject({ hash: z.string() }) }).safeParse(answer);
  if (!block.success) return answer;
  const hash = `0x${randomBytes(32).toString('hex')}`;
  return { jsonrpc: '2.0', id, result: { ...block.data.result, hash } };
}

export async function startFaultyNode(nodeUrl: string, faults: NodeFaults): Promise<FaultyNode> {
  const counts = new Map<string, number>();
  const { lagBlocks = 0, draw = Math.random } = faults;
  const happens = (name: string, probability = 0) => {
    if (probability === 0 || draw() >= probability) return false;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return true;
  };
  const behind = async (tag: unknown) => {
    if (tag !== 'latest' || lagBlocks === 0) return tag;
    const head = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] };
    return hexOf(Math.max(0, quantity.parse(await ask(nodeUrl, head)).result - lagBlocks));
  };
  const refusal = (id: number, message: string) => ({
    jsonrpc: '2.0',
    id,
    error: { code: -32_005, message },
  });
  const answerCall = async ({ id, method, params }: z.output<typeof call>): Promise<unknown> => {
    const [first] = params;
    if (method === 'eth_getLogs' && faults.rangeMax !== undefined) {
      const { fromBlock, toBlock } = range.parse(first);
      if (toBlock - fromBlock >= faults.rangeMax) return refusal(id, 'The range is too large');
    }
    if (method === 'eth_getLogs' && happens('withheld', faults.withholding)) {
      return { jsonrpc: '2.0', id, result: [] };
    }
    if (method === 'eth_call' && happens('stateless', faults.stateless)) return refusal(id, 'No state');
    const moved = await Promise.all(params.map(behind));
    const given = await ask(nodeUrl, { jsonrpc: '2.0', id, method, params: moved });
    const isContradiction =
      method === 'eth_getBlockByNumber' && happens('contradiction', faults.contradicting);
    return isContradiction ? contradicted(given, id) : given;
  };
  const answer = async (body: string, response: ServerResponse) => {
    counts.set('requests', (counts.get('requests') ?? 0) + 1);
    if (happens('dead', faults.dead)) return response.destroy();
    if (happens('status', faults.refusing)) return response.writeHead(503).end();
    const nodeCalls = calls.parse(JSON.parse(body));
    if (happens('code', faults.refusing)) return response.end(JSON.stringify(refusal(1, 'Not now')));
    if (!Array.isArray(nodeCalls)) return response.end(JSON.stringify(await answerCall(nodeCalls)));
    const all: unknown[] = [];
    for (const each of nodeCalls) all.push(await answerCall(each));
    return response.end(JSON.stringify(all));
  };
  const server = createServer((request, response) => {
    text(request)
      .then((body) => answer(body, response))
      .catch(() => response.destroy());
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://${LOOPBACK_ADDRESS}:${port}`,
    faults: counts,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
