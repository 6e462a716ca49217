import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  NotificationsCreateWebhookInput,
  NotificationsListDeliveriesItem,
  NotificationsListWebhooksItem,
  NotificationsUpdateWebhookInput,
} from '../../../../../sdk/src/index.ts';
import { api } from '../../../api/client.ts';

export type Webhook = NotificationsListWebhooksItem;
export type Delivery = NotificationsListDeliveriesItem;

/** All endpoints: a plan has few enough for one page. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => api.notifications.listWebhooks({ per_page: 100 }, { signal }),
});

/** The latest deliveries of an endpoint, while somebody looks at them. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['deliveries', id],
    queryFn: ({ signal }) => api.notifications.listDeliveries({ id, per_page: 25 }, { signal }),
    refetchInterval: 5_000,
  });

/** After a change, what depends on the endpoints is asked for anew. */
function useWebhookChange<In, Out>(change: (input: In) => Promise<Out>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    // An answer with a secret in it is kept nowhere once its dialog is gone.
    gcTime: 0,
    onSuccess: async () => {
      await Promise.all(
        [['webhooks'], ['deliveries'], ['events']].map((queryKey) => queries.invalidateQueries({ queryKey })),
      );
    },
  });
}

export const useCreateWebhook = () =>
  useWebhookChange((input: NotificationsCreateWebhookInput) => api.notifications.createWebhook(input));
export const useUpdateWebhook = () =>
  useWebhookChange((input: NotificationsUpdateWebhookInput) => api.notifications.updateWebhook(input));
export const useDeleteWebhook = () =>
  useWebhookChange((id: string) => api.notifications.deleteWebhook({ id }));
export const useRotateSecret = () =>
  useWebhookChange((id: string) => api.notifications.rotateWebhookSecret({ id }));
export const useTestWebhook = () => useWebhookChange((id: string) => api.notifications.testWebhook({ id }));
export const useRetryDelivery = () =>
  useWebhookChange((input: { id: string; deliveryId: string }) => api.notifications.retryDelivery(input));
