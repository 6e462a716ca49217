import { useQuery } from '@tanstack/react-query';
import type { ListedTransaction } from '../../../../sdk/src/index.ts';
import { strategyQuery } from '../../api/queries.ts';
import { Badge, Card } from '../../components/surfaces.tsx';
import { Time } from '../../components/time.tsx';
import { short, title } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import { shownAmount } from './position.ts';
import { unsettledQuery } from './positions-api.ts';

function UnsettledRow({ transaction }: { transaction: ListedTransaction }) {
  const { strategy_id, type, state, chain, amount, asset, wallet_address, created_at } = transaction;
  const { data } = useQuery(strategyQuery(strategy_id));
  return (
    <li className="entry">
      <div className="entry-main">
        <Link className="name" to={`/strategies/${strategy_id}`}>
          {data?.data.name ?? strategy_id}
        </Link>
        <span className="soft small">
          {`${title(type)} · ${title(chain)} · of ${short(wallet_address)} · `}
          <Time at={created_at} />
        </span>
      </div>
      <span className="row position-figures">
        <b className="number">{amount === null ? 'Everything' : `${shownAmount(amount)} ${asset}`}</b>
        <Badge tone={state === 'pending' ? 'warn' : 'plain'}>{title(state)}</Badge>
      </span>
    </li>
  );
}

/** Transactions on chains that are not settled yet; nothing while there is none. */
export function Unsettled() {
  const { data } = useQuery(unsettledQuery);
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Card heading="On their way" flush>
      <ul className="entries">
        {data.data.map((transaction) => (
          <UnsettledRow key={transaction.id} transaction={transaction} />
        ))}
      </ul>
    </Card>
  );
}
