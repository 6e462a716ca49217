import { useMemo } from 'react';
import type { StatisticsGetData } from '../../../../sdk/src/index.ts';
import { Plot } from '../../charts/plot.tsx';
import { EmptyState } from '../../components/states.tsx';
import { Card } from '../../components/surfaces.tsx';
import { formatNumber, formatShortUsd } from '../../design/format.ts';

type Day = StatisticsGetData['days'][number];

interface Chart {
  readonly label: string;
  readonly format: (value: number) => string;
  readonly lines: readonly (readonly [label: string, of: (day: Day) => number])[];
}

const CHARTS: readonly Chart[] = [
  {
    label: 'Users and wallets',
    format: formatNumber,
    lines: [
      ['Users', ({ users }) => users],
      ['API keys', ({ api_keys }) => api_keys],
      ['Wallets', ({ wallet_connections }) => wallet_connections],
    ],
  },
  {
    label: 'Value of investments',
    format: formatShortUsd,
    lines: [['Value', ({ positions_value_usd }) => positions_value_usd]],
  },
  {
    label: 'Deposits and withdrawals per day',
    format: formatShortUsd,
    lines: [
      ['Deposits', ({ deposits }) => deposits.value_usd],
      ['Withdrawals', ({ withdrawals }) => withdrawals.value_usd],
    ],
  },
  {
    label: 'Requests per day',
    format: formatNumber,
    lines: [
      ['Accepted', ({ requests }) => requests.admitted],
      ['Rejected', ({ requests }) => requests.refused],
    ],
  },
];

const CHART_HEIGHT_PX = 180;

export function Trends({ days }: { days: readonly Day[] }) {
  const charts = useMemo(() => {
    const sortedDays = days.toSorted((one, other) => one.day.localeCompare(other.day));
    return CHARTS.map(({ label, format, lines }) => ({
      ...{ label, format, dates: sortedDays.map(({ day }) => day) },
      series: lines.map(([name, of], index) => ({
        label: name,
        colorNumber: index + 1,
        values: sortedDays.map(of),
      })),
    }));
  }, [days]);
  return (
    <Card heading="By day">
      {days.length < 2 ? (
        <EmptyState heading="No days to compare yet">
          The charts need figures from at least two days. The service stores figures once a day.
        </EmptyState>
      ) : (
        <div className="grid-2">
          {charts.map(({ label, ...chart }) => (
            <div key={label}>
              <h3>{label}</h3>
              <Plot
                label={`${label}, by day`}
                height={CHART_HEIGHT_PX}
                pointerGroup="statistics"
                {...chart}
              />
            </div>
          ))}
        </div>
      )}
    </Card>
  );
}
