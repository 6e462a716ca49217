import { useQuery } from '@tanstack/react-query';
import { Button, ButtonLink } from '../../components/controls.tsx';
import { CopyCurl } from '../../components/curl.tsx';
import { EmptyState, ErrorNotice, QueryResult, Skeleton } from '../../components/states.tsx';
import { Badge, Card } from '../../components/surfaces.tsx';
import { TableScroll } from '../../components/tables/table-scroll.tsx';
import { percent, short, shownAmount, title } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import { fromInvestment, fromVaultHolding, type Position } from './position.ts';
import { holdingsQuery, investmentsQuery, strategiesOfQuery } from './positions-api.ts';

/** The action that a user chose for a position. */
export interface PositionAction {
  readonly kind: 'move' | 'withdraw';
  readonly position: Position;
}

interface RowProps {
  readonly position: Position;
  readonly apy: number | undefined;
  readonly onAct: (action: PositionAction) => void;
}

function PositionRow({ position, apy, onAct }: RowProps) {
  const { strategyId, name, chain, asset, value, earned, userId, wallet, isProven } = position;
  const details = [
    title(chain),
    userId === null ? '' : `for ${userId}`,
    wallet === undefined ? '' : `wallet ${short(wallet)}`,
  ];
  return (
    <tr>
      <th scope="row" className="cell-name">
        <Link className="name" to={`/strategies/${strategyId}`}>
          {name}
        </Link>
        <span className="under">{details.filter(Boolean).join(' · ')}</span>
      </th>
      <td className="number">
        <b>{value === null ? '–' : `${shownAmount(value)} ${asset}`}</b>
        <span className="under narrow-only">{percent(apy)} APY</span>
      </td>
      <td className="number wide-cell">{percent(apy)}</td>
      <td className="number wide-cell">{earned === null ? '–' : `${shownAmount(earned)} ${asset}`}</td>
      <td className="wide-cell">
        <Badge>{wallet === undefined ? 'Sandbox' : 'Vault'}</Badge>{' '}
        {!isProven && <Badge tone="warn">Wallet not verified</Badge>}
      </td>
      <td className="number">
        <span className="position-actions">
          <Button small onClick={() => onAct({ kind: 'move', position })}>
            Move<span className="hidden-visually"> from {name}</span>
          </Button>
          <Button small onClick={() => onAct({ kind: 'withdraw', position })}>
            Withdraw<span className="hidden-visually"> from {name}</span>
          </Button>
        </span>
      </td>
    </tr>
  );
}

function Rows({ positions, onAct }: { positions: readonly Position[]; onAct: RowProps['onAct'] }) {
  const ids = [...new Set(positions.map(({ strategyId }) => strategyId))].sort();
  const { data: strategies = [], isFetching } = useQuery(strategiesOfQuery(ids));
  return (
    <TableScroll label="Positions">
      <table className="table block-table positions-table">
        <thead>
          <tr>
            <th scope="col">Strategy</th>
            <th scope="col" className="number">
              Value
            </th>
            <th scope="col" className="number wide-cell">
              APY
            </th>
            <th scope="col" className="number wide-cell">
              Earned
            </th>
            <th scope="col" className="wide-cell">
              Type
            </th>
            <th scope="col">
              <span className="hidden-visually">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {positions.map((position) => {
            // The name of a vault position is only its id until the query has loaded the strategy.
            const strategy = strategies.find(({ strategy_id }) => strategy_id === position.strategyId);
            return (
              <PositionRow
                key={position.key}
                position={{
                  ...position,
                  name:
                    strategy?.strategy_name ??
                    (isFetching && position.wallet !== undefined ? 'Loading…' : position.name),
                }}
                apy={strategy?.current_apy}
                onAct={onAct}
              />
            );
          })}
        </tbody>
      </table>
    </TableScroll>
  );
}

/** A table of all positions: the positions in the sandbox, and the vault shares of the account's wallets. */
export function PositionTable({ onAct }: { onAct: RowProps['onAct'] }) {
  const investments = useQuery(investmentsQuery);
  const holdings = useQuery(holdingsQuery);
  const activeHoldings = holdings.data?.data.filter(({ shares, pending_shares }) =>
    isHeld(shares, pending_shares),
  );
  return (
    <Card heading="Positions" actions={<CopyCurl path="/investments" query={{ status: 'active' }} />} flush>
      <QueryResult query={investments} height={200}>
        {({ data }) => {
          const positions = [...data.map(fromInvestment), ...(activeHoldings ?? []).map(fromVaultHolding)];
          if (positions.length > 0) return <Rows positions={positions} onAct={onAct} />;
          return holdings.isPending ? (
            <Skeleton height={200} />
          ) : (
            <EmptyState
              heading="No positions yet"
              action={
                <span className="row">
                  <ButtonLink to="/allocation" look="primary">
                    Divide an amount
                  </ButtonLink>
                  <ButtonLink to="/strategies">Find a strategy</ButtonLink>
                </span>
              }
            >
              Your deposits appear here once they are confirmed.
            </EmptyState>
          );
        }}
      </QueryResult>
      {holdings.error !== null && (
        <ErrorNotice error={holdings.error} onRetry={() => void holdings.refetch()} />
      )}
    </Card>
  );
}

/**
 * Whether a wallet holds shares of the vault or has pending shares. After a full withdrawal, the API still lists the
 * vault, with 0 shares.
 */
const isHeld = (shares: string, pending: string) => Number(shares) !== 0 || Number(pending) !== 0;
