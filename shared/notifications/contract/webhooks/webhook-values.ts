export const WEBHOOK_STATUSES = ['enabled', 'disabled'] as const;

/** Why an endpoint is not sent to: its owner's wish, its own word (410), or three days in which nothing arrived. */
export const DISABLED_REASONS = ['owner', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Characters of an endpoint's address. */
export const WEBHOOK_URL_MAX = 2_048;

/** Where a delivery stands: pending is one that is tried again. */
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

/** What was sent to an endpoint of late is kept in so many slots. */
export const LOG_SLOTS = 200;

/** Attempts that the log keeps of one delivery: those of the schedule, and some by hand. */
export const LOGGED_ATTEMPTS_MAX = 20;
