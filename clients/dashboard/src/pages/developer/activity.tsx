import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccountsAuditLogItem } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { buildPagedQuery, PagedList } from '../../components/tables/paged-list.tsx';
import { Time } from '../../components/time.tsx';
import { formatKeyAsTitle } from '../../design/format.ts';

type AccountEvent = AccountsAuditLogItem;

/** Converts an event type to a text: `api_key.created` becomes `API key created`. */
function eventTypeText(type: string): string {
  const text = formatKeyAsTitle(type.replace('.', ' '));
  return text.replace(/^Api key/, 'API key').replace(/^Webhook/, 'Webhook endpoint');
}

const ACTOR_TEXTS: Readonly<Record<AccountEvent['actor']['kind'], string>> = {
  api_key: 'an API key',
  session: 'a session',
  operator: 'an operator',
  anonymous: 'a visitor who was not signed in',
};

function formatDetails({ details }: AccountEvent): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${formatKeyAsTitle(name)}: ${value}`)
    .join(' · ');
}

/** Shows one event. `account` is set if the list contains events of several accounts. */
export function EventRow({ event, account }: { event: AccountEvent; account?: string | null }) {
  return (
    <li className="entry">
      <div className="entry-main">
        <b>{eventTypeText(event.type)}</b>
        <span className="soft small">
          By {ACTOR_TEXTS[event.actor.kind]}
          {event.source_ip !== null && ` from ${event.source_ip}`}
          {account != null && (
            <>
              {' '}
              · for account <code>{account}</code>
            </>
          )}
          {event.subject !== null && (
            <>
              {' '}
              · id <code>{event.subject}</code>
            </>
          )}
          {Object.keys(event.details).length > 0 && ` · ${formatDetails(event)}`}
        </span>
      </div>
      <span className="soft small">
        <Time at={event.at} />
      </span>
    </li>
  );
}

const activityQuery = buildPagedQuery(['events'], (page, request) => api.accounts.auditLog(page, request));

export function Activity() {
  return (
    <PagedList
      heading="Activity"
      lead="Sign-ins, and changes to your keys, webhooks and account. Each entry shows who did this, and from which IP address. Deposits and alerts are under Events."
      curl={{ path: '/user/audit-log' }}
      query={useInfiniteQuery(activityQuery)}
      none="No activity yet"
      row={(event) => <EventRow key={event.id} event={event} />}
    />
  );
}
