import type {
  ChainTransaction,
  Client,
  ListedTransaction,
  TransactionDetail,
  TransactionResult,
  TransactionStep,
} from './generated/types.ts';
import { isRecord } from './is-record.ts';
import { pause } from './pause.ts';
import type { WalletProvider } from './sign-in.ts';
import { type StepsRequest, verifyCalls, verifySteps, withSignature } from './verify-steps.ts';

/**
 * Signs and sends one call. Resolves to the transaction hash when the call is in a block, because the next step may
 * depend on the call. For a permit, resolves to the signature of its `typed_data` (`eth_signTypedData_v4`).
 */
export interface StepSender {
  (step: TransactionStep): Promise<string>;
  /**
   * Sends all `calls` of a transaction as one batch (EIP-5792). Resolves to the transaction hashes when the batch is in
   * a block. If the wallet does not support batches, sends nothing and resolves to undefined.
   */
  readonly batch?: (
    transaction: Pick<ChainTransaction, 'calls' | 'chain_id'>,
  ) => Promise<readonly string[] | undefined>;
}

const RECEIPT_POLL_INTERVAL_MS = 1_000;
const STATE_POLL_INTERVAL_MS = 2_000;

/** Options for waiting until a transaction is confirmed. */
export interface WaitOptions {
  /** Ends the wait. Transactions that were already sent are not cancelled. */
  readonly signal?: AbortSignal;
  /** Milliseconds between two polls. 2,000 by default. */
  readonly everyMs?: number;
}

/** Options for sending the steps of a transaction. */
export interface SendOptions extends WaitOptions {
  /**
   * The requested deposit or withdrawal. If it is given, `verifySteps` compares each step with it before the wallet
   * signs the step.
   */
  readonly verify?: StepsRequest;
}

/** Error codes with which a wallet reports that it does not support a method or a batch (EIP-1193, EIP-5792). */
const UNSUPPORTED_ERROR_CODES: readonly unknown[] = [-32_601, 4_200, 5_700, 5_710, 5_750, 5_760];

const hex = (value: number | bigint | string) => `0x${BigInt(value).toString(16)}`;

const toRequestOptions = ({ signal }: WaitOptions) => (signal === undefined ? {} : { signal });

async function undefinedIfUnsupported(request: Promise<unknown>): Promise<unknown> {
  try {
    return await request;
  } catch (error) {
    if (isRecord(error) && UNSUPPORTED_ERROR_CODES.includes(error.code)) return undefined;
    throw error;
  }
}

/** Returns whether the wallet can send several calls on a chain as one atomic batch. */
async function supportsBatches(
  provider: WalletProvider,
  address: string,
  hexChainId: string,
): Promise<boolean> {
  let walletCapabilities: unknown;
  try {
    walletCapabilities = await provider.request({
      method: 'wallet_getCapabilities',
      params: [address, [hexChainId]],
    });
  } catch {
    // Wallets that do not know `wallet_getCapabilities` may reject with any error. Therefore every error means that
    // batches are not supported.
    return false;
  }
  const chainCapabilities = isRecord(walletCapabilities)
    ? (walletCapabilities[hexChainId] ?? walletCapabilities['0x0'])
    : undefined;
  const atomicCapability = isRecord(chainCapabilities) ? chainCapabilities.atomic : undefined;
  return (
    isRecord(atomicCapability) &&
    (atomicCapability.status === 'supported' || atomicCapability.status === 'ready')
  );
}

/** Requests the transaction hashes of a batch from the wallet, because the batch id is not a hash. */
async function readBatchHashes(
  provider: WalletProvider,
  id: string,
  { signal, everyMs = RECEIPT_POLL_INTERVAL_MS }: WaitOptions,
): Promise<string[]> {
  for (;;) {
    const callsStatus = await provider.request({ method: 'wallet_getCallsStatus', params: [id] });
    const status = isRecord(callsStatus) ? Number(callsStatus.status) : Number.NaN;
    if (status >= 200 && status < 300) {
      const receipts: readonly unknown[] =
        isRecord(callsStatus) && Array.isArray(callsStatus.receipts) ? callsStatus.receipts : [];
      const hashes = receipts.flatMap((receipt) =>
        isRecord(receipt) && typeof receipt.transactionHash === 'string' ? receipt.transactionHash : [],
      );
      return [...new Set(hashes)];
    }
    if (!(status >= 100 && status < 200)) throw new Error(`The wallet ended the batch with status ${status}`);
    await pause(everyMs, signal);
  }
}

const createBatchSender =
  (provider: WalletProvider, address: string, options: WaitOptions): NonNullable<StepSender['batch']> =>
  async ({ calls, chain_id }) => {
    const hexChainId = hex(chain_id);
    if (calls.length < 2 || !(await supportsBatches(provider, address, hexChainId))) return undefined;
    const batchRequest = {
      version: '2.0.0',
      chainId: hexChainId,
      from: address,
      atomicRequired: true,
      calls,
    };
    const response = await undefinedIfUnsupported(
      provider.request({ method: 'wallet_sendCalls', params: [batchRequest] }),
    );
    if (response === undefined) return undefined;
    if (!isRecord(response) || typeof response.id !== 'string')
      throw new Error('The wallet gave no id of the batch');
    return readBatchHashes(provider, response.id, options);
  };

/**
 * Returns a step sender for a browser wallet (EIP-1193) and its account `address`. If the wallet supports batches,
 * it gets all calls as one batch (EIP-5792). Otherwise, it gets each step with `gas_estimate` as the gas limit.
 */
export function createStepSender(
  provider: WalletProvider,
  address: string,
  options: WaitOptions = {},
): StepSender {
  const { signal, everyMs = RECEIPT_POLL_INTERVAL_MS } = options;
  const waitUntilIncluded = async (hash: string): Promise<void> => {
    for (;;) {
      const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] });
      if (typeof receipt === 'object' && receipt !== null && 'status' in receipt) {
        if (receipt.status === '0x0') throw new Error(`The transaction ${hash} was reverted`);
        return;
      }
      await pause(everyMs, signal);
    }
  };
  const send = async ({ chain_id, to, data, value, typed_data, gas_estimate }: TransactionStep) => {
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
    await waitUntilIncluded(hash);
    return hash;
  };
  return Object.assign(send, { batch: createBatchSender(provider, address, options) });
}

/** Returns the steps to send. If the transaction has a permit, the wallet signs the permit first. */
async function prepareCalls(
  client: Client,
  { id, steps }: ChainTransaction,
  send: StepSender,
  options: SendOptions,
): Promise<readonly TransactionStep[]> {
  const { signal, verify } = options;
  const permitStep = steps.find(({ typed_data }) => typed_data !== null);
  if (permitStep === undefined) return steps;
  signal?.throwIfAborted();
  const signature = await send(permitStep);
  const { data } = await client.investments.signTransaction({ id, signature }, toRequestOptions(options));
  if (verify !== undefined) verifySteps(withSignature(verify, permitStep, signature), data.steps);
  return data.steps;
}

/** Checks a transaction's steps. If the sender can send a batch, also checks the transaction's calls. */
function verifyTransaction(
  { steps, calls }: ChainTransaction,
  send: StepSender,
  request: StepsRequest,
): void {
  verifySteps(request, steps);
  if (send.batch !== undefined) verifyCalls(request, calls);
}

/**
 * Sends the steps of an on-chain deposit or withdrawal and reports their hashes. For a move, send the withdrawal's
 * steps before the deposit's steps. With the option `verify`, the steps are checked first.
 * @throws YieldApiError signature_refused, transaction_not_open, and errors of the sender; StepMismatchError if a step
 * differs from the request in `verify`
 */
export async function sendSteps(
  client: Client,
  transaction: ChainTransaction,
  send: StepSender,
  options: SendOptions = {},
): Promise<ChainTransaction> {
  const { id } = transaction;
  const { signal, verify } = options;
  const request = toRequestOptions(options);
  if (verify !== undefined) verifyTransaction(transaction, send, verify);
  const hashes = [...((await send.batch?.(transaction)) ?? (await sendStepsInOrder()))];
  // A wallet may confirm a batch without a receipt. In that case, the service finds the transaction by its attribution
  // code.
  return hashes.length === 0
    ? transaction
    : (await client.investments.submitTransaction({ id, hashes }, request)).data;

  async function sendStepsInOrder(): Promise<string[]> {
    const sentHashes: string[] = [];
    for (const step of await prepareCalls(client, transaction, send, options)) {
      signal?.throwIfAborted();
      sentHashes.push(await send(step));
    }
    return sentHashes;
  }
}

/** Statuses of a transaction that is not final yet. */
const WAITING_STATUSES: ReadonlySet<string> = new Set(['pending', 'submitted', 'included']);

/**
 * Completes an on-chain deposit or withdrawal: sends its steps with `sendSteps`, and waits until it is confirmed or has
 * failed.
 *
 * @throws YieldApiError signature_refused, transaction_not_open, and errors of the sender; StepMismatchError if a step
 * differs from the request in `verify`
 */
export async function sendStepsAndWait(
  client: Client,
  transaction: ChainTransaction,
  send: StepSender,
  options: SendOptions = {},
): Promise<ChainTransaction> {
  const { id } = transaction;
  const { signal, everyMs = STATE_POLL_INTERVAL_MS } = options;
  const request = toRequestOptions(options);
  let data = await sendSteps(client, transaction, send, options);
  while (WAITING_STATUSES.has(data.status)) {
    await pause(everyMs, signal);
    const { data: now } = await client.investments.getTransaction({ id }, request);
    if (!isOnChain(now)) throw new Error(`The transaction ${id} is not on a chain`);
    data = now;
  }
  return data;
}

/** An on-chain transaction in a list. Lists return transactions without their steps and calls. */
export type ListedChainTransaction = Omit<ChainTransaction, 'steps' | 'calls'>;

/** Whether a transaction is an on-chain transaction, whose steps a wallet must sign and send. */
export function isOnChain<T extends TransactionResult | TransactionDetail | ListedTransaction>(
  transaction: T,
): transaction is T & ('steps' extends keyof T ? ChainTransaction : ListedChainTransaction) {
  // Only on-chain transactions have `chain_id` at the top level.
  return transaction.chain_id !== undefined;
}

/**
 * Completes the transaction that a deposit or withdrawal returned. A sandbox transaction is already complete and is
 * returned unchanged.
 */
export async function completeTransaction(
  client: Client,
  transactionResult: TransactionResult,
  send: StepSender,
  options: SendOptions = {},
): Promise<TransactionResult> {
  return isOnChain(transactionResult)
    ? sendStepsAndWait(client, transactionResult, send, options)
    : transactionResult;
}
