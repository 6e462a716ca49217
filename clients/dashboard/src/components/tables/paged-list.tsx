import { type InfiniteData, infiniteQueryOptions, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../controls.tsx';
import { CopyCurlButton, type CurlRequest } from '../curl.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../states.tsx';
import { Card } from '../surfaces.tsx';

const ITEMS_PER_PAGE = 50;

interface Page<Item> {
  readonly data: readonly Item[];
  readonly meta: {
    readonly pagination: { readonly current_page: number; readonly total_pages: number };
  };
}

export type Pages<Item> = InfiniteData<Page<Item>>;

export const buildPagedQuery = <Item,>(
  queryKey: readonly unknown[],
  fetchPage: (
    page: { readonly page: number; readonly per_page: number },
    request: { readonly signal: AbortSignal },
  ) => Promise<Page<Item>>,
) =>
  infiniteQueryOptions({
    queryKey,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => fetchPage({ page: pageParam, per_page: ITEMS_PER_PAGE }, { signal }),
    getNextPageParam: ({ meta: { pagination } }: Page<Item>) =>
      pagination.current_page < pagination.total_pages ? pagination.current_page + 1 : undefined,
  });

interface PagedListProps<Item> {
  readonly heading: string;
  readonly lead?: string;
  /** The list request that the user can copy as a curl command. */
  readonly curl: CurlRequest;
  /** Additional buttons next to the heading. */
  readonly actions?: ReactNode;
  readonly query: UseInfiniteQueryResult<Pages<Item>>;
  /** The text for an empty list. */
  readonly none: string;
  readonly row: (item: Item) => ReactNode;
}

export function PagedList<Item>({ heading, lead, curl, actions, query, none, row }: PagedListProps<Item>) {
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Card
      flush
      heading={heading}
      actions={
        <span className="row">
          <CopyCurlButton {...curl} />
          {actions}
        </span>
      }
    >
      {lead !== undefined && <p className="soft small list-lead">{lead}</p>}
      {query.error !== null && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && query.error === null && <Skeleton height={320} />}
      {query.isSuccess && rows.length === 0 && <EmptyState heading={none} />}
      <ul className="entries">{rows.map(row)}</ul>
      {query.hasNextPage && (
        <div className="more">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}
