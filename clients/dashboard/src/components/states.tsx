import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConnectionError, YieldApiError } from '../../../sdk/src/index.ts';
import { mayHelpAgain } from '../api/client.ts';
import { Button } from './controls.tsx';

/** A place that keeps its size until its content is there. */
export function Skeleton({ height }: { height: number }) {
  return <div className="skeleton" style={{ height }} />;
}

/** What an error says to a reader: the API's own words, as it knows best. */
function messageOf(error: unknown): string {
  if (error instanceof YieldApiError) return error.message;
  if (error instanceof ConnectionError)
    return 'The service gave no answer. Check your connection and try again.';
  return error instanceof Error ? error.message : String(error);
}

export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const requestId = error instanceof YieldApiError ? error.requestId : undefined;
  return (
    <div className="notice notice-bad" role="alert">
      <div>
        <p>{messageOf(error)}</p>
        {requestId !== undefined && <p className="small soft">Request {requestId}</p>}
      </div>
      {onRetry !== undefined && mayHelpAgain(error) && (
        <Button small onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

export function Empty({
  heading,
  children,
  action,
}: {
  heading: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="empty">
      <p className="empty-heading">{heading}</p>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}

interface AnswerProps<T> {
  readonly query: UseQueryResult<T>;
  /** Of what is to come, so that nothing jumps when it does. */
  readonly height: number;
  readonly children: (data: T) => ReactNode;
}

/** What a query has so far: a place for it, why it failed, or what it brought. */
export function Loaded<T>({ query, height, children }: AnswerProps<T>) {
  const { data, error, fetchStatus } = query;
  if (data !== undefined) return children(data);
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void query.refetch()} />;
  if (fetchStatus === 'paused')
    return <Empty heading="You are offline">This loads as soon as you are back.</Empty>;
  return (
    <div aria-busy="true">
      <span className="hidden-visually">Loading</span>
      <Skeleton height={height} />
    </div>
  );
}
