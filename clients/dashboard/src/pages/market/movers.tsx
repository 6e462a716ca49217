import type { MarketTrendsData } from '../../../../sdk/src/index.ts';
import { EmptyState } from '../../components/states.tsx';
import { Card } from '../../components/surfaces.tsx';
import { formatChange, formatKeyAsTitle, formatPercent, formatShortUsd } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';

type MoversByFigure = MarketTrendsData['movers'];
type Mover = MoversByFigure['apy']['up'][number];
type MoverFigure = keyof MoversByFigure;

function MoverRow({ mover, figure }: { mover: Mover; figure: MoverFigure }) {
  const changePercent = figure === 'apy' ? mover.apy_change : mover.tvl_change;
  return (
    <li className="entry">
      <div className="entry-main">
        <Link className="name" to={`/strategies/${mover.strategy_id}`}>
          {mover.strategy_name}
        </Link>
        <span className="soft small">{formatKeyAsTitle(mover.risk_level)} risk</span>
      </div>
      <span className="number">
        <b className={(changePercent ?? 0) < 0 ? 'bad' : 'good'}>
          {formatChange(changePercent, figure === 'apy' ? 'points' : '%')}
        </b>
        <span className="under">
          {figure === 'apy' ? `${formatPercent(mover.current_apy)} now` : `${formatShortUsd(mover.tvl)} now`}
        </span>
      </span>
    </li>
  );
}

const MOVER_LISTS = [
  ['apy', 'up', 'Largest rises of the APY, in percentage points'],
  ['apy', 'down', 'Largest falls of the APY, in percentage points'],
  ['tvl', 'up', 'Largest TVL rises'],
  ['tvl', 'down', 'Largest TVL falls'],
] as const;

export function Movers({ movers }: { movers: MoversByFigure }) {
  return (
    <div className="grid-2">
      {MOVER_LISTS.map(([figureName, direction, heading]) => (
        <Card key={heading} heading={heading} flush>
          {movers[figureName][direction].length === 0 ? (
            <EmptyState heading="No such changes in this period" />
          ) : (
            <ul className="entries">
              {movers[figureName][direction].map((mover) => (
                <MoverRow key={mover.strategy_id} mover={mover} figure={figureName} />
              ))}
            </ul>
          )}
        </Card>
      ))}
    </div>
  );
}
