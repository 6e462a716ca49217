import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { StrategiesGetData } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { historiesQuery } from '../../api/queries.ts';
import { alignHistories, shownDaysText } from '../../charts/histories.ts';
import { Plot } from '../../charts/plot.tsx';
import { Button, ButtonLink } from '../../components/controls.tsx';
import { CopyCurlButton } from '../../components/curl.tsx';
import { EmptyState, QueryResult } from '../../components/states.tsx';
import { Card, PageHead } from '../../components/surfaces.tsx';
import { type Days, DaysChoice } from '../../components/window.tsx';
import { formatPercent } from '../../design/format.ts';
import { replaceUrlQuery, useQueryText } from '../../routing/location.ts';
import { COMPARED_STRATEGIES_MAX, comparedStrategiesStore } from '../explorer/compared.ts';
import { CompareTable } from './compare-table.tsx';

/** Returns the distinct strategy ids in the page's URL, up to the maximum number. */
function useComparedIds(): readonly string[] {
  const text = useQueryText();
  return useMemo(() => {
    const ids = (new URLSearchParams(text).get('ids') ?? '').split(',').filter(Boolean);
    return [...new Set(ids)].slice(0, COMPARED_STRATEGIES_MAX);
  }, [text]);
}

function Histories({ strategies }: { strategies: readonly StrategiesGetData[] }) {
  const [days, setDays] = useState<Days>('90');
  const ids = useMemo(() => strategies.map(({ id }) => id), [strategies]);
  const histories = useQuery(historiesQuery(ids));
  const historyData = histories.data?.data;
  const plot = useMemo(() => {
    const historyOf = (id: string) =>
      historyData?.find(({ strategy_id }) => strategy_id === id)?.history ?? [];
    const { dates, values } = alignHistories(
      strategies.map(({ id }) => historyOf(id)),
      'apy',
      Number(days),
    );
    const series = strategies.map(({ name }, index) => ({
      label: name,
      colorNumber: index + 1,
      values: values[index] ?? [],
    }));
    return { dates, series };
  }, [historyData, strategies, days]);
  return (
    <Card
      heading="APY by day"
      actions={
        <span className="row">
          <CopyCurlButton path="/strategies/performance" query={{ strategy_id: ids, window: `${days}d` }} />
          <DaysChoice label="Length of the history" value={days} onChange={setDays} />
        </span>
      }
    >
      <QueryResult query={histories} height={320}>
        {() => (
          <Plot
            label={`APY over ${days} days`}
            dates={plot.dates}
            series={plot.series}
            format={formatPercent}
            height={280}
          />
        )}
      </QueryResult>
      {/* The line exists before the histories are loaded, so that the page does not move. */}
      <p className="soft small">{shownDaysText(plot, Number(days)) || '\u00a0'}</p>
    </Card>
  );
}

function EmptyComparison() {
  return (
    <div className="card">
      <EmptyState
        heading="Nothing to compare yet"
        action={<ButtonLink to="/strategies">Choose strategies</ButtonLink>}
      >
        Tick up to {COMPARED_STRATEGIES_MAX} strategies in the list to compare them here.
      </EmptyState>
    </div>
  );
}

export default function Compare() {
  const ids = useComparedIds();
  const strategies = useQuery({
    queryKey: ['compare', ids],
    queryFn: ({ signal }) => api.strategies.compare({ ids: [...ids] }, { signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const removeStrategy = (id: string) => {
    comparedStrategiesStore.set(comparedStrategiesStore.get().filter((each) => each.id !== id));
    const remainingIds = ids.filter((each) => each !== id);
    replaceUrlQuery(new URLSearchParams(remainingIds.length === 0 ? {} : { ids: remainingIds.join(',') }));
  };
  return (
    <>
      <PageHead
        heading="Compare"
        lead="Compare the figures of several strategies. The best value of each row is highlighted."
        actions={
          ids.length > 0 && (
            <span className="row">
              <CopyCurlButton path="/strategies/compare" query={{ ids }} />
              <Button small onClick={() => ids.forEach(removeStrategy)}>
                Clear
              </Button>
            </span>
          )
        }
      />
      {ids.length === 0 ? (
        <EmptyComparison />
      ) : (
        <QueryResult query={strategies} height={900}>
          {({ data, meta }) => (
            <div className="stack stack-wide">
              {meta.not_found.length > 0 && (
                <div className="notice notice-warn">
                  These ids belong to no strategy: {meta.not_found.join(', ')}.
                </div>
              )}
              {data.length > 0 && <CompareTable strategies={data} onRemove={removeStrategy} />}
              {data.length > 0 && <Histories strategies={data} />}
            </div>
          )}
        </QueryResult>
      )}
    </>
  );
}
