import type { MarketRecommendedItem, MarketRecommendedMeta } from '../../../../sdk/src/index.ts';
import { Empty } from '../../components/states.tsx';
import { Card, RiskBadge, Tile, Tiles } from '../../components/surfaces.tsx';
import { count, days, dollars, percent, share, title } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';

type Item = MarketRecommendedItem;
type Allocation = NonNullable<Item['allocation']>;
type Allocated = Item & { readonly allocation: Allocation };
type Meta = MarketRecommendedMeta;

const isAllocated = (item: Item): item is Allocated => item.allocation !== null;

/** What of the whole amount each part is. */
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

function Reasons({ reasons }: { reasons: Item['reasons'] }) {
  return (
    <ul className="reasons">
      {reasons.map(({ code, message }) => (
        <li key={code}>{message}</li>
      ))}
    </ul>
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
          <RiskBadge level={strategy.risk_level} />
        </span>
        <span className="soft small">
          Expected {percent(expected_apy.mean)}, between {percent(expected_apy.low80)} and{' '}
          {percent(expected_apy.high80)}; {percent(expected_net_apy)} after costs
        </span>
        <Reasons reasons={part.reasons} />
      </div>
      <div className="number">
        <b>{dollars(allocation.amount)}</b> <span className="soft">{share(partOf(part, plan))}</span>
        <span className="under">
          earns {dollars(allocation.expected_earnings)}, costs {dollars(allocation.costs)}
        </span>
        {allocation.days_to_break_even !== null && (
          <span className="under">pays off after {days(allocation.days_to_break_even)}</span>
        )}
      </div>
    </li>
  );
}

function Summary({ plan }: { plan: Meta['allocation'] }) {
  const { expected_apy } = plan;
  const breakEven = plan.days_to_break_even;
  return (
    <Tiles>
      <Tile
        label="Expected after costs"
        under={
          expected_apy === null
            ? undefined
            : `${percent(expected_apy.low80)} to ${percent(expected_apy.high80)} before`
        }
      >
        {percent(plan.expected_net_apy)}
      </Tile>
      <Tile
        label={`Earned in ${count(plan.horizon_days)} days`}
        under={`on ${dollars(plan.allocated_amount)}`}
      >
        {dollars(plan.expected_earnings)}
      </Tile>
      <Tile label="Costs" under={breakEven === null ? 'in and out' : `paid off after ${days(breakEven)}`}>
        {dollars(plan.costs)}
      </Tile>
      <Tile label="Considered" under={`${count(plan.eligible)} would do`}>
        {count(plan.considered)}
      </Tile>
    </Tiles>
  );
}

function NearMisses({ rejected }: { rejected: NonNullable<Meta['rejected']> }) {
  return (
    <Card heading="Near misses" flush>
      <ul className="entries">
        {rejected.map((miss) => (
          <li key={miss.strategy_id} className="entry">
            <div className="entry-main">
              <Link className="name" to={`/strategies/${miss.strategy_id}`}>
                {miss.strategy_name}
              </Link>
              <span className="soft small">{miss.reason.message}</span>
            </div>
            <span className="number">
              {percent(miss.expected_net_apy)}
              <span className="under">{title(miss.risk_level)} risk</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A plan: how the amount is divided, what it may bring, and why. */
export function PlanResult({
  items,
  plan,
  rejected,
}: {
  items: readonly Item[];
  plan: Meta['allocation'];
  rejected: NonNullable<Meta['rejected']>;
}) {
  const parts = items.filter(isAllocated);
  const { unallocated_reason: reason } = plan;
  return (
    <div className="stack stack-wide">
      <Summary plan={plan} />
      <Card heading="The division" flush>
        {parts.length === 0 ? (
          <Empty heading="No strategy would do">
            {reason?.message ?? 'Accept more risk, another asset or another chain.'}
          </Empty>
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
            {dollars(plan.unallocated_amount)} stays where it is: {reason.message}
          </p>
        </div>
      )}
      {rejected.length > 0 && <NearMisses rejected={rejected} />}
    </div>
  );
}
