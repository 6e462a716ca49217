import { useQuery } from '@tanstack/react-query';
import {
  openTransactionsQuery,
  settledTransactionsQuery,
  strategyQuery,
  type Transaction,
} from '../../api/queries.ts';
import { Badge, Card, type Tone } from '../../components/surfaces.tsx';
import { Time } from '../../components/time.tsx';
import { short, shownAmount, title } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import { PendingActions } from './pending-actions.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  pending: 'warn',
  confirmed: 'good',
  failed: 'bad',
  expired: 'bad',
};

function UnsettledRow({ transaction }: { transaction: Transaction }) {
  const { strategy_id, type, state, chain, amount, asset, wallet_address, created_at } = transaction;
  const { data } = useQuery(strategyQuery(strategy_id));
  const name = data?.data.name ?? strategy_id;
  const hash = transaction.transaction_hash ?? transaction.hashes.at(-1);
  return (
    <li className="entry">
      <div className="entry-main">
        <Link className="name" to={`/strategies/${strategy_id}`}>
          {name}
        </Link>
        <span className="soft small">
          {`${title(type)} · ${title(chain)} · of ${short(wallet_address)} · `}
          <Time at={created_at} />
          {hash !== undefined && (
            <>
              {' · '}
              <code title={hash}>{short(hash)}</code>
            </>
          )}
        </span>
      </div>
      <span className="row position-figures">
        <b className="number">{amount === null ? 'Everything' : `${shownAmount(amount)} ${asset}`}</b>
        <Badge tone={TONES[state] ?? 'plain'}>{state === 'pending' ? 'Not signed yet' : title(state)}</Badge>
      </span>
      {state === 'pending' && <PendingActions transaction={transaction} name={name} />}
    </li>
  );
}

/** On-chain transactions that are pending, and those that settled since the page was opened. */
export function Unsettled() {
  const open = useQuery(openTransactionsQuery).data?.data ?? [];
  const settled = useQuery(settledTransactionsQuery).data ?? [];
  const ids = new Set(open.map(({ id }) => id));
  const shown = [...open, ...settled.filter(({ id }) => !ids.has(id))];
  if (shown.length === 0) return null;
  return (
    <Card heading={open.length > 0 ? 'Pending' : 'Settled just now'} flush>
      <ul className="entries">
        {shown.map((transaction) => (
          <UnsettledRow key={transaction.id} transaction={transaction} />
        ))}
      </ul>
    </Card>
  );
}
