import type { ChainTransaction, Client, Movement, TransactionStep } from './generated/types.ts';
import { pause } from './pause.ts';
import type { WalletProvider } from './sign-in.ts';

/**
 * Signs and sends one call, and resolves to its hash once it is in a block: the next step may need what it did. A permit
 * is signed alone, and what it resolves to is the signature of its `typed_data` (`eth_signTypedData_v4`).
 */
export type StepSender = (step: TransactionStep) => Promise<string>;

const RECEIPT_PAUSE_MS = 1_000;
const STATE_PAUSE_MS = 2_000;

/** What waiting for a transaction may set for itself. */
export interface WaitOptions {
  /** Ends the waiting; what was sent to the chain stays sent. */
  readonly signal?: AbortSignal;
  /** Milliseconds between two looks. 2,000 unless given. */
  readonly everyMs?: number;
}

const hex = (value: number | bigint | string) => `0x${BigInt(value).toString(16)}`;

/**
 * A wallet of the page as a sender of steps, from the account `address` (EIP-1193). Each is sent with its `gas_estimate`
 * as the limit, as the wallet's own estimate would be of the latest block's state.
 */
export function stepSenderOf(
  provider: WalletProvider,
  address: string,
  { signal, everyMs = RECEIPT_PAUSE_MS }: WaitOptions = {},
): StepSender {
  const included = async (hash: string): Promise<void> => {
    for (;;) {
      const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] });
      if (typeof receipt === 'object' && receipt !== null && 'status' in receipt) {
        if (receipt.status === '0x0') throw new Error(`The transaction ${hash} was reverted`);
        return;
      }
      await pause(everyMs, signal);
    }
  };
  return async ({ chain_id, to, data, value, typed_data, gas_estimate }) => {
    const chainId = hex(chain_id);
    if ((await provider.request({ method: 'eth_chainId' })) !== chainId) {
      await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
    }
    if (typed_data !== null) {
      const params = [address, typed_data];
      const signature = await provider.request({ method: 'eth_signTypedData_v4', params });
      if (typeof signature !== 'string') throw new Error('The wallet gave no signature');
      return signature;
    }
    if (data === null) throw new Error('The step waits for the signature of the one before it');
    const gas = gas_estimate === null ? {} : { gas: hex(gas_estimate) };
    const call = { from: address, to, data, value: hex(value), ...gas };
    const hash = await provider.request({ method: 'eth_sendTransaction', params: [call] });
    if (typeof hash !== 'string') throw new Error('The wallet gave no hash');
    await included(hash);
    return hash;
  };
}

/** The calls of a transaction, once its permit is signed where it has one. */
async function callsOf(
  client: Client,
  { id, steps }: ChainTransaction,
  send: StepSender,
  request: { readonly signal?: AbortSignal },
): Promise<readonly TransactionStep[]> {
  const permit = steps.find(({ typed_data }) => typed_data !== null);
  if (permit === undefined) return steps;
  request.signal?.throwIfAborted();
  const signature = await send(permit);
  return (await client.investments.signTransaction({ id, signature }, request)).data.steps;
}

/**
 * Has the steps of a deposit or withdrawal on a chain sent in their order, its permit signed first where it has one, and
 * reports their hashes. Of a move, those of the withdrawal come before those of the deposit.
 *
 * @throws YieldApiError signature_refused, transaction_not_open, and whatever the sender throws
 */
export async function sendSteps(
  client: Client,
  transaction: ChainTransaction,
  send: StepSender,
  { signal }: WaitOptions = {},
): Promise<ChainTransaction> {
  const { id } = transaction;
  const request = signal === undefined ? {} : { signal };
  const hashes: string[] = [];
  for (const step of await callsOf(client, transaction, send, request)) {
    signal?.throwIfAborted();
    hashes.push(await send(step));
  }
  return (await client.investments.submitTransaction({ id, hashes }, request)).data;
}

/**
 * Carries out a deposit or withdrawal on a chain: has its steps sent, as `sendSteps` does, and waits until it is
 * confirmed or has failed.
 *
 * @throws YieldApiError signature_refused, transaction_not_open, and whatever the sender throws
 */
export async function carryOut(
  client: Client,
  transaction: ChainTransaction,
  send: StepSender,
  { signal, everyMs = STATE_PAUSE_MS }: WaitOptions = {},
): Promise<ChainTransaction> {
  const { id } = transaction;
  const request = signal === undefined ? {} : { signal };
  let data = await sendSteps(client, transaction, send, request);
  while (data.status === 'pending') {
    await pause(everyMs, signal);
    const { data: now } = await client.investments.getTransaction({ id }, request);
    if (!('steps' in now)) throw new Error(`The transaction ${id} is not on a chain`);
    data = now;
  }
  return data;
}

/** What a deposit or a withdrawal came to: a movement in the books, or a transaction on a chain that has ended. */
export type Outcome = Movement | ChainTransaction;

/** Carries out what a deposit or withdrawal was answered with; what is in the books already stays as it is. */
export async function complete(
  client: Client,
  answered: Outcome,
  send: StepSender,
  options: WaitOptions = {},
): Promise<Outcome> {
  return 'steps' in answered ? carryOut(client, answered, send, options) : answered;
}
