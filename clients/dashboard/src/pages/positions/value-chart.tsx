import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { InvestmentsDailyItem } from '../../../../sdk/src/index.ts';
import { Plot } from '../../charts/plot.tsx';
import { CopyCurlButton } from '../../components/curl.tsx';
import { EmptyState, QueryResult, Skeleton } from '../../components/states.tsx';
import { Card } from '../../components/surfaces.tsx';
import { formatShortUsd } from '../../design/format.ts';
import { DAYS_SHOWN, portfolioDaysQuery, portfolioQuery } from './positions-api.ts';

const PLOT_HEIGHT = 200;

function Plots({ history }: { history: readonly InvestmentsDailyItem[] }) {
  const plots = useMemo(() => {
    let totalEarnedUsd = 0;
    const cumulativeEarnings = history.map(({ earned_usd }) => {
      totalEarnedUsd += earned_usd;
      return totalEarnedUsd;
    });
    const dates = history.map(({ date }) => date);
    return [
      {
        label: 'Value',
        colorNumber: 1,
        dates,
        values: history.map(({ value_usd }) => value_usd),
        filled: true,
      },
      { label: 'Cumulative earnings', colorNumber: 2, dates, values: cumulativeEarnings, filled: false },
    ].map(({ values, ...plot }) => ({
      ...plot,
      series: [{ label: plot.label, colorNumber: plot.colorNumber, values }],
    }));
  }, [history]);
  return (
    <div className="grid-2">
      {plots.map(({ label, dates, series, filled }) => (
        <Plot
          key={label}
          label={`${label} over ${DAYS_SHOWN} days`}
          dates={dates}
          series={series}
          format={formatShortUsd}
          height={PLOT_HEIGHT}
          pointerGroup="portfolio-history"
          filled={filled}
        />
      ))}
    </div>
  );
}

export function ValueChart() {
  const history = useQuery(portfolioDaysQuery);
  const hasPortfolioValue = (useQuery(portfolioQuery).data?.data.value_usd ?? 0) > 0;
  return (
    <Card
      heading={`Value and earnings over ${DAYS_SHOWN} days`}
      actions={<CopyCurlButton path="/investments/portfolio/daily" query={{ days: DAYS_SHOWN }} />}
    >
      <QueryResult
        query={history}
        height={PLOT_HEIGHT + 29}
        placeholder={
          <div className="grid-2">
            <Skeleton height={PLOT_HEIGHT + 29} />
            <Skeleton height={PLOT_HEIGHT + 29} />
          </div>
        }
      >
        {(data) =>
          data.some(({ value_usd }) => value_usd > 0) ? (
            <Plots history={data} />
          ) : (
            <EmptyState heading="No history yet">
              {hasPortfolioValue
                ? 'Your deposit appears here soon. If it does not, reload this page.'
                : 'The chart begins on the day of your first deposit.'}
            </EmptyState>
          )
        }
      </QueryResult>
    </Card>
  );
}
