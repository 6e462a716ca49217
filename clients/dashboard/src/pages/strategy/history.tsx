import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { historiesQuery } from '../../api/queries.ts';
import { alignHistories, type Day, shownDaysText } from '../../charts/histories.ts';
import { Plot } from '../../charts/plot.tsx';
import { CopyCurlButton } from '../../components/curl.tsx';
import { EmptyState, QueryResult, Skeleton } from '../../components/states.tsx';
import { Card } from '../../components/surfaces.tsx';
import { type Days, DaysChoice } from '../../components/window.tsx';
import { formatPercent, formatShortUsd } from '../../design/format.ts';

const PLOT_HEIGHT = 240;

function HistoryPlots({ history, days }: { history: readonly Day[]; days: number }) {
  const plots = useMemo(
    () =>
      (
        [
          { figure: 'apy', label: 'APY', colorNumber: 1, format: formatPercent },
          { figure: 'tvl', label: 'TVL', colorNumber: 2, format: formatShortUsd },
        ] as const
      ).map(({ figure, label, colorNumber, format }) => {
        const { dates, values } = alignHistories([history], figure, days);
        return { label, format, dates, series: [{ label, colorNumber, values: values[0] ?? [] }] };
      }),
    [history, days],
  );
  return (
    <div className="grid-2">
      {plots.map(({ label, format, dates, series }) => (
        <Plot
          key={label}
          label={`${label} over ${days} days`}
          dates={dates}
          series={series}
          format={format}
          height={PLOT_HEIGHT}
          pointerGroup="strategy-history"
          filled
        />
      ))}
    </div>
  );
}

export function History({ id }: { id: string }) {
  const [days, setDays] = useState<Days>('90');
  const histories = useQuery(historiesQuery([id]));
  const history = histories.data?.data[0]?.history ?? [];
  return (
    <Card
      heading="History"
      actions={
        <span className="row">
          <CopyCurlButton path="/strategies/performance" query={{ strategy_id: id, window: `${days}d` }} />
          <DaysChoice label="Length of the history" value={days} onChange={setDays} />
        </span>
      }
    >
      <QueryResult
        query={histories}
        height={PLOT_HEIGHT + 29}
        placeholder={
          <div className="grid-2">
            <Skeleton height={PLOT_HEIGHT + 29} />
            <Skeleton height={PLOT_HEIGHT + 29} />
          </div>
        }
      >
        {() =>
          history.length > 1 ? (
            <HistoryPlots history={history} days={Number(days)} />
          ) : (
            <EmptyState heading="No history yet">
              The chart needs at least two days of data. Come back tomorrow.
            </EmptyState>
          )
        }
      </QueryResult>
      {/* The line exists before the history is loaded, so that the page does not move. */}
      <p className="soft small">
        {shownDaysText(alignHistories([history], 'apy', Number(days)), Number(days)) || '\u00a0'}
      </p>
    </Card>
  );
}
