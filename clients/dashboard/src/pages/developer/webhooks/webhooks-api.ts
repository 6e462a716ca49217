import { queryOptions } from '@tanstack/react-query';
import type {
  NotificationsCreateWebhookInput,
  NotificationsListDeliveriesItem,
  NotificationsListWebhooksItem,
  NotificationsUpdateWebhookInput,
} from '../../../../../sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { useApiChange } from '../../../api/use-change.ts';
import { formatKeyAsTitle } from '../../../design/format.ts';

export type Webhook = NotificationsListWebhooksItem;
export type Delivery = NotificationsListDeliveriesItem;

/** Sentences that say why a delivery got no response, by failure code. */
const FAILURE_TEXTS: Readonly<Record<string, string>> = {
  host_unknown: 'The name of your server was not found in the DNS.',
  address_refused: 'The address is not public, so nothing was sent to it.',
  connection_failed: 'Your server did not accept the connection.',
  tls_failed: 'No secure connection (TLS) to your server could be made. Check its certificate.',
  timed_out: 'Your server did not answer in time.',
  answer_malformed: 'The answer of your server is not valid HTTP.',
};

export function deliveryOutcomeText({
  response_status,
  failure,
}: Pick<Delivery['attempts'][number], 'response_status' | 'failure'>): string {
  if (failure === null) return `Your server answered with status ${response_status}.`;
  return FAILURE_TEXTS[failure] ?? formatKeyAsTitle(failure);
}

/** Loads one page, because one page can contain all endpoints that a plan allows. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => api.notifications.listWebhooks({ per_page: 100 }, { signal }),
  staleTime: 0,
});

export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['deliveries', id],
    queryFn: ({ signal }) => api.notifications.listDeliveries({ id, per_page: 25 }, { signal }),
  });

/** Queries to load again after a change of a webhook endpoint. Each name is the first element of a query key. */
const DEPENDENT_QUERIES = ['webhooks', 'deliveries', 'events'];

export const useCreateWebhook = () =>
  useApiChange(
    (input: NotificationsCreateWebhookInput) => api.notifications.createWebhook(input),
    DEPENDENT_QUERIES,
  );
export const useUpdateWebhook = () =>
  useApiChange(
    (input: NotificationsUpdateWebhookInput) => api.notifications.updateWebhook(input),
    DEPENDENT_QUERIES,
  );
export const useDeleteWebhook = () =>
  useApiChange((id: string) => api.notifications.deleteWebhook({ id }), DEPENDENT_QUERIES);
export const useRotateSecret = () =>
  useApiChange((id: string) => api.notifications.rotateWebhookSecret({ id }), DEPENDENT_QUERIES);
export const useTestWebhook = () =>
  useApiChange((id: string) => api.notifications.testWebhook({ id }), DEPENDENT_QUERIES);
export const useRetryDelivery = () =>
  useApiChange(
    (input: { id: string; deliveryId: string }) => api.notifications.retryDelivery(input),
    DEPENDENT_QUERIES,
  );
