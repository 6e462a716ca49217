import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryResult } from '../../components/states.tsx';
import { EmptyTiles, Tile, Tiles } from '../../components/surfaces.tsx';
import { formatPercent, formatUsd } from '../../design/format.ts';
import { DepositMore } from './deposit-more.tsx';
import { MovePosition } from './move-position.tsx';
import { Opportunities } from './opportunities.tsx';
import { type PositionAction, PositionTable } from './position-table.tsx';
import { portfolioQuery } from './positions-api.ts';
import { PendingTransactions } from './unsettled.tsx';
import { ValueChart } from './value-chart.tsx';
import { WithdrawPosition } from './withdraw-position.tsx';

const NO_TOTALS = [
  ['Value', 'at the latest prices'],
  ['Earned', '$0.00 already withdrawn'],
  ['APY', 'average, weighted by value'],
] as const;

function Totals() {
  const portfolio = useQuery(portfolioQuery);
  return (
    <QueryResult query={portfolio} height={110} placeholder={<EmptyTiles tiles={NO_TOTALS} />}>
      {({ data }) => (
        <Tiles>
          <Tile label="Value" under="at the latest prices">
            {formatUsd(data.value_usd)}
          </Tile>
          <Tile label="Earned" under={`${formatUsd(data.realized_earnings_usd)} already withdrawn`}>
            {formatUsd(data.earned_usd + data.realized_earnings_usd)}
          </Tile>
          <Tile label="APY" under="average, weighted by value">
            {formatPercent(data.weighted_apy)}
          </Tile>
        </Tiles>
      )}
    </QueryResult>
  );
}

/** Shows the account's value, its open transactions, and its positions, into and out of which the user can move money. */
export function Overview() {
  // The page, not the table row, stores which dialog is open. A full withdrawal removes the row before the user has
  // read the result in the dialog.
  const [openAction, setOpenAction] = useState<PositionAction>();
  const close = () => setOpenAction(undefined);
  return (
    <div className="stack stack-wide">
      <Totals />
      <PendingTransactions />
      <PositionTable onAct={setOpenAction} />
      <ValueChart />
      <Opportunities />
      {openAction?.kind === 'deposit' && <DepositMore position={openAction.position} onClose={close} />}
      {openAction?.kind === 'move' && <MovePosition position={openAction.position} onClose={close} />}
      {openAction?.kind === 'withdraw' && <WithdrawPosition position={openAction.position} onClose={close} />}
    </div>
  );
}
