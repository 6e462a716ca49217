import { useQuery } from '@tanstack/react-query';
import type { AccountsLimitsData } from '../../../../sdk/src/index.ts';
import { api, limits, type ReceivedLimits } from '../../api/client.ts';
import { QueryResult } from '../../components/states.tsx';
import { Badge, Card } from '../../components/surfaces.tsx';
import { useNow } from '../../components/time.tsx';
import { count, counted, exactTime, title } from '../../design/format.ts';

const SECOND_MS = 1_000;

/**
 * Returns the number of requests that the rate limit allows now. Between the last response and the reset time, the
 * number grows evenly up to the limit.
 */
function remainingAt({ limit, remaining, reset, at }: ReceivedLimits, nowMs: number): number {
  const span = reset.getTime() - at.getTime();
  if (span <= 0 || nowMs >= reset.getTime()) return limit;
  const passed = Math.max(0, nowMs - at.getTime()) / span;
  return Math.min(limit, Math.floor(remaining + (limit - remaining) * passed));
}

function Live({ seen }: { seen: ReceivedLimits }) {
  const nowMs = useNow(seen.reset.getTime());
  const remainingRequests = remainingAt(seen, nowMs);
  const seconds = Math.max(0, Math.ceil((seen.reset.getTime() - nowMs) / SECOND_MS));
  return (
    <div className="stack stack-tight">
      <span className="row row-between">
        <span>
          <b className="figure">{count(remainingRequests)}</b>{' '}
          <span className="soft">of {counted(seen.limit, 'request')} left this minute</span>
        </span>
        <span className="soft small" title={exactTime(seen.reset.getTime())}>
          {seconds === 0 ? 'the full limit is available' : `full again in ${seconds} s`}
        </span>
      </span>
      <span className="meter" aria-hidden="true">
        <span style={{ width: `${(remainingRequests / Math.max(1, seen.limit)) * 100}%` }} />
      </span>
    </div>
  );
}

const QUOTAS = [
  ['api_keys', 'API keys'],
  ['sessions', 'Sessions'],
  ['wallet_connections', 'Wallet connections'],
  ['sub_accounts', 'Sub-accounts'],
  ['alerts', 'Alerts'],
  ['webhooks', 'Webhooks'],
] as const;

function Quotas({ data }: { data: AccountsLimitsData | undefined }) {
  return (
    <p className={data === undefined ? 'soft small quotas invisible' : 'soft small quotas'}>
      <span>Up to {counted(data?.account.burst ?? 10, 'request')} at once</span>
      {QUOTAS.map(([key, text]) => (
        <span key={key}>
          {text} {count(data?.quotas[key].used ?? 0)} of {count(data?.quotas[key].max ?? 10)}
        </span>
      ))}
    </p>
  );
}

/** The placeholder that is shown while the limits load. */
function NoLimits() {
  return (
    <div className="stack stack-tight invisible">
      <span className="row row-between">
        <span>
          <b className="figure">0</b> of 0 requests left this minute
        </span>
        <span className="small">full again in 60 s</span>
      </span>
      <span className="meter" />
      <Quotas data={undefined} />
    </div>
  );
}

/** Shows the limits of the plan and how much of each limit remains now. */
export function LimitsCard() {
  const latestLimits = limits.use();
  const limitsQuery = useQuery({
    queryKey: ['limits'],
    queryFn: ({ signal }) => api.accounts.limits({}, { signal }),
  });
  return (
    <Card
      heading="Current limits"
      actions={
        limitsQuery.data !== undefined && (
          <Badge tone="accent">{title(limitsQuery.data.data.plan)} plan</Badge>
        )
      }
    >
      <QueryResult query={limitsQuery} height={62} placeholder={<NoLimits />}>
        {({ data }) => (
          <div className="stack stack-tight">
            {latestLimits !== undefined && <Live seen={latestLimits} />}
            <Quotas data={data} />
          </div>
        )}
      </QueryResult>
    </Card>
  );
}
