/**
 * Statuses of a webhook endpoint. Owners can set `enabled` and `disabled`. An unverified endpoint receives
 * only test events.
 */
export const WEBHOOK_STATUSES = ['unverified', 'enabled', 'disabled'] as const;
export const SETTABLE_STATUSES = ['enabled', 'disabled'] as const;

/**
 * Reasons why an endpoint is disabled. `owner`: its owner disabled it. `gone`: it responded with status 410.
 * `failing`: no delivery succeeded for three days. `key_revoked`: the key in `set_by` was revoked.
 */
export const DISABLED_REASONS = ['owner', 'gone', 'failing', 'key_revoked'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/**
 * Names of the parts of an endpoint that a `webhook.updated` event reports as changed. `set_by` is reported when the
 * key in the field `set_by` has expired.
 */
export const CHANGEABLE_WEBHOOK_PARTS = [
  'url',
  'types',
  'secret',
  'description',
  'status',
  'set_by',
] as const;
export type WebhookPart = (typeof CHANGEABLE_WEBHOOK_PARTS)[number];

export const WEBHOOK_URL_CHARACTERS_MAX = 2_048;

/** Statuses of a delivery. A pending delivery will be retried. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

/** Reasons why a delivery attempt got no valid HTTP response. */
export const DELIVERY_FAILURES = [
  'host_unknown',
  'address_refused',
  'connection_failed',
  'tls_failed',
  'timed_out',
  'answer_malformed',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

/** Number of slots per endpoint in which recent deliveries are stored. */
export const LOG_SLOT_COUNT = 200;

/**
 * Maximum number of attempts that are logged per delivery. It is enough for all scheduled attempts and some
 * manual attempts.
 */
export const LOGGED_ATTEMPTS_MAX = 20;
