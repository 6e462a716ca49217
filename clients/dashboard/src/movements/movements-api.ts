import {
  type ChainMove,
  type ChainTransaction,
  type InvestmentsMoveInput,
  type InvestmentsWithdrawInput,
  type Move,
  type Movement,
  sendSteps,
  signerOf,
  stepSenderOf,
} from '../../../sdk/src/index.ts';
import { api } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { type AnnouncedWallet, explained } from '../api/wallets.ts';

/** What a movement came to: it is in the books, or was sent to its chain, which confirms it later. */
export type Carried = 'done' | 'sent';

/** A movement, and the wallet that signs it; in the books nobody does. */
interface Wanted<Input> {
  readonly input: Input;
  readonly wallet: AnnouncedWallet | undefined;
}

interface DepositInput {
  readonly strategy_id: string;
  readonly amount: string;
  /** What the amount is meant in: refused where the strategy takes something else. */
  readonly asset: string;
}

const isOnChain = (transaction: Movement | ChainTransaction): transaction is ChainTransaction =>
  'steps' in transaction;

const isChainMove = (move: Move | ChainMove): move is ChainMove => 'steps' in move.withdrawal;

/** Does what needs a wallet; what the wallet throws is put into words. */
async function signed<T>(
  wallet: AnnouncedWallet | undefined,
  work: (wallet: AnnouncedWallet, account: string) => Promise<T>,
): Promise<T> {
  if (wallet === undefined) throw new Error('A wallet has to sign this.');
  try {
    return await work(wallet, (await signerOf(wallet.provider)).address);
  } catch (error) {
    throw explained(error);
  }
}

/** Has the steps of a transaction signed and sent; the chain confirms them later. */
async function send(transaction: ChainTransaction, { provider }: AnnouncedWallet): Promise<void> {
  await sendSteps(api, transaction, stepSenderOf(provider, transaction.wallet_address));
}

/** Deposits: into a vault from the account that the wallet names. */
async function carryOutDeposit({ input, wallet }: Wanted<DepositInput>): Promise<Carried> {
  if (wallet === undefined) {
    await api.investments.deposit(input);
    return 'done';
  }
  return signed(wallet, async (signing, wallet_address) => {
    const { data } = await api.investments.deposit({ ...input, wallet_address });
    if (!isOnChain(data)) return 'done';
    await send(data, signing);
    return 'sent';
  });
}

async function carryOutWithdrawal({ input, wallet }: Wanted<InvestmentsWithdrawInput>): Promise<Carried> {
  const { data } = await api.investments.withdraw(input);
  if (!isOnChain(data)) return 'done';
  await signed(wallet, (signing) => send(data, signing));
  return 'sent';
}

/** Has both halves of a move between vaults signed and sent. */
async function sendMove({ withdrawal, deposit }: ChainMove, wallet: AnnouncedWallet): Promise<void> {
  await send(withdrawal, wallet);
  try {
    await send(deposit, wallet);
  } catch (error) {
    const cause = explained(error);
    const reason = cause instanceof Error ? cause.message : '';
    throw new Error(`The withdrawal was sent, the deposit was not: the money is in your wallet. ${reason}`);
  }
}

async function carryOutMove({ input, wallet }: Wanted<InvestmentsMoveInput>): Promise<Carried> {
  const { data } = await api.investments.move(input);
  if (!isChainMove(data)) return 'done';
  await signed(wallet, (signing) => sendMove(data, signing));
  return 'sent';
}

const DEPENDENTS = ['investments', 'holdings', 'transactions', 'portfolio'];

export const useDeposit = () => useChange(carryOutDeposit, DEPENDENTS);
export const useWithdrawal = () => useChange(carryOutWithdrawal, DEPENDENTS);
export const useMove = () => useChange(carryOutMove, DEPENDENTS);
