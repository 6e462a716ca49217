import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventEnvelope, NotificationsListEventsInput } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { SelectField, TextField } from '../../components/controls.tsx';
import { PagedList, pagedQuery } from '../../components/tables/paged-list.tsx';
import { Time } from '../../components/time.tsx';
import { eventText } from '../../notifications/event-texts.ts';
import { Link } from '../../routing/link.tsx';
import { EVENT_GROUPS, type EventGroup, typesOf } from './event-groups.ts';

interface Filter {
  readonly group: EventGroup | undefined;
  readonly from: string;
}

const inputOf = ({ group, from }: Filter): NotificationsListEventsInput => ({
  order: 'desc',
  ...(group === undefined ? {} : { type: typesOf([group]) ?? [] }),
  ...(from === '' ? {} : { from }),
});

const eventsQuery = (filter: Filter) =>
  pagedQuery(['notifications', filter], (page, request) =>
    api.notifications.listEvents({ ...inputOf(filter), ...page }, request),
  );

function EventRow({ event }: { event: EventEnvelope }) {
  const { text, to } = eventText(event);
  return (
    <li className="entry">
      <div className="entry-main">
        {to === undefined ? <b>{text}</b> : <Link to={to}>{text}</Link>}
        <span className="soft small">
          <code>{event.type}</code> · event number {event.sequence}
        </span>
        <details>
          <summary className="small">Details</summary>
          <pre className="event-content">
            <code>{JSON.stringify(event.data, null, 2)}</code>
          </pre>
        </details>
      </div>
      <span className="soft small">
        <Time at={event.created_at} />
      </span>
    </li>
  );
}

const NO_FILTER: Filter = { group: undefined, from: '' };

export function Events() {
  const [filter, setFilter] = useState(NO_FILTER);
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
        lead="What the bell shows and your webhook endpoints receive: deposits, withdrawals, alerts and changes to your account."
        curl={{ path: '/events', query: { ...inputOf(filter) } }}
        query={useInfiniteQuery(eventsQuery(filter))}
        none={filter === NO_FILTER ? 'No events yet' : 'No event matches these filters'}
        row={(event) => <EventRow key={event.id} event={event} />}
      />
    </div>
  );
}
