import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { strategyQuery } from '../../api/queries.ts';
import { Button, ButtonLink } from '../../components/controls.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { Card, EmptyTiles, PageHead, Tile, Tiles } from '../../components/surfaces.tsx';
import { dollars, percent, short, shownAmount, title } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import { MovePosition } from './move-position.tsx';
import { Opportunities } from './opportunities.tsx';
import { inBooks, inVault, type Position } from './position.ts';
import { holdingsQuery, investmentsQuery, portfolioQuery } from './positions-api.ts';
import { Unsettled } from './unsettled.tsx';
import { WithdrawPosition } from './withdraw-position.tsx';

const NO_TOTALS = [
  ['Value', 'at the latest prices'],
  ['Earned', '$0.00 of it realized'],
  ['APY', 'weighted by value'],
] as const;

function Totals() {
  const portfolio = useQuery(portfolioQuery);
  return (
    <Loaded query={portfolio} height={110} placeholder={<EmptyTiles tiles={NO_TOTALS} />}>
      {({ data }) => (
        <Tiles>
          <Tile label="Value" under="at the latest prices">
            {dollars(data.value_usd)}
          </Tile>
          <Tile label="Earned" under={`${dollars(data.realized_earnings_usd)} of it realized`}>
            {dollars(data.earned_usd + data.realized_earnings_usd)}
          </Tile>
          <Tile label="APY" under="weighted by value">
            {percent(data.weighted_apy)}
          </Tile>
        </Tiles>
      )}
    </Loaded>
  );
}

/** The name of a strategy when the position does not include it. */
function useName({ strategyId, name, wallet }: Position): string {
  const { data } = useQuery({ ...strategyQuery(strategyId), enabled: wallet !== undefined });
  return data?.data.name ?? name;
}

function PositionRow({ position }: { position: Position }) {
  const [open, setOpen] = useState<'move' | 'withdraw'>();
  const close = () => setOpen(undefined);
  const name = useName(position);
  const { strategyId, chain, asset, value, earned, userId, wallet } = position;
  const details = [
    title(chain),
    userId === null ? '' : `for ${userId}`,
    wallet === undefined ? '' : `of ${short(wallet)}`,
  ];
  return (
    <li className="entry">
      <div className="entry-main">
        <Link className="name" to={`/strategies/${strategyId}`}>
          {name}
        </Link>
        <span className="soft small">{details.filter(Boolean).join(' · ')}</span>
      </div>
      <span className="row position-figures">
        <span className="number">
          <b>{value === null ? '–' : `${shownAmount(value)} ${asset}`}</b>
          {earned !== null && <span className="under">{`${shownAmount(earned)} earned`}</span>}
        </span>
        <span className="row position-actions">
          <Button small onClick={() => setOpen('move')}>
            Move<span className="hidden-visually"> from {name}</span>
          </Button>
          <Button small onClick={() => setOpen('withdraw')}>
            Withdraw<span className="hidden-visually"> from {name}</span>
          </Button>
        </span>
      </span>
      {open === 'move' && <MovePosition position={{ ...position, name }} onClose={close} />}
      {open === 'withdraw' && <WithdrawPosition position={{ ...position, name }} onClose={close} />}
    </li>
  );
}

interface PositionsProps<T> {
  readonly heading: string;
  readonly query: UseQueryResult<{ readonly data: readonly T[] }>;
  readonly asPosition: (item: T) => Position;
  readonly none: readonly [heading: string, text: string];
}

function PositionList<T>({ heading, query, asPosition, none }: PositionsProps<T>) {
  return (
    <Card heading={heading} flush>
      <Loaded query={query} height={200}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty heading={none[0]} action={<ButtonLink to="/strategies">Find a strategy</ButtonLink>}>
              {none[1]}
            </Empty>
          ) : (
            <ul className="entries">
              {data.map(asPosition).map((position) => (
                <PositionRow key={position.key} position={position} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

/** The account's positions, with withdrawals and moves. */
export default function Positions() {
  return (
    <>
      <PageHead heading="Positions" lead="Your investments by strategy, with their value and earnings." />
      <div className="stack stack-wide">
        <Totals />
        <Unsettled />
        <PositionList
          heading="Sandbox"
          query={useQuery(investmentsQuery)}
          asPosition={inBooks}
          none={['No sandbox investments', 'Deposits in a test environment appear here.']}
        />
        <PositionList
          heading="Vaults"
          query={useQuery(holdingsQuery)}
          asPosition={inVault}
          none={[
            'No investments in vaults',
            'Vault shares of your wallets appear here once they are confirmed.',
          ]}
        />
        <Opportunities />
      </div>
    </>
  );
}
