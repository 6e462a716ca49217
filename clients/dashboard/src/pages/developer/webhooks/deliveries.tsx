import { useQuery } from '@tanstack/react-query';
import { useRefetchInterval } from '../../../api/use-refetch-interval.ts';
import { Button } from '../../../components/controls.tsx';
import { CopyCurlButton } from '../../../components/curl.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { EmptyState, ErrorNotice, QueryResult } from '../../../components/states.tsx';
import { Badge, type Tone } from '../../../components/surfaces.tsx';
import { Time } from '../../../components/time.tsx';
import { formatCount, formatKeyAsTitle } from '../../../design/format.ts';
import { TestButton, useEndpointTest, WebhookTestResult } from './webhook-actions.tsx';
import {
  type Delivery,
  deliveriesQuery,
  deliveryOutcomeText,
  useRetryDelivery,
  type Webhook,
} from './webhooks-api.ts';

const TONE_BY_STATUS: Readonly<Record<Delivery['status'], Tone>> = {
  delivered: 'good',
  pending: 'warn',
  failed: 'bad',
};

function DeliveryRow({ delivery, webhook }: { delivery: Delivery; webhook: Webhook }) {
  const retryMutation = useRetryDelivery();
  const last = delivery.attempts.at(-1);
  return (
    <li className="entry">
      <div className="entry-main">
        <span className="row">
          <b>{delivery.type}</b>
          <span className="soft">event number {delivery.sequence}</span>
          <Badge tone={TONE_BY_STATUS[delivery.status]}>{formatKeyAsTitle(delivery.status)}</Badge>
        </span>
        <span className="soft small">
          <Time at={last?.at ?? delivery.created_at} />
          {last !== undefined && ` · ${deliveryOutcomeText(last)}`}
          {delivery.attempts.length > 1 && ` · ${formatCount(delivery.attempts.length, 'attempt')}`}
          {delivery.next_attempt_at !== null && (
            <>
              {' '}
              · next attempt <Time at={delivery.next_attempt_at} />
            </>
          )}
        </span>
        {retryMutation.error !== null && <ErrorNotice error={retryMutation.error} />}
      </div>
      <Button
        small
        busy={retryMutation.isPending}
        onClick={() => retryMutation.mutate({ id: webhook.id, deliveryId: delivery.id })}
      >
        Send again<span className="hidden-visually"> {delivery.type}</span>
      </Button>
    </li>
  );
}

const POLL_INTERVAL_MS = 5_000;

/** Whether the list will change without a user action: it is empty, or a delivery is pending. */
const areDeliveriesChanging = (deliveries: readonly Delivery[]): boolean =>
  deliveries.length === 0 || deliveries.some(({ status }) => status === 'pending');

export function Deliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const deliveries = useQuery(deliveriesQuery(webhook.id));
  useRefetchInterval(
    deliveries.refetch,
    POLL_INTERVAL_MS,
    deliveries.data !== undefined && areDeliveriesChanging(deliveries.data.data),
  );
  const test = useEndpointTest(webhook);
  return (
    <Dialog heading="Deliveries" onClose={onClose}>
      <div className="row">
        <TestButton webhook={webhook} test={test} />
        <WebhookTestResult webhook={webhook} test={test} />
      </div>
      <QueryResult query={deliveries} height={260}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState heading="No deliveries yet">
              New events are delivered to this endpoint and listed here. The result of a test appears above.
            </EmptyState>
          ) : (
            <ul className="entries">
              {data.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} webhook={webhook} />
              ))}
            </ul>
          )
        }
      </QueryResult>
      <div className="dialog-actions">
        <CopyCurlButton path={`/webhooks/${webhook.id}/deliveries`} />
        <Button busy={deliveries.isFetching} onClick={() => void deliveries.refetch()}>
          Refresh
        </Button>
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
