import { useQuery } from '@tanstack/react-query';
import { strategiesByIdQuery } from '../../api/queries.ts';
import { Button, ButtonLink } from '../../components/controls.tsx';
import { CopyCurlButton } from '../../components/curl.tsx';
import { EmptyState, ErrorNotice, QueryResult, Skeleton } from '../../components/states.tsx';
import { Badge, Card } from '../../components/surfaces.tsx';
import { PartialListNote } from '../../components/tables/partial-list.tsx';
import { TableScroll } from '../../components/tables/table-scroll.tsx';
import {
  type FormattedFigure,
  formatAssetAmount,
  formatKeyAsTitle,
  formatPercent,
  shortenAddressOrId,
} from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import {
  formatEarnings,
  hasShares,
  isRoundingLoss,
  type Position,
  positionFromInvestment,
  positionFromVaultHolding,
  ROUNDED_DOWN_TEXT,
} from './position.ts';
import { holdingsQuery, investmentsQuery, pricesByAssetQuery } from './positions-api.ts';

export interface PositionAction {
  readonly kind: 'deposit' | 'move' | 'withdraw';
  readonly position: Position;
}

interface PositionRowProps {
  readonly position: Position;
  readonly apy: number | undefined;
  /** The price of one unit of the asset in US dollars; undefined if unknown. */
  readonly price: number | undefined;
  readonly arePricesPending: boolean;
  readonly onAct: (action: PositionAction) => void;
}

const PENDING_FIGURE: FormattedFigure = { text: '–' };

function PositionRow({ position, apy, price, arePricesPending, onAct }: PositionRowProps) {
  const { strategyId, name, chain, asset, value, userId, wallet, isVerified } = position;
  const shownValue = value === null ? PENDING_FIGURE : formatAssetAmount(value, { asset, price });
  const earnings = arePricesPending ? PENDING_FIGURE : formatEarnings(position, price);
  const type = wallet === undefined ? 'Sandbox' : 'Vault';
  const detailTexts = [
    formatKeyAsTitle(chain),
    userId === null ? '' : `for ${userId}`,
    wallet === undefined ? '' : `wallet ${shortenAddressOrId(wallet)}`,
  ];
  return (
    <tr>
      <th scope="row" className="cell-name">
        <Link className="name" to={`/strategies/${strategyId}`}>
          {name}
        </Link>
        <span className="under">{detailTexts.filter(Boolean).join(' · ')}</span>
      </th>
      <td className="number">
        <b title={shownValue.title}>{shownValue.text}</b>
        <span className="under narrow-only">
          {formatPercent(apy)} APY · earned <span title={earnings.title}>{earnings.text}</span> · {type}
          {!isVerified && ' · wallet not verified'}
        </span>
      </td>
      <td className="number wide-cell">{formatPercent(apy)}</td>
      <td className="number wide-cell">
        <span title={earnings.title}>{earnings.text}</span>
      </td>
      <td className="wide-cell">
        <Badge>{type}</Badge> {!isVerified && <Badge tone="warn">Wallet not verified</Badge>}
      </td>
      <td className="number">
        <span className="position-actions">
          <Button small onClick={() => onAct({ kind: 'deposit', position })}>
            Deposit<span className="hidden-visually"> into {name}</span>
          </Button>
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

function Rows({ positions, onAct }: { positions: readonly Position[]; onAct: PositionRowProps['onAct'] }) {
  const ids = positions.map(({ strategyId }) => strategyId);
  const { data: strategies = [], isFetching } = useQuery(strategiesByIdQuery(ids));
  const prices = useQuery(pricesByAssetQuery([...new Set(positions.map(({ asset }) => asset))].sort()));
  const priceOf = ({ asset }: Position) => prices.data?.find((each) => each.asset === asset)?.price;
  const isAnyValueRoundedDown = positions.some((position) => isRoundingLoss(position, priceOf(position)));
  return (
    <>
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
                  price={priceOf(position)}
                  arePricesPending={prices.isPending}
                  onAct={onAct}
                />
              );
            })}
          </tbody>
        </table>
      </TableScroll>
      {isAnyValueRoundedDown && <p className="more soft small">{ROUNDED_DOWN_TEXT}</p>}
    </>
  );
}

interface LoadedPage {
  readonly data: readonly unknown[];
  readonly meta: { readonly pagination: { readonly total: number } };
}

/** Returns how many items of a list are not on its loaded page. */
const countOmitted = (page: LoadedPage | undefined): number =>
  page === undefined ? 0 : page.meta.pagination.total - page.data.length;

/** A table of all positions: the positions in the sandbox, and the vault shares of the account's wallets. */
export function PositionTable({ onAct }: { onAct: PositionRowProps['onAct'] }) {
  const investments = useQuery(investmentsQuery);
  const holdings = useQuery(holdingsQuery);
  const activeHoldings = holdings.data?.data.filter(hasShares);
  return (
    <Card
      heading="Positions"
      actions={<CopyCurlButton path="/investments" query={{ status: 'active' }} />}
      flush
    >
      <QueryResult query={investments} height={200}>
        {({ data, meta }) => {
          const positions = [
            ...data.map(positionFromInvestment),
            ...(activeHoldings ?? []).map(positionFromVaultHolding),
          ];
          if (positions.length > 0)
            return (
              <>
                <Rows positions={positions} onAct={onAct} />
                <PartialListNote
                  shown={positions.length}
                  total={positions.length + countOmitted({ data, meta }) + countOmitted(holdings.data)}
                  item="position"
                  remedy="To see all of them, open the statement and download its CSV file."
                />
              </>
            );
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
