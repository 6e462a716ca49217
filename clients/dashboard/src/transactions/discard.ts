import type { AnnouncedWallet } from '../api/wallets.ts';
import { switchChain } from './wallet-chain.ts';

export interface TransactionWithWallet {
  readonly transaction: {
    readonly chain: string;
    readonly chain_id: number;
    readonly wallet_address: string;
  };
  /** The wallet with which the page reads the chain; undefined when this browser has no wallet. */
  readonly wallet: AnnouncedWallet | undefined;
  readonly isLocalDeployment: boolean;
}

/**
 * Checks that the wallet has no pending on-chain transaction, which could be the transaction to discard. Without a
 * wallet, nothing is checked.
 * @throws Error if a transaction is pending, or if the chain does not respond
 */
export async function requireNoPendingTransaction({
  transaction,
  wallet,
  isLocalDeployment,
}: TransactionWithWallet): Promise<void> {
  if (wallet === undefined) return;
  const { chain, chain_id: chainId, wallet_address } = transaction;
  const readTransactionCount = (blockTag: string) =>
    wallet.provider.request({ method: 'eth_getTransactionCount', params: [wallet_address, blockTag] });
  let transactionCounts: readonly number[];
  try {
    await switchChain(wallet, { chain, chainId, isLocalDeployment });
    transactionCounts = (
      await Promise.all([readTransactionCount('latest'), readTransactionCount('pending')])
    ).map(Number);
  } catch (error) {
    throw new Error(
      'Your wallet could not ask the chain whether the transaction was sent. Nothing was changed. Try again when the chain responds.',
      { cause: error },
    );
  }
  const [minedTransactionCount = Number.NaN, sentTransactionCount = Number.NaN] = transactionCounts;
  if (!(sentTransactionCount <= minedTransactionCount))
    throw new Error(
      'Your wallet has a pending transaction. Wait until your wallet shows it as confirmed, then try again.',
    );
}
