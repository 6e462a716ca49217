import { queryOptions } from '@tanstack/react-query';
import type {
  NotificationsCreateWebhookInput,
  NotificationsListDeliveriesItem,
  NotificationsListWebhooksItem,
  NotificationsUpdateWebhookInput,
} from '../../../../../sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { useChange } from '../../../api/use-change.ts';

export type Webhook = NotificationsListWebhooksItem;
export type Delivery = NotificationsListDeliveriesItem;

/** All endpoints: one page holds as many as a plan allows. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => api.notifications.listWebhooks({ per_page: 100 }, { signal }),
});

/** The latest deliveries of an endpoint. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['deliveries', id],
    queryFn: ({ signal }) => api.notifications.listDeliveries({ id, per_page: 25 }, { signal }),
  });

/** The queries to load again after a change. */
const DEPENDENTS = ['webhooks', 'deliveries', 'events'];

export const useCreateWebhook = () =>
  useChange((input: NotificationsCreateWebhookInput) => api.notifications.createWebhook(input), DEPENDENTS);
export const useUpdateWebhook = () =>
  useChange((input: NotificationsUpdateWebhookInput) => api.notifications.updateWebhook(input), DEPENDENTS);
export const useDeleteWebhook = () =>
  useChange((id: string) => api.notifications.deleteWebhook({ id }), DEPENDENTS);
export const useRotateSecret = () =>
  useChange((id: string) => api.notifications.rotateWebhookSecret({ id }), DEPENDENTS);
export const useTestWebhook = () =>
  useChange((id: string) => api.notifications.testWebhook({ id }), DEPENDENTS);
export const useRetryDelivery = () =>
  useChange(
    (input: { id: string; deliveryId: string }) => api.notifications.retryDelivery(input),
    DEPENDENTS,
  );
