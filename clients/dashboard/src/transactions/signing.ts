import {
  type ChainTransaction,
  createSigner,
  createStepSender,
  sendSteps,
  type TransactionStep,
  type WalletProvider,
} from '../../../sdk/src/index.ts';
import { api } from '../api/client.ts';
import { createStore, type StateStore } from '../api/store.ts';
import { type AnnouncedWallet, explained } from '../api/wallets.ts';
import { switchChain } from './wallet-chain.ts';

/**
 * State of a step. `signing`: the wallet asks the user to sign. `sent`: the wallet has sent the on-chain
 * transaction. `done`: the on-chain transaction is in a block, or the message is signed.
 */
export type StepState = 'waiting' | 'signing' | 'sent' | 'done';

export interface SigningProgress {
  readonly states: ReadonlyMap<string, StepState>;
  /** Whether the wallet sends all steps of a transaction as one batch (EIP-5792). */
  readonly isBatch: boolean;
}

/** If `sign` is called again after an error, it continues with the first step that was not sent yet. */
export interface Signing {
  readonly progress: StateStore<SigningProgress>;
  /** Whether the wallet has sent a step that moves the money. A permit or an approval moves no money. */
  readonly hasSent: () => boolean;
  sign(): Promise<void>;
}

/** Returns a function that builds a step's key. The key stays the same after a permit is signed. */
function createStepKeyBuilder({ id }: ChainTransaction): (step: TransactionStep) => string {
  const stepCountByType = new Map<string, number>();
  return ({ type }) => {
    const stepNumber = stepCountByType.get(type) ?? 0;
    stepCountByType.set(type, stepNumber + 1);
    return `${id} ${type} ${stepNumber}`;
  };
}

export function addKeysToSteps(transaction: ChainTransaction) {
  const stepKeyOf = createStepKeyBuilder(transaction);
  return transaction.steps.map((step) => ({ key: stepKeyOf(step), step }));
}

const VAULT_STEPS: ReadonlySet<string> = new Set(['deposit', 'withdraw', 'redeem']);

async function requireWalletAddress({ provider }: AnnouncedWallet, address: string): Promise<void> {
  const signer = await createSigner(provider);
  if (signer.address.toLowerCase() !== address.toLowerCase())
    throw new Error(`Choose the account ${address} in your wallet and try again.`);
}

export function createSigningProcess(
  transactions: readonly ChainTransaction[],
  wallet: AnnouncedWallet | undefined,
  isLocalDeployment: boolean,
): Signing {
  const progress = createStore<SigningProgress>({ states: new Map(), isBatch: false });
  /** Hashes and signatures by step name, so that a second attempt does not send a step again. */
  const resultByStepKey = new Map<string, string>();
  const sentBatches = new Set<string>();
  let hasSentVaultStep = false;
  const finishedTransactionIds = new Set<string>();

  const setStates = (keys: readonly string[], state: StepState, isBatch = progress.get().isBatch) => {
    const stepStateByKey = new Map(progress.get().states);
    for (const key of keys) stepStateByKey.set(key, state);
    progress.set({ states: stepStateByKey, isBatch });
  };

  function recordSentStep(
    transaction: ChainTransaction,
    key: string,
    step: TransactionStep,
    hash: string,
  ): void {
    resultByStepKey.set(key, hash);
    setStates([key], 'sent');
    // Report the hash to the API at once, before the transaction is in a block. Otherwise, the API would list the
    // transaction as unsigned if the user closes the page now.
    if (!VAULT_STEPS.has(step.type)) return;
    hasSentVaultStep = true;
    api.investments.submitTransaction({ id: transaction.id, hashes: [hash] }).catch(() => undefined);
  }

  async function signTransaction(
    transaction: ChainTransaction,
    { provider }: AnnouncedWallet,
  ): Promise<void> {
    const keys = addKeysToSteps(transaction).map(({ key }) => key);
    let sentStep: { readonly key: string; readonly step: TransactionStep } | undefined;
    const recordingProvider: WalletProvider = {
      request: async (call) => {
        const answer = await provider.request(call);
        if (call.method === 'eth_sendTransaction' && typeof answer === 'string' && sentStep !== undefined)
          recordSentStep(transaction, sentStep.key, sentStep.step, answer);
        if (call.method === 'wallet_sendCalls') {
          sentBatches.add(transaction.id);
          setStates(keys, 'sent', true);
        }
        return answer;
      },
    };
    const stepKeyOf = createStepKeyBuilder(transaction);
    const { batch, ...sender } = splitSender(createStepSender(recordingProvider, transaction.wallet_address));
    const send = async (step: TransactionStep) => {
      const key = stepKeyOf(step);
      const knownResult = resultByStepKey.get(key);
      if (knownResult !== undefined) return knownResult;
      sentStep = { key, step };
      setStates([key], 'signing');
      try {
        const result = await sender.send(step);
        resultByStepKey.set(key, result);
        setStates([key], 'done');
        return result;
      } catch (error) {
        if (!resultByStepKey.has(key)) setStates([key], 'waiting');
        throw error;
      }
    };
    await sendSteps(api, transaction, Object.assign(send, batch === undefined ? {} : { batch }));
    setStates(keys, 'done');
  }

  async function sign(): Promise<void> {
    if (wallet === undefined)
      throw new Error('Your wallet must sign this transaction. Connect a wallet and try again.');
    for (const transaction of transactions) {
      // Skip transactions that are finished or whose batch was sent. The service finds a sent batch on the chain by its
      // attribution code.
      if (finishedTransactionIds.has(transaction.id) || sentBatches.has(transaction.id)) continue;
      try {
        await requireWalletAddress(wallet, transaction.wallet_address);
        const { chain, chain_id: chainId } = transaction;
        await switchChain(wallet, { chain, chainId, isLocalDeployment });
        await signTransaction(transaction, wallet);
        finishedTransactionIds.add(transaction.id);
      } catch (error) {
        const textAfterRejection =
          resultByStepKey.size === 0
            ? 'Nothing was sent.'
            : 'The earlier steps stay valid. Try again to continue with the next step.';
        throw explainFailedDeposit(explained(error, textAfterRejection), finishedTransactionIds.size);
      }
    }
  }

  return { progress, hasSent: () => hasSentVaultStep || sentBatches.size > 0, sign };
}

function splitSender(stepSender: ReturnType<typeof createStepSender>) {
  return { send: (step: TransactionStep) => stepSender(step), batch: stepSender.batch };
}

/**
 * Returns the error to show after a failed transaction. If the withdrawal of a move was already sent, the error says
 * that the money is in the wallet.
 */
function explainFailedDeposit(cause: unknown, finishedTransactionCount: number): unknown {
  if (finishedTransactionCount === 0) return cause;
  const reason = cause instanceof Error ? cause.message : '';
  return new Error(
    `The withdrawal was sent, but the deposit failed. The money is in your wallet. ${reason}`,
    { cause },
  );
}
