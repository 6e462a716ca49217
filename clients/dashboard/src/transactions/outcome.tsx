import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type ChainTransaction, isOnChain, type ListedChainTransaction } from '../../../sdk/src/index.ts';
import { api } from '../api/client.ts';
import { openTransactionsQuery, settledTransactionsQuery } from '../api/queries.ts';
import { OnChainReference } from '../components/on-chain.tsx';
import { Badge, type Tone } from '../components/surfaces.tsx';
import { formatAmount, formatCount, formatKeyAsTitle } from '../design/format.ts';

export type ChainTransactionState = Pick<
  ListedChainTransaction,
  | 'type'
  | 'status'
  | 'failure'
  | 'asset'
  | 'chain_id'
  | 'hashes'
  | 'transaction_hash'
  | 'wallet_address'
  | 'receiver_address'
  | 'actual_changes'
  | 'changes_as_expected'
>;

const TONE_BY_STATUS: Readonly<Record<string, Tone>> = {
  pending: 'warn',
  confirmed: 'good',
  failed: 'bad',
  expired: 'bad',
};

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  pending: 'Not signed yet',
  submitted: 'Submitted',
  included: 'In a block',
};

export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge tone={TONE_BY_STATUS[status] ?? 'plain'}>{STATUS_TEXTS[status] ?? formatKeyAsTitle(status)}</Badge>
  );
}

const TRANSACTION_FAILURE_TEXTS: Readonly<Record<string, string>> = {
  reverted: 'The chain rejected the transaction. Only the network fee was paid.',
  no_effect: 'The chain carried out the transaction, but your shares in the vault did not change.',
  replaced: 'Your wallet sent another transaction instead. Check the transactions in your wallet.',
};

type BalanceChanges = NonNullable<ListedChainTransaction['actual_changes']>;

/** Returns a sentence that says what the wallet pays and receives. */
export function changesText(changes: BalanceChanges, asset: string, tense: 'future' | 'past'): string {
  const amount = (text: string) => formatAmount(text.replace('-', ''));
  const assets = `${amount(changes.assets)} ${asset}`;
  const shares = formatCount(amount(changes.shares), 'share');
  const isDeposit = !changes.shares.startsWith('-');
  if (tense === 'future')
    return isDeposit
      ? `Your wallet pays ${assets} and receives ${shares}.`
      : `Your wallet returns ${shares} and receives ${assets}.`;
  return isDeposit
    ? `Your wallet paid ${assets} and received ${shares}.`
    : `Your wallet returned ${shares} and received ${assets}.`;
}

/** Whether another address than the signing wallet received the shares or the money of a transaction. */
const hasOtherReceiver = ({
  receiver_address: receiver,
  wallet_address: wallet,
}: ChainTransactionState): boolean => receiver != null && receiver.toLowerCase() !== wallet.toLowerCase();

/**
 * Warns about an unusual result of a transaction: it failed, another address received the shares or the money,
 * or the wallet received less than expected.
 */
export function OutcomeNotices({ transaction }: { transaction: ChainTransactionState }) {
  const { type, failure, receiver_address: receiver, chain_id, changes_as_expected } = transaction;
  return (
    <>
      {failure != null && (
        <p className="notice notice-bad">{TRANSACTION_FAILURE_TEXTS[failure] ?? formatKeyAsTitle(failure)}</p>
      )}
      {receiver != null && hasOtherReceiver(transaction) && (
        <p className="notice notice-warn">
          <span>
            {type === 'deposit' ? 'The shares went' : 'The money went'} to an address other than your wallet:{' '}
            <OnChainReference chainId={chain_id} kind="address" value={receiver} />
          </span>
        </p>
      )}
      {changes_as_expected === false && (
        <p className="notice notice-warn">
          The result is more than 0.5% worse for you than the preview showed.
        </p>
      )}
    </>
  );
}

/**
 * Reads the lists of open and settled transactions, which the page polls. If neither list contains the transaction,
 * loads it with one request.
 */
function useLatestTransaction(
  sentTransaction: ChainTransaction,
  isTransactionSent: boolean,
): ChainTransactionState {
  const open = useQuery(openTransactionsQuery);
  const settledTransactions = useQuery(settledTransactionsQuery).data ?? [];
  const isSameTransaction = ({ id }: { readonly id: string }) => id === sentTransaction.id;
  const currentTransaction =
    settledTransactions.find(isSameTransaction) ?? open.data?.data.find(isSameTransaction);
  // A settled transaction is in no list until its outcome is loaded. Show its last known state until then.
  const lastKnownTransaction = useRef<ChainTransactionState>(undefined);
  if (currentTransaction !== undefined) lastKnownTransaction.current = currentTransaction;
  const transactionQuery = useQuery({
    queryKey: ['transaction', sentTransaction.id],
    queryFn: ({ signal }) => api.investments.getTransaction({ id: sentTransaction.id }, { signal }),
    enabled:
      isTransactionSent && lastKnownTransaction.current === undefined && open.isSuccess && !open.isFetching,
  });
  const loadedTransaction = transactionQuery.data?.data;
  return (
    currentTransaction ??
    lastKnownTransaction.current ??
    (loadedTransaction !== undefined && isOnChain(loadedTransaction) ? loadedTransaction : sentTransaction)
  );
}

const WAITING_TEXT_BY_STATUS: Readonly<Record<string, string>> = {
  pending: 'Sent. The service is looking for the transaction on the chain.',
  submitted: 'Sent. Waiting for the chain to include the transaction in a block.',
  included: 'The transaction is in a block. Waiting for more blocks, so that it becomes final.',
};

export function ChainTransactionOutcome({ sent }: { sent: ChainTransaction }) {
  const latestTransaction = useLatestTransaction(sent, true);
  const hash = latestTransaction.transaction_hash ?? latestTransaction.hashes.at(-1);
  const waitingText = WAITING_TEXT_BY_STATUS[latestTransaction.status];
  return (
    <div className="stack stack-tight" role="status">
      <span className="row">
        <b>{formatKeyAsTitle(sent.type)}</b>
        <StatusBadge
          status={latestTransaction.status === 'pending' ? 'submitted' : latestTransaction.status}
        />
        {hash !== undefined && (
          <span className="small">
            Transaction <OnChainReference chainId={latestTransaction.chain_id} kind="tx" value={hash} />
          </span>
        )}
      </span>
      {waitingText !== undefined && (
        <p className="soft">{waitingText} This usually takes about a minute. You can close this window.</p>
      )}
      {latestTransaction.actual_changes != null && (
        <p>{changesText(latestTransaction.actual_changes, latestTransaction.asset, 'past')}</p>
      )}
      <OutcomeNotices transaction={latestTransaction} />
    </div>
  );
}
