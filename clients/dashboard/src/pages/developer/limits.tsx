import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AccountsLimitsData } from '../../../../sdk/src/index.ts';
import { api, limits, type SeenLimits } from '../../api/client.ts';
import { Loaded } from '../../components/states.tsx';
import { Badge, Card } from '../../components/surfaces.tsx';
import { count, exactTime, title } from '../../design/format.ts';

const SECOND_MS = 1_000;

/** What is left now: the limit fills up evenly from what the last answer said until its reset. */
function remainingAt({ limit, remaining, reset, at }: SeenLimits, nowMs: number): number {
  const span = reset.getTime() - at.getTime();
  if (span <= 0 || nowMs >= reset.getTime()) return limit;
  const passed = Math.max(0, nowMs - at.getTime()) / span;
  return Math.min(limit, Math.floor(remaining + (limit - remaining) * passed));
}

/** A clock for as long as something is filling up. */
function useNow(untilMs: number): number {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() > untilMs) clearInterval(timer);
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [untilMs]);
  return nowMs;
}

function Live({ seen }: { seen: SeenLimits }) {
  const nowMs = useNow(seen.reset.getTime());
  const left = remainingAt(seen, nowMs);
  const seconds = Math.max(0, Math.ceil((seen.reset.getTime() - nowMs) / SECOND_MS));
  return (
    <div className="stack stack-tight">
      <span className="row row-between">
        <span>
          <b className="figure">{count(left)}</b>{' '}
          <span className="soft">of {count(seen.limit)} requests left this minute</span>
        </span>
        <span className="soft small" title={exactTime(seen.reset.getTime())}>
          {seconds === 0 ? 'all of it is there' : `all of it again in ${seconds} s`}
        </span>
      </span>
      <span className="meter" aria-hidden="true">
        <span style={{ width: `${(left / Math.max(1, seen.limit)) * 100}%` }} />
      </span>
    </div>
  );
}

const QUOTAS = [
  ['api_keys', 'API keys'],
  ['sessions', 'Sessions'],
  ['wallet_connections', 'Wallet connections'],
  ['sub_accounts', 'Users with books'],
  ['alerts', 'Alerts'],
  ['webhooks', 'Webhooks'],
] as const;

function Quotas({ data }: { data: AccountsLimitsData }) {
  return (
    <p className="soft small quotas">
      <span>At once {count(data.account.burst)}</span>
      {QUOTAS.map(([key, text]) => (
        <span key={key}>
          {text} {count(data.quotas[key].used)} of {count(data.quotas[key].max)}
        </span>
      ))}
    </p>
  );
}

/** What the plan allows, and what of it is left at this moment. */
export function LimitsCard() {
  const seen = limits.use();
  const asked = useQuery({
    queryKey: ['limits'],
    queryFn: ({ signal }) => api.accounts.limits({}, { signal }),
  });
  return (
    <Card
      heading="Limits now"
      actions={asked.data !== undefined && <Badge tone="accent">{title(asked.data.data.plan)} plan</Badge>}
    >
      <Loaded query={asked} height={62}>
        {({ data }) => (
          <div className="stack stack-tight">
            {seen !== undefined && <Live seen={seen} />}
            <Quotas data={data} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}
