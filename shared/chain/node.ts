import * as z from 'zod/mini';
import { lazily } from '../platform/lazily.ts';
import { callNode, RpcError, type RpcNode, unlessRefused } from './json-rpc.ts';
import type { Hex } from './multicall.ts';

/** What a node answers, as far as it is read here. */
const answers = /* @__PURE__ */ lazily(() => {
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
    transaction: z.nullable(z.object({ from: hex, nonce: quantity })),
    simulated: z.array(
      z.object({ calls: z.array(z.object({ status: quantity, gasUsed: quantity, returnData: hex })) }),
    ),
    quantity,
    hex,
  };
});
type Answers = ReturnType<typeof answers>;

export type Block = NonNullable<z.infer<Answers['block']>>;
export type Log = z.infer<Answers['logs']>[number];

/** Blocks below the latest that may still be replaced, where the chain has no finality of its own to ask for. */
const REPLACEABLE_BLOCKS = 64;

/** How many of a chain's latest blocks may still be replaced: twice what its operators wait for, and 64 at least. */
export function replaceableBlocks({ confirmations }: { readonly confirmations: number }): number {
  return Math.max(REPLACEABLE_BLOCKS, 2 * confirmations);
}

const toHex = (number: number): Hex => `0x${number.toString(16)}`;

async function ask<S extends z.ZodMiniType>(
  node: RpcNode,
  schema: S,
  method: string,
  params: readonly unknown[],
): Promise<z.output<S>> {
  const parsed = schema.safeParse(await callNode(node, method, params));
  if (!parsed.success) throw new RpcError('bad_answer', `The answer to ${method} is not understood`);
  return parsed.data;
}

/** A block by its number, or the latest one that the node calls so; undefined when the node has none. */
export async function readBlock(
  node: RpcNode,
  at: number | 'latest' | 'safe' | 'finalized',
): Promise<Block | undefined> {
  const tag = typeof at === 'number' ? toHex(at) : at;
  return (await ask(node, answers().block, 'eth_getBlockByNumber', [tag, false])) ?? undefined;
}

/** What a call to a contract returns as of a block; by its hash, only as long as that block is canonical (EIP-1898). */
export function readContract(
  node: RpcNode,
  { to, data, from }: { readonly to: Hex; readonly data: Hex; readonly from?: Hex },
  at: number | 'latest' | { readonly blockHash: Hex } = 'latest',
): Promise<Hex> {
  const tag =
    typeof at === 'number' ? toHex(at) : typeof at === 'string' ? at : { ...at, requireCanonical: true };
  return ask(node, answers().hex, 'eth_call', [{ to, data, ...(from && { from }) }, tag]);
}

export function readCode(node: RpcNode, address: Hex): Promise<Hex> {
  return ask(node, answers().hex, 'eth_getCode', [address, 'latest']);
}

/** How a transaction ended and what it told, by its hash; undefined while it is in no block. */
export async function readReceipt(node: RpcNode, hash: Hex) {
  return (await ask(node, answers().receipt, 'eth_getTransactionReceipt', [hash])) ?? undefined;
}

/** Sender and nonce of a transaction that the node knows. */
export async function readTransaction(node: RpcNode, hash: Hex) {
  return (await ask(node, answers().transaction, 'eth_getTransactionByHash', [hash])) ?? undefined;
}

/** How many transactions of an account are in blocks up to a number. */
export function readNonce(node: RpcNode, account: Hex, at: number): Promise<number> {
  return ask(node, answers().quantity, 'eth_getTransactionCount', [account, toHex(at)]);
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
 * Logs of contracts in a range of blocks, both ends included. Whatever the node's reason to refuse a range, it is asked
 * for each half of it, down to single blocks.
 *
 * @throws RpcError when it refuses a single block as well
 */
export async function readLogs(
  node: RpcNode,
  addresses: readonly Hex[],
  topics: readonly Hex[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Log[]> {
  if (from > to || addresses.length === 0) return [];
  const filter = { address: addresses, topics: [topics], fromBlock: toHex(from), toBlock: toHex(to) };
  try {
    return await ask(node, answers().logs, 'eth_getLogs', [filter]);
  } catch (error) {
    if (!(error instanceof RpcError) || from === to) throw error;
    const middle = Math.floor((from + to) / 2);
    const first = await readLogs(node, addresses, topics, { from, to: middle });
    return [...first, ...(await readLogs(node, addresses, topics, { from: middle + 1, to }))];
  }
}
