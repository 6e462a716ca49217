import * as z from 'zod/mini';
import { createLazily } from '../platform/create-lazily.ts';

export type RpcFailure = 'timeout' | 'unreachable' | 'bad_answer';

/** A node that did not answer as it should. The message never holds the node's address, which may hold a key. */
export class RpcError extends Error {
  readonly failure: RpcFailure;
  constructor(failure: RpcFailure, message: string) {
    super(message);
    this.name = 'RpcError';
    this.failure = failure;
  }
}

/**
 * What a call comes to; undefined where it is refused, as by a contract that reverts or a node that lacks what it asks.
 *
 * @throws RpcError when the node does not answer at all
 */
export async function unlessRefused<T>(call: Promise<T>): Promise<T | undefined> {
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

/** More than any call of ours returns; a longer answer is none of ours. */
const ANSWER_MAX_BYTES = 4 * 1024 * 1024;
/** The same for a whole batch. */
const BATCH_ANSWER_MAX_BYTES = 16 * 1024 * 1024;
/** The most calls in one batch: public nodes take a few hundred at least. */
export const BATCH_CALLS_MAX = 200;

const answer = /* @__PURE__ */ createLazily(() =>
  z.object({
    id: z.optional(z.unknown()),
    result: z.optional(z.unknown()),
    error: z.optional(z.object({ code: z.number(), message: z.string() })),
  }),
);

/** The text of a body that keeps to the limit. */
async function readText(response: Response, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const chunks: AsyncIterable<Uint8Array> | readonly [] = response.body ?? [];
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new RpcError('bad_answer', 'The answer is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

async function exchange(node: RpcNode, body: string, bytesMax = ANSWER_MAX_BYTES): Promise<string> {
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
    return await readText(response, bytesMax);
  } catch (error) {
    if (error instanceof RpcError) throw error;
    if (signal.aborted) throw new RpcError('timeout', `No answer within ${node.timeoutMs} ms`);
    throw new RpcError('unreachable', 'The node cannot be reached');
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new RpcError('bad_answer', 'The answer is not JSON');
    throw error;
  }
}

/** What one answer comes to; a refusal is an error of its own. */
function resultOf(value: unknown): { readonly id: unknown; readonly result: unknown } {
  const parsed = answer().safeParse(value);
  if (!parsed.success) throw new RpcError('bad_answer', 'The answer is not JSON-RPC');
  const { id, result, error } = parsed.data;
  if (error !== undefined) {
    throw new RpcError('bad_answer', `The node refused the call with code ${error.code}`);
  }
  return { id, result };
}

/**
 * Calls one JSON-RPC method and gives its result. The whole exchange, body included, has `timeoutMs`.
 *
 * @throws RpcError saying whether the node was slow, away, or answered something else
 */
export async function callNode(node: RpcNode, method: string, params: readonly unknown[]): Promise<unknown> {
  const text = await exchange(node, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  return resultOf(parsedJson(text)).result;
}

/** One call of a batch. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * Calls several JSON-RPC methods in one exchange, `BATCH_CALLS_MAX` at most. Gives the result of each in its place, or the
 * error with which the node refused it.
 *
 * @throws RpcError when the node does not answer the batch, or leaves a call out
 */
export async function callNodeBatch(
  node: RpcNode,
  calls: readonly RpcCall[],
): Promise<({ readonly result: unknown } | { readonly refused: RpcError })[]> {
  const body = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
  const answers = parsedJson(await exchange(node, JSON.stringify(body), BATCH_ANSWER_MAX_BYTES));
  if (!Array.isArray(answers)) throw new RpcError('bad_answer', 'The node does not take JSON-RPC batches');
  const byId = new Map<unknown, unknown>(
    answers.map((value: unknown) => [answer().safeParse(value).data?.id, value]),
  );
  return calls.map((_, id) => {
    if (!byId.has(id)) throw new RpcError('bad_answer', 'The node left out a call of the batch');
    try {
      return { result: resultOf(byId.get(id)).result };
    } catch (error) {
      if (error instanceof RpcError) return { refused: error };
      throw error;
    }
  });
}
