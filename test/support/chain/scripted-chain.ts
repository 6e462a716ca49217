import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { decodeFunctionData, encodeFunctionResult, parseAbi } from 'viem/utils';
import * as z from 'zod';
import { LOOPBACK_ADDRESS, listenOnLoopback } from '../../../infra/emulator/process/port.ts';
import { encodeWord, type Hex } from '../../../shared/chain/abi.ts';
import { appendAttribution } from '../../../shared/chain/attribution.ts';
import { VAULT_EVENT_TOPICS, VAULT_SELECTORS } from '../../../shared/chain/erc4626.ts';
import { type ChainSettings, readChains } from '../../../shared/chain/networks.ts';
import { repeatByteAsAddress } from './vault-transactions.ts';

export const VAULT = repeatByteAsAddress('fa');
const ASSET_ADDRESS = repeatByteAsAddress('fb');
export const CONFIRMATIONS = 2;
const SECONDS_PER_BLOCK = 12;
const BALANCE_OF_SELECTOR = VAULT_SELECTORS['balanceOf(address)'];
const CONVERT_TO_ASSETS_SELECTOR = VAULT_SELECTORS['convertToAssets(uint256)'];

/** A vault event for a wallet. One share is one base unit of the asset; a withdrawal has negative shares. */
interface ScriptedEvent {
  readonly transaction: Hex;
  readonly wallet: Hex;
  readonly shares: bigint;
  /** The attribution code in the input of the transaction, if the event belongs to a request. */
  readonly code?: string;
  /** The payer of a deposit; the wallet itself by default. */
  readonly paidBy?: Hex;
}

interface Block {
  readonly number: number;
  readonly hash: Hex;
  readonly timestamp: number;
  readonly happening: ScriptedEvent | undefined;
}

const hexOf = (value: number | bigint): Hex => `0x${value.toString(16)}`;
export const wordOf = (value: bigint | Hex): Hex => `0x${encodeWord(value)}`;

function vaultLogsOf({ number, hash, happening }: Block) {
  if (happening === undefined) return [];
  const { transaction, wallet, shares } = happening;
  const owner = wordOf(wallet);
  const topics =
    shares > 0n
      ? [VAULT_EVENT_TOPICS['Deposit(address,address,uint256,uint256)'], owner, owner]
      : [VAULT_EVENT_TOPICS['Withdraw(address,address,address,uint256,uint256)'], owner, owner, owner];
  const amount = encodeWord(shares > 0n ? shares : -shares);
  return [
    {
      address: VAULT,
      topics,
      data: `0x${amount}${amount}`,
      blockNumber: hexOf(number),
      blockHash: hash,
      transactionHash: transaction,
      logIndex: '0x0',
    },
  ];
}

function paymentLogsOf({ number, hash, happening }: Block) {
  if (happening === undefined || happening.shares < 0n) return [];
  const { wallet, shares, paidBy = wallet } = happening;
  const topics = [VAULT_EVENT_TOPICS['Transfer(address,address,uint256)'], wordOf(paidBy), wordOf(VAULT)];
  return [
    {
      ...{
        address: ASSET_ADDRESS,
        topics,
        data: wordOf(shares),
        blockNumber: hexOf(number),
        blockHash: hash,
      },
      ...{ transactionHash: happening.transaction, logIndex: '0x1' },
    },
  ];
}

const request = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });
const requests = z.union([request, z.array(request)]);
const filter = z.object({
  address: z.array(z.string()),
  fromBlock: z.string().transform(Number),
  toBlock: z.string().transform(Number),
});
const call = z.object({ data: z.templateLiteral(['0x', z.string()]) });
const blockReferenceSchema = z.object({ blockHash: z.string(), requireCanonical: z.literal(true) });
/** The ABI of Multicall3. Every call inside an `aggregate3` call reads a balance. */
const AGGREGATE = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) view returns (Result[])',
]);

/**
 * A chain whose blocks a test writes, with one vault, behind a node that answers the watcher's requests. It is in
 * memory, so that tests can run it thousands of times.
 */
export class ScriptedChain {
  #blocks: Block[] = [];
  /** Block numbers by block hash, and by transaction hash. */
  readonly #numbers = new Map<unknown, number>();
  #made = 0;
  /** Changes of a wallet's shares without an event. Each change applies to the block `from` and all later blocks. */
  readonly #shareChanges: { readonly wallet: Hex; readonly shares: bigint; readonly from: number }[] = [];
  readonly #server: Server;
  readonly settings: ChainSettings;
  /** Number of HTTP requests; a batch counts as one. */
  requests = 0;
  /** Number of upcoming vault log requests that the node answers without logs. */
  withoutLogs = 0;

  private constructor(server: Server, settings: ChainSettings) {
    this.#server = server;
    this.settings = settings;
  }

  static async start(): Promise<ScriptedChain> {
    const base = readChains('{}').find(({ chain }) => chain === 'base');
    if (base === undefined) throw new Error('There is no such chain');
    let chain: ScriptedChain | undefined;
    const server = createServer((incoming, response) => {
      text(incoming)
        .then((body) => response.end(JSON.stringify(chain?.answer(body))))
        .catch(() => response.destroy());
    });
    const rpcUrl = `http://${LOOPBACK_ADDRESS}:${await listenOnLoopback(server)}`;
    chain = new ScriptedChain(server, { ...base, rpcUrl, timeoutMs: 60_000, confirmations: CONFIRMATIONS });
    return chain;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Resets the chain to one empty block. */
  reset(): void {
    this.#blocks = [];
    this.#shareChanges.length = 0;
    this.withoutLogs = 0;
    this.append(undefined);
  }

  get length(): number {
    return this.#blocks.length;
  }

  get events(): ScriptedEvent[] {
    return this.#blocks.flatMap(({ happening }) => happening ?? []);
  }

  append(happening: ScriptedEvent | undefined): void {
    this.#made += 1;
    const number = this.#blocks.length;
    const timestamp = 1_767_268_800 + number * SECONDS_PER_BLOCK;
    const hash = wordOf(BigInt(this.#made));
    this.#numbers.set(hash, number);
    if (happening !== undefined) this.#numbers.set(happening.transaction, number);
    this.#blocks.push({ number, hash, timestamp, happening });
  }

  /**
   * Removes the latest `depth` blocks, except the first block of the chain. Appends one block more than it removed. If
   * `comesAgain` is true, the new blocks contain the events of the removed blocks.
   */
  reorganize(depth: number, comesAgain: boolean): void {
    const kept = Math.max(1, this.#blocks.length - depth);
    const orphaned = this.#blocks.splice(kept);
    this.append(undefined);
    for (const { happening } of orphaned) this.append(comesAgain ? happening : undefined);
  }

  /**
   * From the next block on, changes the number of a wallet's shares by `shares`, which may be negative. The chain has
   * no event for the change.
   */
  changeShares(wallet: Hex, shares: bigint): void {
    this.#shareChanges.push({ wallet, shares, from: this.#blocks.length });
  }

  answer(body: string): unknown {
    this.requests += 1;
    const nodeCalls = requests.parse(JSON.parse(body));
    const one = (each: z.output<typeof request>) => ({ jsonrpc: '2.0', id: each.id, ...this.#answer(each) });
    return Array.isArray(nodeCalls) ? nodeCalls.map(one) : one(nodeCalls);
  }

  #answer({ method, params }: z.output<typeof request>): { result: unknown } | { error: object } {
    const [first, second] = params;
    if (method === 'eth_getBlockByNumber') return this.#block(first);
    if (method === 'eth_getLogs') {
      const { address, fromBlock, toBlock } = filter.parse(first);
      const blocks = this.#blocks.slice(fromBlock, toBlock + 1);
      if (address.includes(ASSET_ADDRESS)) return { result: blocks.flatMap(paymentLogsOf) };
      this.withoutLogs -= 1;
      return { result: this.withoutLogs >= 0 ? [] : blocks.flatMap(vaultLogsOf) };
    }
    if (method === 'eth_getTransactionReceipt') return this.#receipt(first);
    if (method === 'eth_getTransactionByHash') return this.#transaction(first);
    if (method === 'eth_call') return this.#call(call.parse(first).data, second);
    return { error: { code: -32_601, message: method } };
  }

  #block(at: unknown) {
    if (at === 'safe' || at === 'finalized') return { error: { code: -39_001, message: 'Unknown block' } };
    const block = at === 'latest' ? this.#blocks.at(-1) : this.#blocks[Number(at)];
    if (block === undefined) return { result: null };
    const { number, hash, timestamp } = block;
    return { result: { number: hexOf(number), hash, timestamp: hexOf(timestamp) } };
  }

  #transaction(hash: unknown) {
    const found = this.#blocks[this.#numbers.get(hash) ?? -1]?.happening;
    if (found === undefined || found.transaction !== hash) return { result: null };
    const input = found.code === undefined ? '0x' : appendAttribution('0x', found.code);
    return { result: { from: found.wallet, nonce: '0x0', input } };
  }

  /** Returns the receipt of a transaction. The wallet pays a deposit, and another address pays out a withdrawal. */
  #receipt(transaction: unknown) {
    const block = this.#blocks[this.#numbers.get(transaction) ?? -1];
    if (block === undefined || block.happening?.transaction !== transaction) return { result: null };
    const { number, hash: blockHash } = block;
    return {
      result: {
        status: '0x1',
        blockNumber: hexOf(number),
        blockHash,
        logs: [...vaultLogsOf(block), ...paymentLogsOf(block)],
      },
    };
  }

  #call(data: Hex, at: unknown) {
    if (typeof at === 'string') return { result: wordOf(this.#sharesOf(data, Number(at))) };
    const { blockHash } = blockReferenceSchema.parse(at);
    const until = this.#numbers.get(blockHash) ?? -1;
    if (this.#blocks[until]?.hash !== blockHash)
      return { error: { code: -32_000, message: 'The block is not canonical' } };
    if (data.startsWith(BALANCE_OF_SELECTOR)) return { result: wordOf(this.#sharesOf(data, until)) };
    // One share is one base unit of the asset.
    if (data.startsWith(CONVERT_TO_ASSETS_SELECTOR)) return { result: `0x${data.slice(10)}` };
    const { args } = decodeFunctionData({ abi: AGGREGATE, data });
    const result = args[0].map(({ callData }) => ({
      success: true,
      returnData: wordOf(this.#sharesOf(callData, until)),
    }));
    return { result: encodeFunctionResult({ abi: AGGREGATE, functionName: 'aggregate3', result }) };
  }

  #sharesOf(data: string, until: number): bigint {
    const wallet = data.slice(-40);
    const happened = this.#blocks.slice(0, until + 1).flatMap(({ happening }) => happening ?? []);
    const all = [...happened, ...this.#shareChanges.filter(({ from }) => from <= until)];
    const own = all.filter((each) => each.wallet.endsWith(wallet));
    return own.reduce((sum, { shares }) => sum + shares, 0n);
  }
}
