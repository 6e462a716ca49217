import {
  type ChainTransaction,
  type InvestmentsMoveInput,
  type InvestmentsWithdrawInput,
  isOnChain,
  sendSteps,
  signerOf,
  stepSenderOf,
} from '../../../sdk/src/index.ts';
import { api } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { type AnnouncedWallet, explained } from '../api/wallets.ts';

/** Transactions whose steps the wallet must sign, in order. */
export interface Prepared {
  readonly transactions: readonly ChainTransaction[];
}

/**
 * The result: booked in the sandbox, prepared for the wallet to sign, or sent to the chain, which confirms it later.
 */
export type Carried = 'done' | 'sent' | Prepared;

/** The input and the wallet that signs. Sandbox transactions need no wallet. */
export interface Wanted<Input> {
  readonly input: Input;
  readonly wallet: AnnouncedWallet | undefined;
  /** The transactions that the user has seen and now signs. */
  readonly prepared: Prepared | undefined;
}

interface DepositInput {
  readonly strategy_id: string;
  readonly amount: string;
  /** The asset of the amount. The API rejects it when the strategy takes another asset. */
  readonly asset: string;
}

/** Asks the wallet to sign and send the steps. Translates the wallet's errors into plain English. */
async function send({ transactions }: Prepared, wallet: AnnouncedWallet | undefined): Promise<'sent'> {
  if (wallet === undefined)
    throw new Error('Your wallet must sign this transaction. Connect a wallet and try again.');
  for (const [sent, transaction] of transactions.entries()) {
    try {
      await signerOf(wallet.provider);
      await sendSteps(api, transaction, stepSenderOf(wallet.provider, transaction.wallet_address));
    } catch (error) {
      const cause = explained(error);
      if (sent === 0) throw cause;
      const reason = cause instanceof Error ? cause.message : '';
      throw new Error(
        `The withdrawal was sent, but the deposit failed. The money is in your wallet. ${reason}`,
      );
    }
  }
  return 'sent';
}

/** Prepares a transaction, or signs and sends a prepared one. */
const carryOut =
  <Input>(prepare: (wanted: Wanted<Input>) => Promise<'done' | Prepared>) =>
  (wanted: Wanted<Input>): Promise<Carried> =>
    wanted.prepared === undefined ? prepare(wanted) : send(wanted.prepared, wanted.wallet);

const preparedOf = (data: Parameters<typeof isOnChain>[0]): 'done' | Prepared =>
  isOnChain(data) ? { transactions: [data] } : 'done';

/** The wallet's account, which pays and receives. */
async function accountOf({ provider }: AnnouncedWallet): Promise<string> {
  try {
    return (await signerOf(provider)).address;
  } catch (error) {
    throw explained(error);
  }
}

const prepareDeposit = async ({ input, wallet }: Wanted<DepositInput>) => {
  const account = wallet === undefined ? {} : { wallet_address: await accountOf(wallet) };
  return preparedOf((await api.investments.deposit({ ...input, ...account })).data);
};

const prepareWithdrawal = async ({ input }: Wanted<InvestmentsWithdrawInput>) =>
  preparedOf((await api.investments.withdraw(input)).data);

const prepareMove = async ({ input }: Wanted<InvestmentsMoveInput>): Promise<'done' | Prepared> => {
  const { withdrawal, deposit } = (await api.investments.move(input)).data;
  return isOnChain(withdrawal) && isOnChain(deposit) ? { transactions: [withdrawal, deposit] } : 'done';
};

/** Discards transactions that were not signed. One that was sent already stays as it is. */
export async function giveUp({ transactions }: Prepared): Promise<void> {
  await Promise.allSettled(transactions.map(({ id }) => api.investments.cancelTransaction({ id })));
}

const DEPENDENTS = ['investments', 'holdings', 'transactions', 'portfolio'];

export const useDeposit = () => useChange(carryOut(prepareDeposit), DEPENDENTS);
export const useWithdrawal = () => useChange(carryOut(prepareWithdrawal), DEPENDENTS);
export const useMove = () => useChange(carryOut(prepareMove), DEPENDENTS);
