import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { toDisplayName } from '../../../../../shared/strategies/domain/names.ts';
import type { MarketTrendsData, MarketTvlItem } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { alignHistories } from '../../charts/histories.ts';
import { Plot } from '../../charts/plot.tsx';
import { SegmentedControl } from '../../components/controls.tsx';
import { CopyCurlButton } from '../../components/curl.tsx';
import { EmptyState, QueryResult } from '../../components/states.tsx';
import { Card, EmptyTiles, PageHead, Tile, Tiles } from '../../components/surfaces.tsx';
import { TableScroll } from '../../components/tables/table-scroll.tsx';
import { Time } from '../../components/time.tsx';
import {
  formatChange,
  formatKeyAsTitle,
  formatNumber,
  formatPercent,
  formatShare,
  formatShortUsd,
} from '../../design/format.ts';
import { Movers } from './movers.tsx';

type Group = 'chain' | 'protocol' | 'asset';
const GROUP_OPTIONS = [
  ['chain', 'Chains'],
  ['protocol', 'Protocols'],
  ['asset', 'Assets'],
] as const;

type TimeWindow = '7d' | '30d' | '90d' | '365d';
const TIME_WINDOW_OPTIONS = [
  ['7d', '7 days'],
  ['30d', '30 days'],
  ['90d', '90 days'],
  ['365d', '1 year'],
] as const;

/** Maximum number of lines in one plot, because readers cannot distinguish more lines. */
const LINES_MAX = 5;
const TVL_ROWS_MAX = 12;
const MOVERS_PER_LIST = 6;

function groupMemberName(group: string, key: string): string {
  if (group === 'asset') return key;
  return group === 'protocol' ? toDisplayName(key) : formatKeyAsTitle(key);
}

function TvlPlot({ rows, group }: { rows: readonly MarketTvlItem[]; group: string }) {
  const { dates, series } = useMemo(() => {
    const largestGroups = rows.slice(0, LINES_MAX);
    const histories = largestGroups.map(({ history }) =>
      history.map(({ date, tvl }) => ({ date, tvl, apy: null })),
    );
    const alignedHistories = alignHistories(histories, 'tvl', 400);
    return {
      dates: alignedHistories.dates,
      series: largestGroups.map(({ key }, index) => ({
        label: groupMemberName(group, key),
        colorNumber: index + 1,
        values: alignedHistories.values[index] ?? [],
      })),
    };
  }, [rows, group]);
  if (dates.length < 2)
    return (
      <EmptyState heading="No history yet">
        The history gets one entry per day. Come back tomorrow.
      </EmptyState>
    );
  return (
    <Plot label="TVL by day" dates={dates} series={series} format={formatShortUsd} height={280} logarithmic />
  );
}

function TvlTable({ rows, group }: { rows: readonly MarketTvlItem[]; group: string }) {
  return (
    <TableScroll label={`TVL by ${group}`}>
      <table className="table market-table">
        <thead>
          <tr>
            <th scope="col">{formatKeyAsTitle(group)}</th>
            <th scope="col" className="number">
              TVL
            </th>
            <th scope="col" className="number wide-only">
              Share
            </th>
            <th scope="col" className="number">
              Change
            </th>
            <th scope="col" className="number wide-only">
              Strategies
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{groupMemberName(group, row.key)}</th>
              <td className="number">{formatShortUsd(row.tvl)}</td>
              <td className="number wide-only">{formatShare(row.share)}</td>
              <td className={`number ${row.tvl_change === null ? '' : row.tvl_change < 0 ? 'bad' : 'good'}`}>
                {formatChange(row.tvl_change)}
              </td>
              <td className="number wide-only">{formatNumber(row.strategies)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function Totals({ total }: { total: MarketTrendsData['total'] }) {
  return (
    <Tiles>
      <Tile label="TVL" under={formatChange(total.tvl_change)}>
        {formatShortUsd(total.tvl)}
      </Tile>
      <Tile label="Average APY" under={formatChange(total.apy_change, 'percentage points')}>
        {formatPercent(total.apy)}
      </Tile>
      <Tile label="Strategies" under="listed">
        {formatNumber(total.strategies)}
      </Tile>
    </Tiles>
  );
}

const EMPTY_TOTAL_TILES = [
  ['TVL', '+0.00%'],
  ['Average APY', '+0.00 percentage points'],
  ['Strategies', 'listed'],
] as const;

function TvlCard({ window }: { window: TimeWindow }) {
  const [group, setGroup] = useState<Group>('chain');
  const tvl = useQuery({
    queryKey: ['tvl', group, window],
    queryFn: ({ signal }) => api.market.tvl({ group_by: group, window, per_page: TVL_ROWS_MAX }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Card
      heading="TVL"
      actions={
        <span className="row">
          <CopyCurlButton path="/market/tvl" query={{ group_by: group, window, per_page: TVL_ROWS_MAX }} />
          <SegmentedControl label="Group by" value={group} options={GROUP_OPTIONS} onChange={setGroup} />
        </span>
      }
    >
      <QueryResult query={tvl} height={720}>
        {({ data, meta }) => (
          <div className={tvl.isPlaceholderData ? 'stack is-stale' : 'stack'}>
            <TvlPlot rows={data} group={meta.group_by} />
            <TvlTable rows={data} group={meta.group_by} />
            <p className="soft small">
              The scale of the plot is logarithmic.
              {meta.pagination.total > data.length &&
                ` The table shows ${data.length} of ${meta.pagination.total} rows: the rows with the highest TVL.`}
            </p>
          </div>
        )}
      </QueryResult>
    </Card>
  );
}

export default function Market() {
  const [timeWindow, setTimeWindow] = useState<TimeWindow>('30d');
  const trends = useQuery({
    queryKey: ['trends', timeWindow],
    queryFn: ({ signal }) => api.market.trends({ window: timeWindow, per_list: MOVERS_PER_LIST }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead
        heading="Market"
        lead="TVL by chain, protocol and asset, and the largest changes."
        actions={
          <SegmentedControl
            label="Time span"
            value={timeWindow}
            options={TIME_WINDOW_OPTIONS}
            onChange={setTimeWindow}
          />
        }
      />
      <div className="stack stack-wide">
        <QueryResult query={trends} height={96} placeholder={<EmptyTiles tiles={EMPTY_TOTAL_TILES} />}>
          {({ data }) => <Totals total={data.total} />}
        </QueryResult>
        <TvlCard window={timeWindow} />
        <QueryResult query={trends} height={600}>
          {({ data, meta }) => (
            <>
              <Movers movers={data.movers} />
              <div className="row row-between soft small">
                <p>
                  Updated <Time at={meta.as_of} none="not yet" />.
                </p>
                <CopyCurlButton
                  path="/market/trends"
                  query={{ window: timeWindow, per_list: MOVERS_PER_LIST }}
                />
              </div>
            </>
          )}
        </QueryResult>
      </div>
    </>
  );
}
