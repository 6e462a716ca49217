import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvestmentsPortfolioData } from '../../../../sdk/src/index.ts';
import { QueryResult } from '../../components/states.tsx';
import { EmptyTiles, Tile, Tiles } from '../../components/surfaces.tsx';
import { formatPercent, formatUsd } from '../../design/format.ts';
import { DepositMore } from './deposit-more.tsx';
import { MovePosition } from './move-position.tsx';
import { Opportunities } from './opportunities.tsx';
import { formatEarnedTotal } from './position.ts';
import { type PositionAction, PositionTable } from './position-table.tsx';
import { holdingsQuery, investmentsQuery, portfolioQuery } from './positions-api.ts';
import { formatSettlementSplit, SANDBOX_ONLY_TEXT } from './settlement-split.ts';
import { PendingTransactions } from './unsettled.tsx';
import { ValueChart } from './value-chart.tsx';
import { WithdrawPosition } from './withdraw-position.tsx';

const EMPTY_TOTAL_TILES = [
  ['Value', 'at the latest prices'],
  ['Earned', '$0.00 already withdrawn'],
  ['APY', 'average, weighted by value'],
] as const;

/** Returns a text that splits the value between the sandbox and vaults, if the account has money in both. */
function formatValueBySettlement(settlementTotals: InvestmentsPortfolioData['by_settlement']): string {
  const valueUsdOfSettlement = (settlement: string) =>
    settlementTotals.find(({ name }) => name === settlement)?.value_usd ?? 0;
  const [sandboxUsd, vaultsUsd] = [valueUsdOfSettlement('sandbox'), valueUsdOfSettlement('onchain')];
  if (sandboxUsd === 0) return 'at the latest prices';
  return vaultsUsd === 0
    ? SANDBOX_ONLY_TEXT
    : formatSettlementSplit({ vaults: vaultsUsd, sandbox: sandboxUsd });
}

function PortfolioTotals() {
  const portfolio = useQuery(portfolioQuery);
  const investments = useQuery(investmentsQuery).data?.data ?? [];
  const holdings = useQuery(holdingsQuery).data?.data ?? [];
  const hasEarnings = [...investments, ...holdings].some(({ earned }) => Number(earned) > 0);
  return (
    <QueryResult query={portfolio} height={110} placeholder={<EmptyTiles tiles={EMPTY_TOTAL_TILES} />}>
      {({ data }) => (
        <Tiles>
          <Tile label="Value" under={formatValueBySettlement(data.by_settlement)}>
            {formatUsd(data.value_usd)}
          </Tile>
          <Tile label="Earned" under={`${formatUsd(data.realized_earnings_usd)} already withdrawn`}>
            {formatEarnedTotal(data.earned_usd + data.realized_earnings_usd, hasEarnings)}
          </Tile>
          <Tile label="APY" under="average, weighted by value">
            {formatPercent(data.weighted_apy)}
          </Tile>
        </Tiles>
      )}
    </QueryResult>
  );
}

export function Overview() {
  // The page, not the table row, stores which dialog is open, because a full withdrawal removes the row.
  const [chosenAction, setChosenAction] = useState<PositionAction>();
  const closeDialog = () => setChosenAction(undefined);
  return (
    <div className="stack stack-wide">
      <PortfolioTotals />
      <PendingTransactions />
      <PositionTable onAct={setChosenAction} />
      <ValueChart />
      <Opportunities />
      {chosenAction?.kind === 'deposit' && (
        <DepositMore position={chosenAction.position} onClose={closeDialog} />
      )}
      {chosenAction?.kind === 'move' && (
        <MovePosition position={chosenAction.position} onClose={closeDialog} />
      )}
      {chosenAction?.kind === 'withdraw' && (
        <WithdrawPosition position={chosenAction.position} onClose={closeDialog} />
      )}
    </div>
  );
}
