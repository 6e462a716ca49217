import * as z from 'zod/mini';
import { createLazily } from '../platform/domain/create-lazily.ts';

export type RpcFailure = 'timeout' | 'unreachable' | 'bad_answer';

/** An error of a node. The message never contains the node's URL, which may contain a key. */
export class RpcError extends Error {
  readonly failure: RpcFailure;
  constructor(failure: RpcFailure, message: string) {
    super(message);
    this.name = 'RpcError';
    this.failure = failure;
  }
}

/**
 * Waits for a call to a node and returns its result. Returns undefined if the node rejects the call, for example
 * because a contract reverts or data is missing.
 * @throws RpcError when the node does not answer
 */
export async function undefinedIfRejected<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof RpcError && error.failure === 'bad_answer') return undefined;
    throw error;
  }
}

export interface RpcNode {
  readonly rpcUrl: string;
  readonly timeoutMs: number;
}

/** Maximum size in bytes of a node's answer to one call. */
const ANSWER_MAX_BYTES = 4 * 1024 * 1024;
const BATCH_ANSWER_MAX_BYTES = 16 * 1024 * 1024;
/** Maximum number of calls in one batch. Public nodes accept at least a few hundred. */
export const BATCH_CALLS_MAX = 200;

const answer = /* @__PURE__ */ createLazily(() =>
  z.object({
    id: z.optional(z.unknown()),
    result: z.optional(z.unknown()),
    error: z.optional(z.object({ code: z.number(), message: z.string() })),
  }),
);

/**
 * Reads a response body.
 * @throws RpcError when the body has more than `bytesMax` bytes
 */
async function readBodyText(response: Response, bytesMax: number): Promise<string> {
  const textDecoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const chunks: AsyncIterable<Uint8Array> | readonly [] = response.body ?? [];
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new RpcError('bad_answer', 'The answer is too long');
    text += textDecoder.decode(chunk, { stream: true });
  }
  return text + textDecoder.decode();
}

async function postRpcBody(node: RpcNode, body: string, bytesMax = ANSWER_MAX_BYTES): Promise<string> {
  const signal = AbortSignal.timeout(node.timeoutMs);
  try {
    const response = await fetch(node.rpcUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      signal,
      redirect: 'error',
    });
    if (!response.ok) throw new RpcError('unreachable', `The node answered with status ${response.status}`);
    return await readBodyText(response, bytesMax);
  } catch (error) {
    if (error instanceof RpcError) throw error;
    if (signal.aborted) throw new RpcError('timeout', `No answer within ${node.timeoutMs} ms`);
    throw new RpcError('unreachable', 'The node cannot be reached');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new RpcError('bad_answer', 'The answer is not JSON');
    throw error;
  }
}

/** Returns the result in a JSON-RPC answer. Throws an RpcError if the node rejected the call. */
function parseRpcResponse(value: unknown): { readonly id: unknown; readonly result: unknown } {
  const parsed = answer().safeParse(value);
  if (!parsed.success) throw new RpcError('bad_answer', 'The answer is not JSON-RPC');
  const { id, result, error } = parsed.data;
  if (error !== undefined) {
    throw new RpcError('bad_answer', `The node refused the call with code ${error.code}`);
  }
  return { id, result };
}

/**
 * Calls one JSON-RPC method and returns its result. `timeoutMs` includes the time to read the body.
 * @throws RpcError with the kind of failure: timeout, unreachable or bad answer
 */
export async function callNode(
  node: RpcNode,
  rpcMethod: string,
  params: readonly unknown[],
): Promise<unknown> {
  const text = await postRpcBody(node, JSON.stringify({ jsonrpc: '2.0', id: 1, method: rpcMethod, params }));
  return parseRpcResponse(parseJson(text)).result;
}

/** One call of a batch. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * Calls up to `BATCH_CALLS_MAX` JSON-RPC methods in one exchange. Returns one element per call: the result,
 * or the error with which the node rejected the call.
 * @throws RpcError when the node does not answer the batch or leaves out a call
 */
export async function callNodeBatch(
  node: RpcNode,
  calls: readonly RpcCall[],
): Promise<({ readonly result: unknown } | { readonly refused: RpcError })[]> {
  const body = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
  const batchAnswers = parseJson(await postRpcBody(node, JSON.stringify(body), BATCH_ANSWER_MAX_BYTES));
  if (!Array.isArray(batchAnswers))
    throw new RpcError('bad_answer', 'The node does not take JSON-RPC batches');
  const byId = new Map<unknown, unknown>(
    batchAnswers.map((value: unknown) => [answer().safeParse(value).data?.id, value]),
  );
  return calls.map((_, id) => {
    if (!byId.has(id)) throw new RpcError('bad_answer', 'The node left out a call of the batch');
    try {
      return { result: parseRpcResponse(byId.get(id)).result };
    } catch (error) {
      if (error instanceof RpcError) return { refused: error };
      throw error;
    }
  });
}
