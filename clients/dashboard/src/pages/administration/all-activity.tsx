import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { buildPagedQuery, PagedList } from '../../components/tables/paged-list.tsx';
import { EventRow } from '../developer/activity.tsx';

const allActivityQuery = buildPagedQuery(['all-events'], (page, request) =>
  api.accounts.adminAuditLog(page, request),
);

export function AllActivity() {
  return (
    <PagedList
      heading="Activity of all accounts"
      curl={{ path: '/admin/audit-log' }}
      query={useInfiniteQuery(allActivityQuery)}
      none="No activity yet"
      row={(event) => <EventRow key={event.id} event={event} account={event.account} />}
    />
  );
}
