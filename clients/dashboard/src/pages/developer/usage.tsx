import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { AccountsUsageData } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { Plot } from '../../charts/plot.tsx';
import { SegmentedControl, SelectField } from '../../components/controls.tsx';
import { CopyCurlButton } from '../../components/curl.tsx';
import { QueryResult } from '../../components/states.tsx';
import { Card, Tile, Tiles } from '../../components/surfaces.tsx';
import { formatNumber, formatPercent } from '../../design/format.ts';
import { replaceUrlQuery, useQueryText } from '../../routing/location.ts';
import { keysQuery } from './keys/keys-api.ts';

type Span = 'hours' | 'days';
const SPAN_OPTIONS = [
  ['hours', '48 hours'],
  ['days', '90 days'],
] as const;

interface UsagePeriod {
  readonly at: string;
  readonly admitted: number;
  readonly refused: number;
}

const selectUsagePeriods = ({ hours, days }: AccountsUsageData, span: Span): UsagePeriod[] =>
  span === 'hours'
    ? hours.map(({ from, ...rest }) => ({ at: from, ...rest }))
    : days.map(({ date, ...rest }) => ({ at: date, ...rest }));

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function UsagePlot({ data, span }: { data: AccountsUsageData; span: Span }) {
  const { dates, series, admitted, refused } = useMemo(() => {
    const usagePeriods = selectUsagePeriods(data, span);
    const countsOf = (countName: 'admitted' | 'refused') =>
      usagePeriods.map((usagePeriod) => usagePeriod[countName]);
    return {
      dates: usagePeriods.map(({ at }) => at),
      series: [
        { label: 'Accepted', colorNumber: 1, values: countsOf('admitted') },
        { label: 'Rejected', colorNumber: 5, values: countsOf('refused') },
      ],
      admitted: sum(countsOf('admitted')),
      refused: sum(countsOf('refused')),
    };
  }, [data, span]);
  const total = admitted + refused;
  return (
    <div className="stack">
      <Tiles>
        <Tile label="Requests">{formatNumber(total)}</Tile>
        <Tile label="Accepted">{formatNumber(admitted)}</Tile>
        <Tile
          label="Rejected by the rate limit"
          under={total === 0 ? undefined : formatPercent((refused / total) * 100)}
        >
          {formatNumber(refused)}
        </Tile>
      </Tiles>
      <Plot
        kind="bars"
        label={`Requests by ${span === 'hours' ? 'hour over 48 hours' : 'day over 90 days'}`}
        dates={dates}
        series={series}
        format={formatNumber}
        filled
      />
    </div>
  );
}

function UsageCard({ id, children }: { id: string; children?: ReactNode }) {
  const [span, setSpan] = useState<Span>('hours');
  const usage = useQuery({
    queryKey: ['usage', id],
    queryFn: ({ signal }) =>
      id === '' ? api.accounts.usage({}, { signal }) : api.accounts.apiKeyUsage({ id }, { signal }),
  });
  return (
    <Card
      heading="Requests"
      actions={
        <span className="row">
          <CopyCurlButton path={id === '' ? '/user/usage' : `/user/api-keys/${id}/usage`} />
          <SegmentedControl label="Time span" value={span} options={SPAN_OPTIONS} onChange={setSpan} />
        </span>
      }
    >
      <div className="stack">
        {children}
        <QueryResult query={usage} height={380}>
          {({ data }) => <UsagePlot data={data} span={span} />}
        </QueryResult>
        <p className="soft small">
          Times are in UTC. The numbers of an hour are complete shortly after the hour ends. The requests that
          this dashboard sends also count as requests of your account.
        </p>
      </div>
    </Card>
  );
}

export const KeyUsage = ({ id }: { id: string }) => <UsageCard id={id} />;

export function UsagePage() {
  const id = new URLSearchParams(useQueryText()).get('key') ?? '';
  const keys = useQuery(keysQuery);
  return (
    <UsageCard id={id}>
      <div className="narrow-field">
        <SelectField
          label="Key"
          value={id}
          onChange={(event) =>
            replaceUrlQuery(new URLSearchParams(event.target.value === '' ? {} : { key: event.target.value }))
          }
        >
          <option value="">The whole account</option>
          {keys.data?.data.map(({ id: each, name, hint }) => (
            <option key={each} value={each}>
              {name} ({hint}…)
            </option>
          ))}
        </SelectField>
      </div>
    </UsageCard>
  );
}
