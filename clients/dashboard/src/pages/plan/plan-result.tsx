import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  MarketRecommendedInput,
  MarketRecommendedItem,
  MarketRecommendedMeta,
} from '../../../../sdk/src/index.ts';
import { pricesQuery, strategyQuery } from '../../api/queries.ts';
import { Button } from '../../components/controls.tsx';
import { CopyCurl } from '../../components/curl.tsx';
import { Empty, ErrorNotice } from '../../components/states.tsx';
import { Card, RiskBadge, Tile, Tiles } from '../../components/surfaces.tsx';
import { count, days, dollars, percent, share, title } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import { DepositForm } from '../strategy/deposit.tsx';
import { highestRisk, rejectedText, unallocatedText } from './plan-texts.ts';

type Item = MarketRecommendedItem;
type Allocation = NonNullable<Item['allocation']>;
type Allocated = Item & { readonly allocation: Allocation };
type Meta = MarketRecommendedMeta;

const isAllocated = (item: Item): item is Allocated => item.allocation !== null;

/** Converts US dollars to units of an asset. Rounds down to 2 decimals, or to 6 decimals if the result is below 1. */
function unitsFor(amountUsd: number, price: number): string {
  const units = amountUsd / price;
  const step = units < 1 ? 1e6 : 1e2;
  return String(Math.floor(units * step) / step);
}

/** Returns the fraction (0 to 1) of the plan's amount that is allocated to one strategy. */
const partOf = ({ allocation }: Allocated, plan: Meta['allocation']) =>
  allocation.amount / Math.max(plan.amount, 1e-9);

function Division({ parts, plan }: { parts: readonly Allocated[]; plan: Meta['allocation'] }) {
  const rest = plan.unallocated_amount / Math.max(plan.amount, 1e-9);
  return (
    <div
      className="parts"
      role="img"
      aria-label={`Divided among ${parts.length} strategies: ${parts.map((part) => `${part.strategy.name} ${share(partOf(part, plan))}`).join(', ')}`}
    >
      {parts.map((part, index) => (
        <span
          key={part.strategy.id}
          className={`swatch-${(index % 7) + 1}`}
          style={{ width: `${partOf(part, plan) * 100}%` }}
        />
      ))}
      {rest > 0 && <span style={{ width: `${rest * 100}%` }} className="part-rest" />}
    </div>
  );
}

/**
 * A button that opens a deposit form for one strategy of the plan. The allocated amount is already filled in, in units
 * of the strategy's asset.
 */
function DepositPart({ part }: { part: Allocated }) {
  const [isOpen, setOpen] = useState(false);
  const { strategy, allocation } = part;
  const detail = useQuery({ ...strategyQuery(strategy.id), enabled: isOpen });
  const symbol = detail.data?.data.deposit_asset.symbol ?? '';
  const prices = useQuery({ ...pricesQuery(symbol), enabled: symbol !== '' });
  if (strategy.settlement === 'none')
    return <span className="soft small">This service accepts no deposits into this strategy</span>;
  const price = prices.data?.data.find(({ asset }) => asset === symbol)?.price;
  const isReady = detail.data !== undefined && prices.data !== undefined;
  return (
    <>
      <Button small look="primary" busy={isOpen && !isReady} onClick={() => setOpen(true)}>
        Deposit this part<span className="hidden-visually"> into {strategy.name}</span>
      </Button>
      {detail.error !== null && <ErrorNotice error={detail.error} />}
      {isOpen && detail.data !== undefined && prices.data !== undefined && (
        <DepositForm
          strategy={detail.data.data}
          firstAmount={price === undefined ? '' : unitsFor(allocation.amount, price)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function Part({ part, index, plan }: { part: Allocated; index: number; plan: Meta['allocation'] }) {
  const { strategy, allocation, expected_apy, expected_net_apy } = part;
  return (
    <li className="entry plan-part">
      <i className={`swatch swatch-${(index % 7) + 1}`} />
      <div className="entry-main">
        <span className="row">
          <Link className="name" to={`/strategies/${strategy.id}`}>
            {strategy.name}
          </Link>
          <RiskBadge level={strategy.risk_level} long />
        </span>
        <span className="soft small">
          Deposit and withdrawal together cost about {dollars(allocation.costs)}.
          {allocation.days_to_break_even !== null &&
            ` The deposit earns these costs back in ${days(allocation.days_to_break_even)}.`}
        </span>
        <span className="soft small">
          In 8 of 10 cases, the APY is between {percent(expected_apy.low80)} and{' '}
          {percent(expected_apy.high80)}. Expected APY after costs: {percent(expected_net_apy)}, which is{' '}
          {dollars(allocation.expected_earnings)} in {days(plan.horizon_days)}.
        </span>
      </div>
      <div className="stack stack-tight number">
        <span>
          <b>{dollars(allocation.amount)}</b> <span className="soft">{share(partOf(part, plan))}</span>
        </span>
        <DepositPart part={part} />
      </div>
    </li>
  );
}

/**
 * The summary of a plan. It shows the costs and the risk first and then the yield, because the yield is only an
 * estimate.
 */
function Summary({ plan, parts }: { plan: Meta['allocation']; parts: readonly Allocated[] }) {
  const { expected_apy } = plan;
  const breakEven = plan.days_to_break_even;
  const isEmpty = parts.length === 0;
  return (
    <Tiles>
      <Tile
        label="Costs"
        under={breakEven === null ? 'for depositing and withdrawing' : `earned back in ${days(breakEven)}`}
      >
        {dollars(plan.costs)}
      </Tile>
      <Tile label="Highest risk" under={isEmpty ? undefined : `among ${count(parts.length)} strategies`}>
        {isEmpty ? '–' : title(highestRisk(parts))}
      </Tile>
      <Tile
        label="APY in a bad case"
        under={
          expected_apy === null
            ? undefined
            : 'In tests with past data, 84 of 100 plans had a higher APY than this, before costs'
        }
      >
        {percent(expected_apy?.low80)}
      </Tile>
      <Tile
        label="Expected APY after costs"
        under={isEmpty ? undefined : `${dollars(plan.expected_earnings)} in ${days(plan.horizon_days)}`}
      >
        {percent(plan.expected_net_apy)}
      </Tile>
    </Tiles>
  );
}

function NearMisses({ rejected }: { rejected: NonNullable<Meta['rejected']> }) {
  return (
    <Card heading="Close, but not included" flush>
      <ul className="entries">
        {rejected.map((miss) => (
          <li key={miss.strategy_id} className="entry">
            <div className="entry-main">
              <Link className="name" to={`/strategies/${miss.strategy_id}`}>
                {miss.strategy_name}
              </Link>
              <span className="soft small">{rejectedText(miss)}</span>
            </div>
            <span className="number">
              {percent(miss.expected_net_apy)} APY after costs
              <span className="under">{title(miss.risk_level)} risk</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Shows a plan: how the amount is divided, the expected yield, and the reasons. */
export function PlanResult({
  items,
  plan,
  rejected,
  query,
}: {
  items: readonly Item[];
  plan: Meta['allocation'];
  rejected: NonNullable<Meta['rejected']>;
  /** The request for which the API returned the plan. */
  query: MarketRecommendedInput;
}) {
  const parts = items.filter(isAllocated);
  const { unallocated_reason: reason } = plan;
  return (
    <div className="stack stack-wide">
      <Summary plan={plan} parts={parts} />
      <Card
        heading="Allocation"
        actions={<CopyCurl path="/strategies/recommended" query={{ ...query }} />}
        flush
      >
        {parts.length === 0 ? (
          <Empty heading="No suitable strategy">{unallocatedText(plan)}</Empty>
        ) : (
          <>
            <div className="division">
              <Division parts={parts} plan={plan} />
            </div>
            <ol className="entries">
              {parts.map((part, index) => (
                <Part key={part.strategy.id} part={part} index={index} plan={plan} />
              ))}
            </ol>
          </>
        )}
      </Card>
      {parts.length > 0 && reason !== null && (
        <div className="notice notice-warn">
          <p>
            This plan does not invest {dollars(plan.unallocated_amount)}. {unallocatedText(plan)}
          </p>
        </div>
      )}
      {rejected.length > 0 && <NearMisses rejected={rejected} />}
    </div>
  );
}
