/** An owner sets the last two. An unverified endpoint receives nothing but tests. */
export const WEBHOOK_STATUSES = ['unverified', 'enabled', 'disabled'] as const;
export const SETTABLE_STATUSES = ['enabled', 'disabled'] as const;

/**
 * Why an endpoint is disabled: by its owner, because it answered 410, because nothing arrived for three days, or because
 * the key that set it was revoked.
 */
export const DISABLED_REASONS = ['owner', 'gone', 'failing', 'key_revoked'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** What an event says was changed of an endpoint. `set_by`: the key in it has expired. */
export const WEBHOOK_PARTS = ['url', 'types', 'secret', 'description', 'status', 'set_by'] as const;
export type WebhookPart = (typeof WEBHOOK_PARTS)[number];

/** Characters of an endpoint's address. */
export const WEBHOOK_URL_MAX = 2_048;

/** The status of a delivery: a pending delivery is retried. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

/** Why no answer came. */
export const DELIVERY_FAILURES = [
  'host_unknown',
  'address_refused',
  'connection_failed',
  'tls_failed',
  'timed_out',
  'answer_malformed',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

/** The number of slots that keep an endpoint's recent deliveries. */
export const LOG_SLOTS = 200;

/** Attempts that the log keeps of one delivery: those of the schedule, and some by hand. */
export const LOGGED_ATTEMPTS_MAX = 20;
