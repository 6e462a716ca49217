import * as z from 'zod/mini';
import { createLazily } from '../platform/domain/create-lazily.ts';
import {
  BATCH_CALLS_MAX,
  callNode,
  callNodeBatch,
  RpcError,
  type RpcNode,
  undefinedIfRejected,
} from './json-rpc.ts';
import type { Hex } from './multicall.ts';

/** Schemas of a node's answers, with only the fields that the service reads. */
const answerSchemas = /* @__PURE__ */ createLazily(() => {
  const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value));
  const quantitySchema = z.pipe(hex, z.transform(Number));
  return {
    block: z.nullable(z.object({ number: quantitySchema, hash: hex, timestamp: quantitySchema })),
    logs: z.array(
      z.object({
        address: hex,
        topics: z.array(hex),
        data: hex,
        blockNumber: quantitySchema,
        blockHash: hex,
        transactionHash: hex,
        logIndex: quantitySchema,
      }),
    ),
    receipt: z.nullable(
      z.object({
        status: quantitySchema,
        blockNumber: quantitySchema,
        blockHash: hex,
        logs: z.array(z.object({ address: hex, topics: z.array(hex), data: hex })),
      }),
    ),
    transaction: z.nullable(z.object({ from: hex, nonce: quantitySchema, input: hex })),
    simulated: z.array(
      z.object({
        calls: z.array(
          z.object({
            status: quantitySchema,
            gasUsed: quantitySchema,
            returnData: hex,
            // Some nodes return the revert data here, others in `returnData`.
            error: z.optional(z.object({ data: z.optional(z.nullable(hex)) })),
          }),
        ),
      }),
    ),
    quantity: quantitySchema,
    hex,
  };
});
type AnswerSchemas = ReturnType<typeof answerSchemas>;

export type Block = NonNullable<z.infer<AnswerSchemas['block']>>;
export type Log = z.infer<AnswerSchemas['logs']>[number];
export type Receipt = NonNullable<z.infer<AnswerSchemas['receipt']>>;
export type SentTransaction = NonNullable<z.infer<AnswerSchemas['transaction']>>;

/** On a chain without finality, this number of latest blocks may still be replaced. */
const REPLACEABLE_BLOCKS_MIN = 64;

/** Returns how many of a chain's latest blocks may still be replaced. */
export function countReplaceableBlocks({ confirmations }: { readonly confirmations: number }): number {
  return Math.max(REPLACEABLE_BLOCKS_MIN, 2 * confirmations);
}

const toHex = (number: number): Hex => `0x${number.toString(16)}`;

export interface NodeRequest<T> {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly read: (result: unknown) => T;
}

function buildNodeRequest<S extends z.ZodMiniType>(
  schema: S,
  rpcMethod: string,
  params: readonly unknown[],
): NodeRequest<z.output<S>> {
  return {
    method: rpcMethod,
    params,
    read: (result) => {
      const parsed = schema.safeParse(result);
      if (!parsed.success) throw new RpcError('bad_answer', `The answer to ${rpcMethod} is not understood`);
      return parsed.data;
    },
  };
}

async function sendNodeRequest<T>(node: RpcNode, { method, params, read }: NodeRequest<T>): Promise<T> {
  return read(await callNode(node, method, params));
}

async function ask<S extends z.ZodMiniType>(
  node: RpcNode,
  schema: S,
  method: string,
  params: readonly unknown[],
): Promise<z.output<S>> {
  return sendNodeRequest(node, buildNodeRequest(schema, method, params));
}

/** Collects requests to a node and sends them in batches of up to `BATCH_CALLS_MAX`. */
export class NodeRequestBatch {
  readonly #node: RpcNode;
  readonly #waiting: {
    readonly ask: NodeRequest<unknown>;
    readonly settle: (nodeResult: NodeResult) => void;
  }[] = [];

  constructor(node: RpcNode) {
    this.#node = node;
  }

  /**
   * Adds a request to the batch. Call the returned function after `send` to get the answer.
   * @throws RpcError from the returned function when the node rejected the request
   */
  add<T>(ask: NodeRequest<T>): () => T {
    let callResult: NodeResult | undefined;
    this.#waiting.push({
      ask,
      settle: (result) => {
        callResult = result;
      },
    });
    return () => {
      if (callResult === undefined) throw new Error('The batch was not sent yet');
      if ('refused' in callResult) throw callResult.refused;
      return ask.read(callResult.result);
    };
  }

  /** Like `add`, but the returned function returns undefined if the node rejected the request. */
  addOptional<T>(ask: NodeRequest<T>): () => T | undefined {
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

  /**
   * Sends all added requests.
   * @throws RpcError when the node does not answer
   */
  async send(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_CALLS_MAX);
      const answers = await callNodeBatch(
        this.#node,
        batch.map(({ ask: { method, params } }) => ({ method, params })),
      );
      for (const [i, { settle }] of batch.entries()) {
        const answer = answers[i];
        if (answer !== undefined) settle(answer);
      }
    }
  }
}

type NodeResult = { readonly result: unknown } | { readonly refused: RpcError };
type BlockTag = number | 'latest' | 'safe' | 'finalized';
type BlockReference = number | 'latest' | { readonly blockHash: Hex };

const blockParameterOf = (at: BlockTag): string => (typeof at === 'number' ? toHex(at) : at);
const stateBlockParameterOf = (at: BlockReference) =>
  typeof at === 'object' ? { ...at, requireCanonical: true } : blockParameterOf(at);

export const nodeRequests = {
  /** The answer is null when the node has no such block. */
  block: (at: BlockTag) =>
    buildNodeRequest(answerSchemas().block, 'eth_getBlockByNumber', [blockParameterOf(at), false]),
  /** The answer is null while no block contains the transaction. */
  receipt: (hash: Hex) => buildNodeRequest(answerSchemas().receipt, 'eth_getTransactionReceipt', [hash]),
  /** The answer is null when the node does not know the transaction. */
  transaction: (hash: Hex) =>
    buildNodeRequest(answerSchemas().transaction, 'eth_getTransactionByHash', [hash]),
  /** Number of transactions that an account has sent in blocks up to block number `at` (inclusive). */
  nonce: (account: Hex, at: number) =>
    buildNodeRequest(answerSchemas().quantity, 'eth_getTransactionCount', [account, toHex(at)]),
  /**
   * The data that a contract call returns. If `at` names a block by its hash, the node rejects the call
   * unless the block is canonical (EIP-1898).
   */
  contract: (
    { to, data, from }: { readonly to: Hex; readonly data: Hex; readonly from?: Hex },
    at: BlockReference = 'latest',
  ) =>
    buildNodeRequest(answerSchemas().hex, 'eth_call', [
      { to, data, ...(from && { from }) },
      stateBlockParameterOf(at),
    ]),
} as const;

/** Reads a block by its number or tag. Undefined when the node has no such block. */
export async function readBlock(node: RpcNode, at: BlockTag): Promise<Block | undefined> {
  return (await sendNodeRequest(node, nodeRequests.block(at))) ?? undefined;
}

/**
 * Calls a contract at a block and returns the data. If `at` names a block by its hash, the node rejects the
 * call unless the block is canonical (EIP-1898).
 */
export function readContract(
  node: RpcNode,
  call: { readonly to: Hex; readonly data: Hex; readonly from?: Hex },
  at: BlockReference = 'latest',
): Promise<Hex> {
  return sendNodeRequest(node, nodeRequests.contract(call, at));
}

export function readContractCode(node: RpcNode, address: Hex): Promise<Hex> {
  return ask(node, answerSchemas().hex, 'eth_getCode', [address, 'latest']);
}

/** Returns the amount of gas that a call needs. Undefined when the call would fail. */
export function estimateGas(node: RpcNode, call: { from: Hex; to: Hex; data: Hex }) {
  return undefinedIfRejected(ask(node, answerSchemas().quantity, 'eth_estimateGas', [call]));
}

/**
 * Time in seconds from the latest block to the simulated block. The wallet sends the calls later, and they need
 * more gas when vaults book new interest.
 */
const SIMULATION_DELAY_SECONDS = 60;

/**
 * Simulates calls in order, in a block `SIMULATION_DELAY_SECONDS` after the latest block. The gas in the results is
 * the gas after refunds. Undefined when the node does not support simulations.
 */
export async function simulateCalls(node: RpcNode, calls: readonly { from: Hex; to: Hex; data: Hex }[]) {
  const latestBlock = await readBlock(node, 'latest');
  if (latestBlock === undefined) return undefined;
  const blockOverrides = { time: toHex(latestBlock.timestamp + SIMULATION_DELAY_SECONDS) };
  const simulateParams = [{ blockStateCalls: [{ blockOverrides, calls }] }, 'latest'];
  const simulatedBlocks = await undefinedIfRejected(
    ask(node, answerSchemas().simulated, 'eth_simulateV1', simulateParams),
  );
  return simulatedBlocks?.[0]?.calls;
}

/**
 * Reads logs of contracts in a range of blocks, both ends included. `topics` contains the accepted values for each
 * topic position; null accepts any value. If the node rejects a range, both halves are requested separately.
 * @throws RpcError when the node rejects a single block
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
    return await ask(node, answerSchemas().logs, 'eth_getLogs', [filter]);
  } catch (error) {
    if (!(error instanceof RpcError) || from === to) throw error;
    const middleBlockNumber = Math.floor((from + to) / 2);
    const first = await readLogs(node, addresses, topics, { from, to: middleBlockNumber });
    return [...first, ...(await readLogs(node, addresses, topics, { from: middleBlockNumber + 1, to }))];
  }
}
