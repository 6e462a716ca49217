import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { NotificationsListEventsInput } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { SelectField, TextField } from '../../components/controls.tsx';
import { buildPagedQuery, PagedList } from '../../components/tables/paged-list.tsx';
import { Time } from '../../components/time.tsx';
import { useEventRows } from '../../notifications/event-rows.ts';
import { buildEventText } from '../../notifications/event-texts.ts';
import type { EventListRow } from '../../notifications/fold-events.ts';
import { Link } from '../../routing/link.tsx';
import { EVENT_GROUPS, type EventGroup, eventTypesOfGroups } from './event-groups.ts';

interface EventFilter {
  readonly group: EventGroup | undefined;
  readonly from: string;
}

const eventsInputOf = ({ group, from }: EventFilter): NotificationsListEventsInput => ({
  order: 'desc',
  ...(group === undefined ? {} : { type: eventTypesOfGroups([group]) ?? [] }),
  ...(from === '' ? {} : { from }),
});

const buildEventsQuery = (filter: EventFilter) =>
  buildPagedQuery(['notifications', filter], (page, request) =>
    api.notifications.listEvents({ ...eventsInputOf(filter), ...page }, request),
  );

interface EventRowProps {
  readonly row: EventListRow;
  readonly strategyNames: ReadonlyMap<string, string>;
}

function EventRow({ row: { event, earlier }, strategyNames }: EventRowProps) {
  const { text, to } = buildEventText(event, strategyNames);
  return (
    <li className="entry">
      <div className="entry-main">
        {to === undefined ? <b>{text}</b> : <Link to={to}>{text}</Link>}
        <span className="soft small">
          {[event, ...earlier].map(({ id, type, sequence }, index) => (
            <span key={id}>
              {index > 0 && ', before that '}
              <code>{type}</code> · event number {sequence}
            </span>
          ))}
        </span>
        <details>
          <summary className="small">Details</summary>
          {[event, ...earlier].map(({ id, data }) => (
            <pre key={id} className="event-content">
              <code>{JSON.stringify(data, null, 2)}</code>
            </pre>
          ))}
        </details>
      </div>
      <span className="soft small">
        <Time at={event.created_at} />
      </span>
    </li>
  );
}

const NO_FILTER: EventFilter = { group: undefined, from: '' };

export function Events() {
  const [filter, setFilter] = useState(NO_FILTER);
  const events = useInfiniteQuery(buildEventsQuery(filter));
  const pages = events.data?.pages;
  const { rows, strategyNames } = useEventRows(
    useMemo(() => pages?.flatMap(({ data }) => data) ?? [], [pages]),
  );
  const rowsById = new Map(rows.map((row) => [row.event.id, row]));
  return (
    <div className="stack stack-wide">
      <div className="card allocation-form">
        <SelectField
          label="Topic"
          value={filter.group ?? ''}
          onChange={({ target }) =>
            setFilter({ ...filter, group: EVENT_GROUPS.find(([group]) => group === target.value)?.[0] })
          }
        >
          <option value="">All events</option>
          {EVENT_GROUPS.map(([group, text]) => (
            <option key={group} value={group}>
              {text}
            </option>
          ))}
        </SelectField>
        <TextField
          label="From"
          type="date"
          value={filter.from}
          onChange={({ target }) => setFilter({ ...filter, from: target.value })}
        />
      </div>
      <PagedList
        heading="Events"
        lead="The notification bell shows these events, and your webhook endpoints receive them: deposits, withdrawals, alerts and changes to your account. One row shows all events of a transaction."
        curl={{ path: '/events', query: { ...eventsInputOf(filter) } }}
        query={events}
        none={filter === NO_FILTER ? 'No events yet' : 'No event matches these filters'}
        row={({ id }) => {
          const row = rowsById.get(id);
          // Only the latest event of a transaction has a row. The row also shows the earlier events.
          return row && <EventRow key={id} row={row} strategyNames={strategyNames} />;
        }}
      />
    </div>
  );
}
