import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  OPEN_STATUSES,
  openTransactionsQuery,
  settledTransactionsQuery,
  strategyQuery,
  type Transaction,
} from '../../api/queries.ts';
import { CopyCurl } from '../../components/curl.tsx';
import { OnChain } from '../../components/on-chain.tsx';
import { Card } from '../../components/surfaces.tsx';
import { Time } from '../../components/time.tsx';
import { formatAmount, formatTitle, shorten } from '../../design/format.ts';
import { OutcomeNotices, StatusBadge } from '../../movements/outcome.tsx';
import { SigningDialog } from '../../movements/signing-dialog.tsx';
import { Link } from '../../routing/link.tsx';
import { PendingActions, type ResumedSigning } from './pending-actions.tsx';

/** Says why an amount can be in the positions before its transaction is confirmed. */
const COUNTED_EARLY =
  'Your positions and their value include a transaction as soon as it is in a block. It is listed here until the block is final.';
const SETTLED_STATUSES = ['confirmed', 'failed', 'expired'];

function UnsettledRow({
  transaction,
  onResume,
}: {
  transaction: Transaction;
  onResume: (resumedSigning: ResumedSigning) => void;
}) {
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
          {`${formatTitle(type)} · ${formatTitle(chain)} · wallet ${shorten(wallet_address)} · `}
          <Time at={created_at} />
          {hash !== undefined && (
            <>
              {' · '}
              <OnChain chainId={chain_id} kind="tx" value={hash} />
            </>
          )}
        </span>
      </div>
      <span className="row position-figures">
        <b className="number">{amount === null ? 'Full amount' : `${formatAmount(amount)} ${asset}`}</b>
        <StatusBadge status={status} />
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
  readonly onResume: (resumed: ResumedSigning) => void;
}

function TransactionsCard({ heading, note, statuses, transactions, onResume }: TransactionsCardProps) {
  if (transactions.length === 0) return null;
  return (
    <Card
      heading={heading}
      actions={<CopyCurl path="/investments/transactions" query={{ status: [...statuses] }} />}
      flush
    >
      <ul className="entries">
        {transactions.map((transaction) => (
          <UnsettledRow key={transaction.id} transaction={transaction} onResume={onResume} />
        ))}
      </ul>
      {note !== undefined && <p className="more soft small">{note}</p>}
    </Card>
  );
}

/** Shows on-chain transactions that are pending, and those that settled after the page was opened. */
export function PendingTransactions() {
  const open = useQuery(openTransactionsQuery).data?.data ?? [];
  const settledTransactions = useQuery(settledTransactionsQuery).data ?? [];
  const ids = new Set(open.map(({ id }) => id));
  const isSent = open.some(({ status }) => status !== 'pending');
  // The list, not its row, stores the transaction, because new steps replace the row while the signing dialog is open.
  const [resumed, setResumed] = useState<ResumedSigning>();
  return (
    <>
      <TransactionsCard
        heading="Pending"
        statuses={OPEN_STATUSES}
        transactions={open}
        onResume={setResumed}
        {...(isSent ? { note: COUNTED_EARLY } : {})}
      />
      <TransactionsCard
        heading="Finished since you opened this page"
        statuses={SETTLED_STATUSES}
        transactions={settledTransactions.filter(({ id }) => !ids.has(id))}
        onResume={setResumed}
      />
      {resumed !== undefined && <SigningDialog {...resumed} onClose={() => setResumed(undefined)} />}
    </>
  );
}
