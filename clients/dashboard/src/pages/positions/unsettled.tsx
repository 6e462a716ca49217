import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { pollOpenTransactionsSoon } from '../../api/polling.ts';
import {
  OPEN_STATUSES,
  openTransactionsQuery,
  settledTransactionsQuery,
  strategyQuery,
  type Transaction,
} from '../../api/queries.ts';
import { CopyCurlButton } from '../../components/curl.tsx';
import { OnChainReference } from '../../components/on-chain.tsx';
import { Card } from '../../components/surfaces.tsx';
import { Time } from '../../components/time.tsx';
import { formatAmount, formatKeyAsTitle, shortenAddressOrId } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import { OutcomeNotices, StatusBadge } from '../../transactions/outcome.tsx';
import { SigningDialog } from '../../transactions/signing-dialog.tsx';
import { PendingActions, type ResumedSigning } from './pending-actions.tsx';
import { holdingsQuery, portfolioQuery } from './positions-api.ts';

const NOT_COUNTED_YET_TEXT =
  'Your positions and their value do not include these transactions, because the transactions are not confirmed yet. A confirmed transaction leaves this list and changes your positions.';
/** Two API responses that arrive within this time (milliseconds) belong to the same page load. */
const SAME_PAGE_LOAD_MAX_MS = 2_000;
const SHOWN_SETTLED_STATUSES = ['confirmed', 'failed', 'expired'];

interface UnsettledRowProps {
  readonly transaction: Transaction;
  /** Whether `transaction` is outdated: the positions were loaded later and may already include it. */
  readonly isOutdated: boolean;
  readonly onResume: (resumedSigning: ResumedSigning) => void;
}

function UnsettledTransactionRow({ transaction, isOutdated, onResume }: UnsettledRowProps) {
  const { strategy_id, type, status, chain, chain_id, amount, asset, wallet_address, created_at } =
    transaction;
  const { data, isPending } = useQuery(strategyQuery(strategy_id));
  const name = data?.data.name ?? (isPending ? 'Loading…' : strategy_id);
  const hash = transaction.transaction_hash ?? transaction.hashes.at(-1);
  return (
    <li className="entry">
      <div className="entry-main">
        <Link className="name" to={`/strategies/${strategy_id}`}>
          {name}
        </Link>
        <span className="soft small">
          {`${formatKeyAsTitle(type)} · ${formatKeyAsTitle(chain)} · wallet ${shortenAddressOrId(wallet_address)} · `}
          <Time at={created_at} />
          {hash !== undefined && (
            <>
              {' · '}
              <OnChainReference chainId={chain_id} kind="tx" value={hash} />
            </>
          )}
        </span>
      </div>
      <span className="row position-figures">
        {isOutdated ? (
          <span className="soft">Checking whether your positions already contain this transaction…</span>
        ) : (
          <>
            <b className="number">{amount === null ? 'Full amount' : `${formatAmount(amount)} ${asset}`}</b>
            <StatusBadge status={status} />
          </>
        )}
      </span>
      {status === 'pending' && <PendingActions transaction={transaction} name={name} onResume={onResume} />}
      <OutcomeNotices transaction={transaction} />
    </li>
  );
}

interface TransactionsCardProps {
  readonly heading: string;
  readonly note?: string;
  readonly statuses: readonly string[];
  readonly transactions: readonly Transaction[];
  /** Whether the positions were loaded later than `transactions`. Then they may already include these transactions. */
  readonly isOutdated?: boolean;
  readonly onResume: (signingToResume: ResumedSigning) => void;
}

function TransactionsCard(props: TransactionsCardProps) {
  const { heading, note, statuses, transactions, isOutdated = false, onResume } = props;
  if (transactions.length === 0) return null;
  return (
    <Card
      heading={heading}
      actions={<CopyCurlButton path="/investments/transactions" query={{ status: [...statuses] }} />}
      flush
    >
      <ul className="entries">
        {transactions.map((transaction) => (
          <UnsettledTransactionRow
            key={transaction.id}
            transaction={transaction}
            isOutdated={isOutdated && transaction.status !== 'pending'}
            onResume={onResume}
          />
        ))}
      </ul>
      {note !== undefined && <p className="more soft small">{note}</p>}
    </Card>
  );
}

/**
 * Returns whether a transaction was sent and the positions are newer than the list of pending transactions. The same
 * money may then appear in both, because a transaction may have settled meanwhile. If the positions are newer, also
 * loads the pending transactions again.
 */
function useIsListOutdated(hasSentTransaction: boolean): boolean {
  const transactionsLoadedAtMs = useQuery(openTransactionsQuery).dataUpdatedAt;
  const holdingsLoadedAtMs = useQuery(holdingsQuery).dataUpdatedAt;
  const totalsLoadedAtMs = useQuery(portfolioQuery).dataUpdatedAt;
  const positionsLoadedAtMs = Math.max(holdingsLoadedAtMs, totalsLoadedAtMs);
  useEffect(() => {
    if (hasSentTransaction && positionsLoadedAtMs > transactionsLoadedAtMs) pollOpenTransactionsSoon();
  }, [hasSentTransaction, positionsLoadedAtMs, transactionsLoadedAtMs]);
  return hasSentTransaction && positionsLoadedAtMs > transactionsLoadedAtMs + SAME_PAGE_LOAD_MAX_MS;
}

/** Shows on-chain transactions that are pending, and those that settled after the page was opened. */
export function PendingTransactions() {
  const open = useQuery(openTransactionsQuery).data?.data ?? [];
  const settledTransactions = useQuery(settledTransactionsQuery).data ?? [];
  const ids = new Set(open.map(({ id }) => id));
  const hasSentTransaction = open.some(({ status }) => status !== 'pending');
  const isListOutdated = useIsListOutdated(hasSentTransaction);
  // The transaction is stored here and not in its row, because new steps replace the row while the signing dialog is
  // open.
  const [resumedSigning, setResumedSigning] = useState<ResumedSigning>();
  return (
    <>
      <TransactionsCard
        heading="Pending"
        statuses={OPEN_STATUSES}
        transactions={open}
        isOutdated={isListOutdated}
        onResume={setResumedSigning}
        {...(hasSentTransaction && !isListOutdated ? { note: NOT_COUNTED_YET_TEXT } : {})}
      />
      <TransactionsCard
        heading="Finished since you opened this page"
        statuses={SHOWN_SETTLED_STATUSES}
        transactions={settledTransactions.filter(({ id }) => !ids.has(id))}
        onResume={setResumedSigning}
      />
      {resumedSigning !== undefined && (
        <SigningDialog {...resumedSigning} onClose={() => setResumedSigning(undefined)} />
      )}
    </>
  );
}
