import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { Code } from '../../../components/code.tsx';
import { buildCurlCommand, CopyCurlButton } from '../../../components/curl.tsx';
import { type Definition, Definitions } from '../../../components/definitions.tsx';
import { EmptyState, QueryResult } from '../../../components/states.tsx';
import { Badge, Card } from '../../../components/surfaces.tsx';
import { Time } from '../../../components/time.tsx';
import { formatKeyAsTitle, formatNumber } from '../../../design/format.ts';
import { Link } from '../../../routing/link.tsx';
import { EventRow } from '../activity.tsx';
import { KeyUsage } from '../usage.tsx';
import { webhooksQuery } from '../webhooks/webhooks-api.ts';
import { type ApiKey, useApiKeys } from './keys-api.ts';
import { SCOPE_TEXTS } from './scopes.ts';

function Settings({ apiKey }: { apiKey: ApiKey }) {
  const rows: readonly Definition[] = [
    ['Begins with', <code key="h">{apiKey.hint}…</code>],
    ['State', formatKeyAsTitle(apiKey.status)],
    ['Created', <Time key="c" at={apiKey.created_at} />],
    ['Last used', <Time key="l" at={apiKey.last_used_at} />],
    ['Expires', <Time key="e" at={apiKey.expires_at} />],
    ['Requests', formatNumber(apiKey.requests_used)],
    ['Allowed IP addresses', apiKey.allowed_ips === null ? 'All' : apiKey.allowed_ips.join(', ')],
    ...(apiKey.replaced_by === null
      ? []
      : [
          [
            'Replaced by',
            <Link key="r" to={`/developer/keys?key=${apiKey.replaced_by}`}>
              {apiKey.replaced_by}
            </Link>,
          ] as const,
        ]),
    ['Id', <code key="i">{apiKey.id}</code>],
  ];
  return (
    <Card heading="Settings">
      <Definitions rows={rows} />
    </Card>
  );
}

function Scopes({ apiKey }: { apiKey: ApiKey }) {
  return (
    <Card heading="Scopes">
      <ul className="stack stack-tight">
        {apiKey.scopes.map((scope) => (
          <li key={scope}>
            <Badge>{scope}</Badge> <span className="soft">{scopeTextOf(scope)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const scopeTextOf = (scope: string): string =>
  Object.entries(SCOPE_TEXTS).find(([each]) => each === scope)?.[1] ?? '';

/** Number of the account's latest audit events that the page searches for events about the key. */
const SEARCHED_AUDIT_EVENTS_MAX = 100;

function KeyActivity({ id }: { id: string }) {
  const events = useQuery({
    queryKey: ['events', 'of-key', id],
    queryFn: ({ signal }) => api.accounts.auditLog({ per_page: SEARCHED_AUDIT_EVENTS_MAX }, { signal }),
  });
  return (
    <Card
      heading="Activity"
      actions={<CopyCurlButton path="/user/audit-log" query={{ per_page: SEARCHED_AUDIT_EVENTS_MAX }} />}
      flush
    >
      <QueryResult query={events} height={160}>
        {({ data }) => {
          const own = data.filter(({ subject, actor }) => subject === id || actor.id === id);
          return own.length === 0 ? (
            <EmptyState heading="No activity">
              The latest {SEARCHED_AUDIT_EVENTS_MAX} activities of your account do not involve this key.
            </EmptyState>
          ) : (
            <ul className="entries">
              {own.map((event) => (
                <EventRow key={event.id} event={event} />
              ))}
            </ul>
          );
        }}
      </QueryResult>
    </Card>
  );
}

function KeyWebhooks({ id }: { id: string }) {
  const own = useQuery(webhooksQuery).data?.data.filter(
    ({ created_by, set_by }) => created_by === id || set_by === id,
  );
  if (own === undefined || own.length === 0) return null;
  return (
    <Card heading="Webhook endpoints that this key created or changed">
      <p className="soft">If you revoke this key, these endpoints are disabled.</p>
      <ul>
        {own.map(({ id: each, url }) => (
          <li key={each}>
            <Link to="/developer/webhooks">{url}</Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function KeyPage({ id }: { id: string }) {
  return (
    <div className="stack stack-wide">
      <nav className="crumbs" aria-label="Where you are">
        <Link to="/developer/keys">All keys</Link>
      </nav>
      <QueryResult query={useApiKeys()} height={600}>
        {({ data }) => {
          const apiKey = data.find((each) => each.id === id);
          if (apiKey === undefined)
            return (
              <EmptyState heading="No such key">
                The key was revoked, or the link to this page is wrong.
              </EmptyState>
            );
          return (
            <div className="stack stack-wide">
              <h2>{apiKey.name}</h2>
              <div className="grid-2">
                <Settings apiKey={apiKey} />
                <Scopes apiKey={apiKey} />
              </div>
              <KeyUsage id={id} />
              <KeyWebhooks id={id} />
              <KeyActivity id={id} />
              <Code
                label="A request that shows the account of this key"
                text={buildCurlCommand({ path: '/user/profile' })}
              />
            </div>
          );
        }}
      </QueryResult>
    </div>
  );
}
