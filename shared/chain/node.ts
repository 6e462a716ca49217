import * as z from 'zod/mini';
import { createLazily } from '../platform/create-lazily.ts';
import {
  BATCH_CALLS_MAX,
  callNode,
  callNodeBatch,
  RpcError,
  type RpcNode,
  unlessRefused,
} from './json-rpc.ts';
import type { Hex } from './multicall.ts';

/** What a node answers, as far as it is read here. */
const answers = /* @__PURE__ */ createLazily(() => {
  const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value));
  const quantity = z.pipe(hex, z.transform(Number));
  return {
    block: z.nullable(z.object({ number: quantity, hash: hex, timestamp: quantity })),
    logs: z.array(
      z.object({
        address: hex,
        topics: z.array(hex),
        data: hex,
        blockNumber: quantity,
        blockHash: hex,
        transactionHash: hex,
        logIndex: quantity,
      }),
    ),
    receipt: z.nullable(
      z.object({
        status: quantity,
        blockNumber: quantity,
        blockHash: hex,
        logs: z.array(z.object({ address: hex, topics: z.array(hex), data: hex })),
      }),
    ),
    transaction: z.nullable(z.object({ from: hex, nonce: quantity, input: hex })),
    simulated: z.array(
      z.object({
        calls: z.array(
          z.object({
            status: quantity,
            gasUsed: quantity,
            returnData: hex,
            // Nodes give what a call was reverted with in one place or the other.
            error: z.optional(z.object({ data: z.optional(z.nullable(hex)) })),
          }),
        ),
      }),
    ),
    quantity,
    hex,
  };
});
type Answers = ReturnType<typeof answers>;

export type Block = NonNullable<z.infer<Answers['block']>>;
export type Log = z.infer<Answers['logs']>[number];
/** The result and the logs of a transaction. */
export type Receipt = NonNullable<z.infer<Answers['receipt']>>;
/** Sender, nonce and input of a transaction. */
export type SentTransaction = NonNullable<z.infer<Answers['transaction']>>;

/** Blocks below the latest that may still be replaced, where the chain has no finality of its own to ask for. */
const REPLACEABLE_BLOCKS = 64;

/** How many of a chain's latest blocks may still be replaced: twice what its operators wait for, and 64 at least. */
export function replaceableBlocks({ confirmations }: { readonly confirmations: number }): number {
  return Math.max(REPLACEABLE_BLOCKS, 2 * confirmations);
}

const toHex = (number: number): Hex => `0x${number.toString(16)}`;

/** One question to a node, and how its answer is read. */
export interface Question<T> {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly read: (result: unknown) => T;
}

function question<S extends z.ZodMiniType>(
  schema: S,
  method: string,
  params: readonly unknown[],
): Question<z.output<S>> {
  return {
    method,
    params,
    read: (result) => {
      const parsed = schema.safeParse(result);
      if (!parsed.success) throw new RpcError('bad_answer', `The answer to ${method} is not understood`);
      return parsed.data;
    },
  };
}

async function asked<T>(node: RpcNode, { method, params, read }: Question<T>): Promise<T> {
  return read(await callNode(node, method, params));
}

async function ask<S extends z.ZodMiniType>(
  node: RpcNode,
  schema: S,
  method: string,
  params: readonly unknown[],
): Promise<z.output<S>> {
  return asked(node, question(schema, method, params));
}

/** Questions that are asked together: one request for each `BATCH_CALLS_MAX` of them. */
export class NodeBatch {
  readonly #node: RpcNode;
  readonly #waiting: { readonly ask: Question<unknown>; readonly settle: (found: Settled) => void }[] = [];

  constructor(node: RpcNode) {
    this.#node = node;
  }

  /**
   * Adds a question. What it returns gives the answer once the batch was sent.
   *
   * @throws RpcError from what it returns when the node refused the question
   */
  add<T>(ask: Question<T>): () => T {
    let settled: Settled | undefined;
    this.#waiting.push({
      ask,
      settle: (found) => {
        settled = found;
      },
    });
    return () => {
      if (settled === undefined) throw new Error('The batch was not sent yet');
      if ('refused' in settled) throw settled.refused;
      return ask.read(settled.result);
    };
  }

  /** The same for a question that the node may refuse: undefined then. */
  addUnlessRefused<T>(ask: Question<T>): () => T | undefined {
    const answer = this.add(ask);
    return () => {
      try {
        return answer();
      } catch (error) {
        if (error instanceof RpcError && error.failure === 'bad_answer') return undefined;
        throw error;
      }
    };
  }

  /** @throws RpcError when the node does not answer */
  async send(): Promise<void> {
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, BATCH_CALLS_MAX);
      const answers = await callNodeBatch(
        this.#node,
        some.map(({ ask: { method, params } }) => ({ method, params })),
      );
      for (const [i, { settle }] of some.entries()) {
        const found = answers[i];
        if (found !== undefined) settle(found);
      }
    }
  }
}

type Settled = { readonly result: unknown } | { readonly refused: RpcError };
type BlockTag = number | 'latest' | 'safe' | 'finalized';
type StateTag = number | 'latest' | { readonly blockHash: Hex };

const tagOf = (at: BlockTag): string => (typeof at === 'number' ? toHex(at) : at);
const stateTagOf = (at: StateTag) => (typeof at === 'object' ? { ...at, requireCanonical: true } : tagOf(at));

/** What can be asked of a node, alone or in a batch. */
export const questions = {
  /** Null when the node has no such block. */
  block: (at: BlockTag) => question(answers().block, 'eth_getBlockByNumber', [tagOf(at), false]),
  /** Null while the transaction is in no block. */
  receipt: (hash: Hex) => question(answers().receipt, 'eth_getTransactionReceipt', [hash]),
  /** Null for a transaction that the node does not know. */
  transaction: (hash: Hex) => question(answers().transaction, 'eth_getTransactionByHash', [hash]),
  /** How many transactions of an account are in blocks up to a number. */
  nonce: (account: Hex, at: number) =>
    question(answers().quantity, 'eth_getTransactionCount', [account, toHex(at)]),
  /** What a call returns; by a block's hash, only as long as that block is canonical (EIP-1898). */
  contract: (
    { to, data, from }: { readonly to: Hex; readonly data: Hex; readonly from?: Hex },
    at: StateTag = 'latest',
  ) => question(answers().hex, 'eth_call', [{ to, data, ...(from && { from }) }, stateTagOf(at)]),
} as const;

/** A block by its number, or the latest one that the node calls so; undefined when the node has none. */
export async function readBlock(node: RpcNode, at: BlockTag): Promise<Block | undefined> {
  return (await asked(node, questions.block(at))) ?? undefined;
}

/** What a call to a contract returns as of a block; by its hash, only as long as that block is canonical (EIP-1898). */
export function readContract(
  node: RpcNode,
  call: { readonly to: Hex; readonly data: Hex; readonly from?: Hex },
  at: StateTag = 'latest',
): Promise<Hex> {
  return asked(node, questions.contract(call, at));
}

export function readCode(node: RpcNode, address: Hex): Promise<Hex> {
  return ask(node, answers().hex, 'eth_getCode', [address, 'latest']);
}

/** What gas a call would take; undefined when it would fail. */
export function estimateGas(node: RpcNode, call: { from: Hex; to: Hex; data: Hex }) {
  return unlessRefused(ask(node, answers().quantity, 'eth_estimateGas', [call]));
}

/**
 * How long after the latest block calls are simulated, in seconds: they are sent later, and what a vault has earned until
 * then costs gas as it is booked. More than a block of any chain, so that the time is later than that of a block which
 * has come meanwhile.
 */
const SIMULATED_LATER_SECONDS = 60;

/**
 * How calls would end one after another in a block that follows on the latest, a minute later; undefined where the node
 * cannot simulate. Their gas is what would be paid for, after refunds.
 */
export async function simulate(node: RpcNode, calls: readonly { from: Hex; to: Hex; data: Hex }[]) {
  const latest = await readBlock(node, 'latest');
  if (latest === undefined) return undefined;
  const blockOverrides = { time: toHex(latest.timestamp + SIMULATED_LATER_SECONDS) };
  const question = [{ blockStateCalls: [{ blockOverrides, calls }] }, 'latest'];
  const blocks = await unlessRefused(ask(node, answers().simulated, 'eth_simulateV1', question));
  return blocks?.[0]?.calls;
}

/**
 * Logs of contracts in a range of blocks, both ends included. `topics` has the values that are meant at each place, null
 * for any. Whatever the node's reason to refuse a range, it is asked
 * for each half of it, down to single blocks.
 *
 * @throws RpcError when it refuses a single block as well
 */
export async function readLogs(
  node: RpcNode,
  addresses: readonly Hex[],
  topics: readonly (readonly Hex[] | null)[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Log[]> {
  if (from > to || addresses.length === 0) return [];
  const filter = { address: addresses, topics, fromBlock: toHex(from), toBlock: toHex(to) };
  try {
    return await ask(node, answers().logs, 'eth_getLogs', [filter]);
  } catch (error) {
    if (!(error instanceof RpcError) || from === to) throw error;
    const middle = Math.floor((from + to) / 2);
    const first = await readLogs(node, addresses, topics, { from, to: middle });
    return [...first, ...(await readLogs(node, addresses, topics, { from: middle + 1, to }))];
  }
}
