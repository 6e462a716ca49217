import { useQuery } from '@tanstack/react-query';
import { type StrategiesGetData, YieldApiError } from '../../../../sdk/src/index.ts';
import { strategyQuery } from '../../api/queries.ts';
import { ApyRanges } from '../../charts/ranges.tsx';
import { QueryResult } from '../../components/states.tsx';
import { Badge, Card, PageHead, RiskBadge, Tile, Tiles } from '../../components/surfaces.tsx';
import { formatChange, formatKeyAsTitle, formatPercent, formatShortUsd } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import { CompareBar } from '../explorer/compare-bar.tsx';
import { NotFound } from '../not-found.tsx';
import { History } from './history.tsx';
import { OwnPosition } from './own-position.tsx';
import { Provenance } from './provenance.tsx';
import { RiskCard } from './risk.tsx';
import { StrategyActions } from './strategy-actions.tsx';
import { TrackRecord } from './track-record.tsx';

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  paused: 'Operators paused deposits into this strategy. You can still withdraw.',
  unlisted:
    'This strategy is no longer in the catalog. It accepts no deposits, and its figures are no longer updated.',
};

function Head({ strategy }: { strategy: StrategiesGetData }) {
  return (
    <PageHead
      heading={strategy.name}
      lead={
        <>
          {strategy.description}{' '}
          <span className="row">
            <RiskBadge level={strategy.risk_level} long />
            {strategy.flags.map((flag) => (
              <Badge key={flag} tone="warn">
                {formatKeyAsTitle(flag)}
              </Badge>
            ))}
          </span>
        </>
      }
      actions={<StrategyActions strategy={strategy} />}
    />
  );
}

function StrategyFigures({ strategy }: { strategy: StrategiesGetData }) {
  const { apy_base, apy_reward, historical_apy, tvl_growth_30d, peer_apy } = strategy;
  const tvlGrowthPercent = tvl_growth_30d === null ? null : (tvl_growth_30d - 1) * 100;
  return (
    <Tiles>
      <Tile
        label="Current APY"
        under={apy_base === null ? 'base and rewards together' : `${formatPercent(apy_base)} base`}
      >
        {formatPercent(strategy.current_apy)}
      </Tile>
      <Tile
        label="APY from reward tokens"
        under={
          apy_reward === null ? 'not reported' : apy_reward > 0 ? 'rewards can end at any time' : 'no rewards'
        }
      >
        {formatPercent(apy_reward)}
      </Tile>
      <Tile
        label="Average of 30 days"
        under={
          strategy.history_days < 90
            ? `${formatPercent(historical_apy['7d'])} in 7 days`
            : `${formatPercent(historical_apy['7d'])} in 7, ${formatPercent(historical_apy['90d'])} in 90 days`
        }
      >
        {formatPercent(historical_apy['30d'])}
      </Tile>
      <Tile label="TVL" under={`${formatChange(tvlGrowthPercent)} in 30 days`}>
        {formatShortUsd(strategy.tvl)}
      </Tile>
      <Tile label="Similar strategies" under="median APY, for the same assets">
        {formatPercent(peer_apy)}
      </Tile>
    </Tiles>
  );
}

function StrategyDetails({ strategy }: { strategy: StrategiesGetData }) {
  const status = STATUS_TEXTS[strategy.status];
  const { expected_apy } = strategy;
  return (
    <>
      <Head strategy={strategy} />
      <div className="stack stack-wide">
        {status !== undefined && <div className="notice notice-warn">{status}</div>}
        <StrategyFigures strategy={strategy} />
        <History id={strategy.id} />
        <div className="grid-2">
          <div className="stack stack-wide">
            <Card heading="Expected APY">
              <div className="stack">
                <ApyRanges
                  currentApy={strategy.current_apy}
                  ranges={(['7d', '30d', '90d'] as const).map((days) => [
                    `${Number.parseInt(days, 10)} days`,
                    expected_apy[days],
                  ])}
                />
                <p className="soft small">
                  <i className="range-key range-mean" />
                  The wide mark is the expected mean APY over the next 7, 30 or 90 days. In 80 of 100 cases,
                  the actual mean APY should be inside the colored bar. <i className="range-key range-now" />
                  The narrow mark is the current APY. The vertical line marks 0%. These estimates are not
                  advice.
                </p>
                <TrackRecord strategy={strategy} />
              </div>
            </Card>
            <RiskCard risk={strategy.risk} level={strategy.risk_level} utilisation={strategy.utilisation} />
          </div>
          <Provenance strategy={strategy} />
        </div>
      </div>
    </>
  );
}

export default function StrategyPage({ id }: { id: string }) {
  const strategy = useQuery(strategyQuery(id));
  if (strategy.error instanceof YieldApiError && strategy.error.status === 404) return <NotFound />;
  return (
    <>
      <div className="row row-between">
        <nav className="crumbs" aria-label="Where you are">
          <Link to="/strategies">Strategies</Link>
        </nav>
        {strategy.data !== undefined && <OwnPosition strategy={strategy.data.data} />}
      </div>
      {strategy.data === undefined && (
        <h1 tabIndex={-1} className="hidden-visually">
          Strategy
        </h1>
      )}
      <QueryResult query={strategy} height={900}>
        {({ data }) => <StrategyDetails strategy={data} />}
      </QueryResult>
      <CompareBar />
    </>
  );
}
