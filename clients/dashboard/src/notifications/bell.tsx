import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { EventEnvelope } from '../../../sdk/src/index.ts';
import { canPoll } from '../api/poll-budget.ts';
import { eventsQuery } from '../api/queries.ts';
import { EmptyState, QueryResult } from '../components/states.tsx';
import { Time } from '../components/time.tsx';
import { Link } from '../routing/link.tsx';
import { useEventRows } from './event-rows.ts';
import { buildEventText } from './event-texts.ts';
import { foldEventsByTransaction } from './fold-events.ts';
import { markEventsAsRead, useLastReadSequence } from './read.ts';

const SHOWN_UNREAD_MAX = 9;

function BellIcon() {
  return (
    <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor">
      <path
        d="M6 16v-5a6 6 0 1 1 12 0v5l2 2H4zM10 21h4"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

function EventItem({
  event,
  strategyNames,
  isNew,
  onFollow,
}: {
  event: EventEnvelope;
  strategyNames: ReadonlyMap<string, string>;
  isNew: boolean;
  onFollow: () => void;
}) {
  const { text, to } = buildEventText(event, strategyNames);
  return (
    <li className={isNew ? 'bell-event is-new' : 'bell-event'}>
      {to === undefined ? (
        <span>{text}</span>
      ) : (
        <Link to={to} onClick={onFollow}>
          {text}
        </Link>
      )}
      <span className="soft small">
        {isNew && 'New · '}
        <Time at={event.created_at} />
      </span>
    </li>
  );
}

interface EventItemsProps {
  readonly events: readonly EventEnvelope[];
  /** The sequence number of the last event that the user had read when the list was opened. */
  readonly readUntil: number;
  readonly onFollow: () => void;
}

function EventItems({ events, readUntil, onFollow }: EventItemsProps) {
  const { rows, strategyNames } = useEventRows(events);
  return (
    <ul>
      {rows.map(({ event }) => (
        <EventItem
          key={event.id}
          event={event}
          strategyNames={strategyNames}
          isNew={event.sequence > readUntil}
          onFollow={onFollow}
        />
      ))}
    </ul>
  );
}

function useCloseOnOutsideClick(isPanelOpen: boolean, closePanel: () => void) {
  const containerRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isPanelOpen) return;
    const closeOnOutsideClick = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || containerRef.current?.contains(target) !== true) closePanel();
    };
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      closePanel();
      containerRef.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', closeOnOutsideClick);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOnOutsideClick);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [isPanelOpen, closePanel]);
  return containerRef;
}

/** Shows the account's events and the number of unread events. Several events of a transaction count once. */
export function Bell({ account }: { account: string }) {
  const events = useQuery(eventsQuery);
  const lastReadSequence = useLastReadSequence(account);
  const [lastReadSequenceWhenOpened, setLastReadSequenceWhenOpened] = useState<number>();
  const isPanelOpen = lastReadSequenceWhenOpened !== undefined;
  const id = useId();
  const containerRef = useCloseOnOutsideClick(isPanelOpen, () => setLastReadSequenceWhenOpened(undefined));
  const unreadCount = foldEventsByTransaction(events.data?.data ?? []).filter(
    ({ event }) => event.sequence > lastReadSequence,
  ).length;
  const unreadCountText = unreadCount > SHOWN_UNREAD_MAX ? `${SHOWN_UNREAD_MAX}+` : `${unreadCount}`;
  const last = events.data?.meta.last_sequence ?? 0;
  useEffect(() => {
    if (isPanelOpen && last > lastReadSequence) markEventsAsRead(account, last);
  }, [isPanelOpen, last, lastReadSequence, account]);
  return (
    <div className="bell" ref={containerRef}>
      <button
        type="button"
        className="button button-quiet button-small"
        aria-label={unreadCount === 0 ? 'Notifications' : `Notifications, ${unreadCountText} unread`}
        aria-expanded={isPanelOpen}
        aria-controls={id}
        onClick={() => {
          if (!isPanelOpen && canPoll(1)) void events.refetch();
          setLastReadSequenceWhenOpened(isPanelOpen ? undefined : lastReadSequence);
        }}
      >
        <BellIcon />
        {unreadCount > 0 && (
          <span className="bell-count" aria-hidden="true">
            {unreadCountText}
          </span>
        )}
      </button>
      <section className="bell-panel" id={id} aria-label="Notifications" hidden={!isPanelOpen}>
        {isPanelOpen && (
          <QueryResult query={events} height={200}>
            {({ data }) =>
              data.length === 0 ? (
                <EmptyState heading="No notifications yet">
                  Deposits, alerts and changes to your account appear here.
                </EmptyState>
              ) : (
                <EventItems
                  events={data}
                  readUntil={lastReadSequenceWhenOpened}
                  onFollow={() => setLastReadSequenceWhenOpened(undefined)}
                />
              )
            }
          </QueryResult>
        )}
      </section>
    </div>
  );
}
