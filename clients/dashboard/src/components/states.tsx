import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConnectionError, YieldApiError } from '../../../sdk/src/index.ts';
import { isRetryUseful } from '../api/client.ts';
import { serviceState } from '../api/service-state.ts';
import { formatKeyAsTitle } from '../design/format.ts';
import { Button } from './controls.tsx';
import { useSecondsUntil } from './time.tsx';

/** An empty box that reserves the height of loading content. */
export function Skeleton({ height }: { height: number }) {
  return <div className="skeleton" style={{ height }} />;
}

/** Whether the error means that the browser could not load a script that a page imports on demand. */
const isScriptLoadError = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);

/** Replaces the path of a request field at the start of an API message with the field's name, such as `Amount`. */
const withFieldName = (message: string): string =>
  message.replace(/^(?:body|query|params)\.([\w.]+): /, (_, path: string) => {
    const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path;
    return `${formatKeyAsTitle(name)}: `;
  });

function errorMessageOf(error: unknown): string {
  if (error instanceof YieldApiError) return withFieldName(error.message);
  if (error instanceof ConnectionError)
    return 'The service did not respond. Check your connection and try again.';
  if (isScriptLoadError(error))
    return 'A part of this page could not be loaded. The service did not respond, or a new version of this page was released. Reload the page.';
  return error instanceof Error ? error.message : String(error);
}

export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const requestId = error instanceof YieldApiError ? error.requestId : undefined;
  const remainingPauseSeconds = useSecondsUntil(serviceState.use().pausedUntil);
  return (
    <div className="notice notice-bad" role="alert">
      <div>
        <p>{errorMessageOf(error)}</p>
        {requestId !== undefined && <p className="small soft">Request id: {requestId}</p>}
      </div>
      {onRetry !== undefined && isRetryUseful(error) && (
        <Button small disabled={remainingPauseSeconds > 0} onClick={onRetry}>
          {remainingPauseSeconds > 0 ? `Try again in ${remainingPauseSeconds} s` : 'Try again'}
        </Button>
      )}
    </div>
  );
}

export function EmptyState({
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

interface QueryResultProps<T> {
  readonly query: UseQueryResult<T>;
  /** Expected height of the content in pixels, so that the page does not shift after loading. */
  readonly height: number;
  /**
   * Element to show during loading instead of an empty box. Use it if the height of the content depends on the width of
   * the window.
   */
  readonly placeholder?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** Shows the state of a query: a placeholder during loading, then the data or the error. */
export function QueryResult<T>({ query, height, placeholder, children }: QueryResultProps<T>) {
  const { data, error, fetchStatus } = query;
  if (data !== undefined) return children(data);
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void query.refetch()} />;
  if (fetchStatus === 'paused')
    return <EmptyState heading="You are offline">The page loads when you are online again.</EmptyState>;
  return (
    <div aria-busy="true">
      <span className="hidden-visually">Loading</span>
      {placeholder ?? <Skeleton height={height} />}
    </div>
  );
}
