import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  MarketRecommendedInput,
  MarketRecommendedItem,
  MarketRecommendedMeta,
} from '../../../../sdk/src/index.ts';
import { pricesQuery, strategyQuery } from '../../api/queries.ts';
import { Button } from '../../components/controls.tsx';
import { CopyCurlButton } from '../../components/curl.tsx';
import { EmptyState, ErrorNotice } from '../../components/states.tsx';
import { Card, RiskBadge, Tile, Tiles } from '../../components/surfaces.tsx';
import {
  formatCount,
  formatDays,
  formatKeyAsTitle,
  formatPercent,
  formatShares,
  formatUsd,
} from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import { DepositForm } from '../strategy/deposit.tsx';
import { deductionsText, highestRiskOf, rejectionText, unallocatedReasonText } from './allocation-texts.ts';

type Item = MarketRecommendedItem;
type Allocation = NonNullable<Item['allocation']>;
type AllocatedItem = Item & { readonly allocation: Allocation };
type Meta = MarketRecommendedMeta;

const isAllocated = (item: Item): item is AllocatedItem => item.allocation !== null;

/** Converts US dollars to units of an asset. Rounds down to 2 decimals, or to 6 decimals if the result is below 1. */
function convertUsdToUnits(amountUsd: number, price: number): string {
  const assetUnits = amountUsd / price;
  const step = assetUnits < 1 ? 1e6 : 1e2;
  return String(Math.floor(assetUnits * step) / step);
}

const allocatedShareOf = ({ allocation }: AllocatedItem, allocationTotals: Meta['allocation']) =>
  allocation.amount / Math.max(allocationTotals.amount, 1e-9);

const unallocatedShareOf = (allocationTotals: Meta['allocation']) =>
  allocationTotals.unallocated_amount / Math.max(allocationTotals.amount, 1e-9);

interface AllocationBarProps {
  readonly parts: readonly AllocatedItem[];
  readonly overall: Meta['allocation'];
  /** The share of each part as text, such as `25%`. */
  readonly shareTexts: readonly string[];
}

function AllocationBar({ parts, overall, shareTexts }: AllocationBarProps) {
  const unallocatedShare = unallocatedShareOf(overall);
  return (
    <div
      className="parts"
      role="img"
      aria-label={`Divided among ${formatCount(parts.length, 'strategy', 'strategies')}: ${parts.map(({ strategy }, index) => `${strategy.name} ${shareTexts[index]}`).join(', ')}`}
    >
      {parts.map((part, index) => (
        <span
          key={part.strategy.id}
          className={`swatch-${(index % 7) + 1}`}
          style={{ width: `${allocatedShareOf(part, overall) * 100}%` }}
        />
      ))}
      {unallocatedShare > 0 && <span style={{ width: `${unallocatedShare * 100}%` }} className="part-rest" />}
    </div>
  );
}

/**
 * A button that opens a deposit form for one strategy of the allocation. The form contains the allocated amount, in
 * units of the strategy's asset.
 */
function DepositPartButton({ part, horizonDays }: { part: AllocatedItem; horizonDays: number }) {
  const [isFormOpen, setFormOpen] = useState(false);
  const { strategy, allocation } = part;
  const strategyDetailQuery = useQuery({ ...strategyQuery(strategy.id), enabled: isFormOpen });
  const symbol = strategyDetailQuery.data?.data.deposit_asset.symbol ?? '';
  const prices = useQuery({ ...pricesQuery(symbol), enabled: symbol !== '' });
  if (strategy.settlement === 'none')
    return <span className="soft small">This service accepts no deposits into this strategy</span>;
  const price = prices.data?.data.find(({ asset }) => asset === symbol)?.price;
  const initialAmountText = price === undefined ? '' : convertUsdToUnits(allocation.amount, price);
  const plannedEarnings = {
    units: Number(initialAmountText),
    earningsUsd: allocation.expected_earnings,
    netApy: part.expected_net_apy,
    days: horizonDays,
  };
  const isDataLoaded = strategyDetailQuery.data !== undefined && prices.data !== undefined;
  return (
    <>
      <Button small look="primary" busy={isFormOpen && !isDataLoaded} onClick={() => setFormOpen(true)}>
        Deposit this part<span className="hidden-visually"> into {strategy.name}</span>
      </Button>
      {strategyDetailQuery.error !== null && <ErrorNotice error={strategyDetailQuery.error} />}
      {isFormOpen && strategyDetailQuery.data !== undefined && prices.data !== undefined && (
        <DepositForm
          strategy={strategyDetailQuery.data.data}
          firstAmount={initialAmountText}
          planned={plannedEarnings.units > 0 ? plannedEarnings : undefined}
          onClose={() => setFormOpen(false)}
        />
      )}
    </>
  );
}

interface AllocationPartProps {
  readonly part: AllocatedItem;
  readonly index: number;
  readonly overall: Meta['allocation'];
  readonly shareText: string | undefined;
}

function Part({ part, index, overall, shareText }: AllocationPartProps) {
  const { strategy, allocation, expected_apy, expected_net_apy, breakdown } = part;
  return (
    <li className="entry allocation-part">
      <i className={`swatch swatch-${(index % 7) + 1}`} />
      <div className="entry-main">
        <span className="row">
          <Link className="name" to={`/strategies/${strategy.id}`}>
            {strategy.name}
          </Link>
          <RiskBadge level={strategy.risk_level} long />
        </span>
        <span className="soft small">
          Deposit and withdrawal together cost about {formatUsd(allocation.costs)}.
          {allocation.days_to_break_even !== null &&
            ` The deposit earns these costs back in ${formatDays(allocation.days_to_break_even)}.`}
        </span>
        <span className="soft small">
          Expected APY: {formatPercent(expected_apy.mean)}. In 8 of 10 cases, it is between{' '}
          {formatPercent(expected_apy.low80)} and {formatPercent(expected_apy.high80)}.{' '}
          {deductionsText(breakdown)} The expected APY after deductions is {formatPercent(expected_net_apy)}.
          At this APY, the amount earns {formatUsd(allocation.expected_earnings)} in{' '}
          {formatDays(overall.horizon_days)}.
        </span>
      </div>
      <div className="stack stack-tight number">
        <span>
          <b>{formatUsd(allocation.amount)}</b> <span className="soft">{shareText}</span>
        </span>
        <DepositPartButton part={part} horizonDays={overall.horizon_days} />
      </div>
    </li>
  );
}

/** Shows the costs and the risk before the yield, because the yield is only an estimate. */
function AllocationSummary({
  overall,
  parts,
}: {
  overall: Meta['allocation'];
  parts: readonly AllocatedItem[];
}) {
  const breakEvenDays = overall.days_to_break_even;
  const isAllocationEmpty = parts.length === 0;
  return (
    <Tiles>
      <Tile
        label="Costs"
        under={
          breakEvenDays === null
            ? 'for depositing and withdrawing'
            : `earned back in ${formatDays(breakEvenDays)}`
        }
      >
        {formatUsd(overall.costs)}
      </Tile>
      <Tile
        label="Highest risk"
        under={isAllocationEmpty ? undefined : `among ${formatCount(parts.length, 'strategy', 'strategies')}`}
      >
        {isAllocationEmpty ? '–' : formatKeyAsTitle(highestRiskOf(parts))}
      </Tile>
      <Tile
        label="APY in a bad case"
        under={
          isAllocationEmpty
            ? undefined
            : 'This is the APY after deductions. In tests with past data, 84 of 100 allocations reached at least the APY that was estimated for a bad case'
        }
      >
        {formatPercent(overall.low80_net_apy)}
      </Tile>
      <Tile
        label="Expected APY after deductions"
        under={
          isAllocationEmpty
            ? undefined
            : `${formatUsd(overall.expected_earnings)} in ${formatDays(overall.horizon_days)}`
        }
      >
        {formatPercent(overall.expected_net_apy)}
      </Tile>
    </Tiles>
  );
}

/** Shows the strategies that nearly qualified for the allocation, highest APY first. */
function RejectedStrategies({ rejected }: { rejected: NonNullable<Meta['rejected']> }) {
  const sortedRejectedStrategies = rejected.toSorted(
    (one, other) => other.expected_net_apy - one.expected_net_apy,
  );
  return (
    <Card heading="Strategies that failed only one check" flush>
      <ul className="entries">
        {sortedRejectedStrategies.map((rejectedStrategy) => (
          <li key={rejectedStrategy.strategy_id} className="entry">
            <div className="entry-main">
              <Link className="name" to={`/strategies/${rejectedStrategy.strategy_id}`}>
                {rejectedStrategy.strategy_name}
              </Link>
              <span className="soft small">{rejectionText(rejectedStrategy)}</span>
            </div>
            <span className="number">
              {formatPercent(rejectedStrategy.expected_net_apy)} APY after deductions
              <span className="under">{formatKeyAsTitle(rejectedStrategy.risk_level)} risk</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function AllocationResult({
  items,
  overall,
  rejected,
  query,
}: {
  items: readonly Item[];
  overall: Meta['allocation'];
  rejected: NonNullable<Meta['rejected']>;
  /** The request for which the API returned the allocation. */
  query: MarketRecommendedInput;
}) {
  const allocatedItems = items.filter(isAllocated);
  const { unallocated_reason: reason } = overall;
  const shareTexts = formatShares([
    ...allocatedItems.map((part) => allocatedShareOf(part, overall)),
    unallocatedShareOf(overall),
  ]);
  return (
    <div className="stack stack-wide">
      <AllocationSummary overall={overall} parts={allocatedItems} />
      <Card
        heading="Allocation"
        actions={<CopyCurlButton path="/strategies/recommended" query={{ ...query }} />}
        flush
      >
        {allocatedItems.length === 0 ? (
          <EmptyState heading="No suitable strategy">{unallocatedReasonText(overall)}</EmptyState>
        ) : (
          <>
            <div className="division">
              <AllocationBar parts={allocatedItems} overall={overall} shareTexts={shareTexts} />
            </div>
            <ol className="entries">
              {allocatedItems.map((part, index) => (
                <Part
                  key={part.strategy.id}
                  part={part}
                  index={index}
                  overall={overall}
                  shareText={shareTexts[index]}
                />
              ))}
            </ol>
          </>
        )}
      </Card>
      {allocatedItems.length > 0 && reason !== null && (
        <div className="notice notice-warn">
          <p>
            This allocation does not invest {formatUsd(overall.unallocated_amount)}.{' '}
            {unallocatedReasonText(overall)}
          </p>
        </div>
      )}
      {rejected.length > 0 && <RejectedStrategies rejected={rejected} />}
    </div>
  );
}
