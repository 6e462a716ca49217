import { findSigningSecrets } from '../domain/webhook.ts';
import type { DeliveryItem } from '../store/deliveries.ts';
import type { WebhookItem } from '../store/webhooks.ts';

const iso = (ms: number) => new Date(ms).toISOString();

/** Returns an endpoint in the form that its owner sees, without its secret. */
export function webhookView(item: WebhookItem, now: Date) {
  const [, previousSecret] = findSigningSecrets(item.secrets, now.getTime());
  return {
    id: item.id,
    url: item.url,
    description: item.description,
    types: item.types,
    status: item.status,
    disabled_reason: item.disabled_reason,
    verified_at: item.verified_at,
    previous_secret_until: previousSecret?.until_ms === undefined ? null : iso(previousSecret.until_ms),
    last_delivered_at: item.delivered_ms === undefined ? null : iso(item.delivered_ms),
    failing_since: item.failing_since_ms === undefined ? null : iso(item.failing_since_ms),
    waiting_events: Object.keys(item.waiting).length,
    created_by: item.created_by,
    set_by: item.set_by,
    created_at: item.created_at,
    updated_at: item.updated_at,
  };
}

export function toDeliveryView({ slot: _slot, restricted: _restricted, ...delivery }: DeliveryItem) {
  return delivery;
}
