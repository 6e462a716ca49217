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

/** Shows on-chain transactions that are pending or that settled after the page was opened. */
export function PendingTransactions() {
  const open = useQuery(openTransactionsQuery).data?.data ?? [];
  const settledTransactions = useQuery(settledTransactionsQuery).data ?? [];
  const ids = new Set(open.map(({ id }) => id));
  const shownTransactions = [...open, ...settledTransactions.filter(({ id }) => !ids.has(id))];
  // The list, not its row, stores the transaction that the user signs. New steps replace the row while the signing
  // dialog is open.
  const [resumedSigning, setResumedSigning] = useState<ResumedSigning>();
  return (
    <>
      {shownTransactions.length > 0 && (
        <Card
          heading={open.length > 0 ? 'Pending' : 'Finished just now'}
          actions={<CopyCurl path="/investments/transactions" query={{ status: OPEN_STATUSES }} />}
          flush
        >
          <ul className="entries">
            {shownTransactions.map((transaction) => (
              <UnsettledRow key={transaction.id} transaction={transaction} onResume={setResumedSigning} />
            ))}
          </ul>
        </Card>
      )}
      {resumedSigning !== undefined && (
        <SigningDialog {...resumedSigning} onClose={() => setResumedSigning(undefined)} />
      )}
    </>
  );
}
