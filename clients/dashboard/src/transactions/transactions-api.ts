import {
  type ChainTransaction,
  createSigner,
  type InvestmentsMoveInput,
  type InvestmentsWithdrawInput,
  isOnChain,
  type TransactionResult,
} from '../../../sdk/src/index.ts';
import { api } from '../api/client.ts';
import { useApiChange } from '../api/use-change.ts';
import { type AnnouncedWallet, explained } from '../api/wallets.ts';

/** On-chain transactions that the API has prepared. The wallet must sign their steps in the given order. */
export interface PreparedTransactions {
  readonly transactions: readonly ChainTransaction[];
}

/**
 * The result of a deposit, withdrawal or move: the amount that was booked in the sandbox, or on-chain transactions that
 * the wallet must sign.
 */
export type TransactionOutcome = { readonly bookedAmount: string } | PreparedTransactions;

/**
 * The input of a transaction, and the wallet that signs it. `wallet` is undefined if a sandbox transaction has no
 * wallet.
 */
export interface TransactionRequest<Input> {
  readonly input: Input;
  readonly wallet: AnnouncedWallet | undefined;
}

interface DepositInput {
  readonly strategy_id: string;
  readonly amount: string;
  /** The asset of the amount. The API rejects the deposit when the strategy accepts another asset. */
  readonly asset: string;
  /** The end user for whom the deposit is booked; absent for the account itself. */
  readonly user_id?: string;
}

const toTransactionOutcome = (data: TransactionResult): TransactionOutcome =>
  isOnChain(data) ? { transactions: [data] } : { bookedAmount: data.amount ?? '' };

/** Returns the address that the user selects in the wallet. This address pays the deposit and receives the shares. */
async function requestWalletAddress({ provider }: AnnouncedWallet): Promise<string> {
  try {
    return (await createSigner(provider)).address;
  } catch (error) {
    throw explained(error);
  }
}

const prepareDeposit = async ({
  input,
  wallet,
}: TransactionRequest<DepositInput>): Promise<TransactionOutcome> => {
  const account = wallet === undefined ? {} : { wallet_address: await requestWalletAddress(wallet) };
  return toTransactionOutcome((await api.investments.deposit({ ...input, ...account })).data);
};

const prepareWithdrawal = async ({
  input,
}: TransactionRequest<InvestmentsWithdrawInput>): Promise<TransactionOutcome> =>
  toTransactionOutcome((await api.investments.withdraw(input)).data);

const prepareMove = async ({
  input,
}: TransactionRequest<InvestmentsMoveInput>): Promise<TransactionOutcome> => {
  const { withdrawal, deposit } = (await api.investments.move(input)).data;
  return isOnChain(withdrawal) && isOnChain(deposit)
    ? { transactions: [withdrawal, deposit] }
    : { bookedAmount: withdrawal.amount ?? '' };
};

export async function cancelUnsentTransactions({ transactions }: PreparedTransactions): Promise<void> {
  await Promise.allSettled(transactions.map(({ id }) => api.investments.cancelTransaction({ id })));
}

/** Queries to load again after a deposit or withdrawal. Each name is the first element of a query key. */
export const DEPENDENT_QUERIES = [
  'investments',
  'holdings',
  'transactions',
  'portfolio',
  'portfolio-days',
  'history',
  'wallet-balance',
];

export const useDeposit = () => useApiChange(prepareDeposit, DEPENDENT_QUERIES);
export const useWithdrawal = () => useApiChange(prepareWithdrawal, DEPENDENT_QUERIES);
export const useMove = () => useApiChange(prepareMove, DEPENDENT_QUERIES);
