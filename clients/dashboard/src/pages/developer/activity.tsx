import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccountsListEventsItem } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../components/controls.tsx';
import { Empty, ErrorNotice, Skeleton } from '../../components/states.tsx';
import { Card } from '../../components/surfaces.tsx';
import { Time } from '../../components/time.tsx';
import { title } from '../../design/format.ts';

type AccountEvent = AccountsListEventsItem;
const PER_PAGE = 50;

/** `api_key.created` as `API key created`. */
function textOf(type: string): string {
  const text = title(type.replace('.', ' '));
  return text.replace(/^Api key/, 'API key');
}

const ACTORS: Readonly<Record<AccountEvent['actor']['kind'], string>> = {
  api_key: 'an API key',
  session: 'a session',
  operator: 'an operator',
  anonymous: 'somebody not signed in',
};

function detailsOf({ details }: AccountEvent): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${title(name)}: ${value}`)
    .join(' · ');
}

function EventRow({ event }: { event: AccountEvent }) {
  return (
    <li className="entry">
      <div className="entry-main">
        <b>{textOf(event.type)}</b>
        <span className="soft small">
          By {ACTORS[event.actor.kind]}
          {event.source_ip !== null && ` from ${event.source_ip}`}
          {event.subject !== null && (
            <>
              {' '}
              · <code>{event.subject}</code>
            </>
          )}
          {Object.keys(event.details).length > 0 && ` · ${detailsOf(event)}`}
        </span>
      </div>
      <span className="soft small">
        <Time at={event.at} />
      </span>
    </li>
  );
}

/** What happened to the account, the latest first. */
export function Activity() {
  const events = useInfiniteQuery({
    queryKey: ['events'],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.accounts.listEvents({ page: pageParam, per_page: PER_PAGE }, { signal }),
    getNextPageParam: ({ meta: { pagination } }) =>
      pagination.current_page < pagination.total_pages ? pagination.current_page + 1 : undefined,
  });
  const rows = events.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Card flush heading="Activity">
      {events.error !== null && <ErrorNotice error={events.error} onRetry={() => void events.refetch()} />}
      {events.isPending && events.error === null && <Skeleton height={320} />}
      {events.isSuccess && rows.length === 0 && <Empty heading="Nothing has happened yet" />}
      <ul className="entries">
        {rows.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
      {events.hasNextPage && (
        <div className="more">
          <Button busy={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}
