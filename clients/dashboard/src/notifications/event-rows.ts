import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { EventEnvelope } from '../../../sdk/src/index.ts';
import { countPolls } from '../api/poll-budget.ts';
import { strategiesByIdQuery } from '../api/queries.ts';
import { type EventListRow, foldEventsByTransaction, transactionStrategyIdsOf } from './fold-events.ts';

/** The rows that a list of events shows, and the names of strategies by id. */
interface EventRows {
  readonly rows: readonly EventListRow[];
  readonly strategyNames: ReadonlyMap<string, string>;
}

/**
 * Returns one row per transaction, and one row per event that belongs to no transaction. Loads the names of all
 * strategies with one request.
 */
export function useEventRows(events: readonly EventEnvelope[]): EventRows {
  const rows = useMemo(() => foldEventsByTransaction(events), [events]);
  const { data: strategies, isFetching } = useQuery(strategiesByIdQuery(transactionStrategyIdsOf(rows)));
  // Count this request as a poll, because it can be sent without a user action.
  useEffect(() => {
    if (isFetching) countPolls(1);
  }, [isFetching]);
  const strategyNameById = useMemo(
    () => new Map((strategies ?? []).map(({ strategy_id, strategy_name }) => [strategy_id, strategy_name])),
    [strategies],
  );
  return { rows, strategyNames: strategyNameById };
}
