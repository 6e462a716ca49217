import { useQuery } from '@tanstack/react-query';
import type { AccountsLimitsData } from '../../../../sdk/src/index.ts';
import { api, type ReceivedRateLimit, rateLimitStore } from '../../api/client.ts';
import { QueryResult } from '../../components/states.tsx';
import { Badge, Card } from '../../components/surfaces.tsx';
import { useCurrentTimeMs } from '../../components/time.tsx';
import { formatCount, formatExactTime, formatKeyAsTitle, formatNumber } from '../../design/format.ts';

const SECOND_MS = 1_000;

/**
 * Estimates how many requests the rate limit allows now. From the last response until the reset time, the number grows
 * evenly up to the limit.
 */
function estimateRemainingRequests(
  { limit, remaining, reset, receivedAt }: ReceivedRateLimit,
  nowMs: number,
): number {
  const timeToResetMs = reset.getTime() - receivedAt.getTime();
  if (timeToResetMs <= 0 || nowMs >= reset.getTime()) return limit;
  const elapsedFraction = Math.max(0, nowMs - receivedAt.getTime()) / timeToResetMs;
  return Math.min(limit, Math.floor(remaining + (limit - remaining) * elapsedFraction));
}

function RemainingRequests({ receivedLimits }: { receivedLimits: ReceivedRateLimit }) {
  const nowMs = useCurrentTimeMs(receivedLimits.reset.getTime());
  const remainingRequests = estimateRemainingRequests(receivedLimits, nowMs);
  const secondsUntilFull = Math.max(0, Math.ceil((receivedLimits.reset.getTime() - nowMs) / SECOND_MS));
  return (
    <div className="stack stack-tight">
      <span className="row row-between">
        <span>
          <b className="figure">{formatNumber(remainingRequests)}</b>{' '}
          <span className="soft">of {formatCount(receivedLimits.limit, 'request')} left this minute</span>
        </span>
        <span className="soft small" title={formatExactTime(receivedLimits.reset.getTime())}>
          {secondsUntilFull === 0 ? 'the full limit is available' : `full again in ${secondsUntilFull} s`}
        </span>
      </span>
      <span className="meter" aria-hidden="true">
        <span style={{ width: `${(remainingRequests / Math.max(1, receivedLimits.limit)) * 100}%` }} />
      </span>
    </div>
  );
}

const QUOTA_TEXTS = [
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
      <span>
        Burst limit: after a pause, you can send up to {formatCount(data?.account.burst ?? 10, 'request')} at
        once
      </span>
      {QUOTA_TEXTS.map(([key, text]) => (
        <span key={key}>
          {text} {formatNumber(data?.quotas[key].used ?? 0)} of {formatNumber(data?.quotas[key].max ?? 10)}
        </span>
      ))}
    </p>
  );
}

function LimitsPlaceholder() {
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

export function LimitsCard() {
  const latestLimits = rateLimitStore.use();
  const limitsQuery = useQuery({
    queryKey: ['limits'],
    queryFn: ({ signal }) => api.accounts.limits({}, { signal }),
  });
  return (
    <Card
      heading="Current limits"
      actions={
        limitsQuery.data !== undefined && (
          <Badge tone="accent">{formatKeyAsTitle(limitsQuery.data.data.plan)} plan</Badge>
        )
      }
    >
      <QueryResult query={limitsQuery} height={62} placeholder={<LimitsPlaceholder />}>
        {({ data }) => (
          <div className="stack stack-tight">
            {latestLimits !== undefined && <RemainingRequests receivedLimits={latestLimits} />}
            <Quotas data={data} />
          </div>
        )}
      </QueryResult>
    </Card>
  );
}
