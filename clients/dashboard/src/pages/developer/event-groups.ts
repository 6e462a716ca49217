import type { WebhookEvent } from '../../../../sdk/src/index.ts';

export type EventType = WebhookEvent['type'];

/** Groups of event types that users choose together. */
const EVENT_GROUP_LABELS = {
  money: 'Deposits, withdrawals and corrections',
  strategies: 'Alerts about strategies',
  access: 'Keys and sessions',
  account: 'Plan, role and suspension',
  limits: 'Limits on the number of items, and the rate limit',
  service: 'Versions of the API, and webhook endpoints that fail',
} as const;
export type EventGroup = keyof typeof EVENT_GROUP_LABELS;

/** If an event type has no group, the code does not compile. */
const GROUP_BY_EVENT_TYPE: Readonly<Record<EventType, EventGroup>> = {
  'investment.pending': 'money',
  'investment.confirmed': 'money',
  'investment.failed': 'money',
  'investment.expired': 'money',
  'investment.cancelled': 'money',
  'investment.reversed': 'money',
  'investment.adjusted': 'money',
  'deposit.confirmed': 'money',
  'deposit.failed': 'money',
  'strategy.apy_above': 'strategies',
  'strategy.apy_below': 'strategies',
  'strategy.apy_rose': 'strategies',
  'strategy.apy_fell': 'strategies',
  'strategy.tvl_fell': 'strategies',
  'strategy.risk_level_changed': 'strategies',
  'strategy.flagged': 'strategies',
  'strategy.unlisted': 'strategies',
  'strategy.relisted': 'strategies',
  'strategy.paused': 'strategies',
  'strategy.stale': 'strategies',
  'session.created': 'access',
  'session.ended': 'access',
  'api_key.created': 'access',
  'api_key.updated': 'access',
  'api_key.rotated': 'access',
  'api_key.revoked': 'access',
  'api_key.leaked': 'access',
  'api_key.refused': 'access',
  'user.plan_changed': 'account',
  'user.limits_changed': 'account',
  'user.role_changed': 'account',
  'user.suspended': 'account',
  'user.reinstated': 'account',
  'quota.warning': 'limits',
  'quota.reached': 'limits',
  'request_limit.warning': 'limits',
  'request_limit.reached': 'limits',
  'version.deprecated': 'service',
  'webhook.created': 'access',
  'webhook.updated': 'access',
  'webhook.disabled': 'service',
};

const isEventGroup = (text: string): text is EventGroup => text in EVENT_GROUP_LABELS;
const isEventType = (text: string): text is EventType => text in GROUP_BY_EVENT_TYPE;

export const EVENT_GROUPS = Object.entries(EVENT_GROUP_LABELS).flatMap(([group, text]) =>
  isEventGroup(group) ? [[group, text] as const] : [],
);

const EVENT_TYPES = Object.keys(GROUP_BY_EVENT_TYPE).filter(isEventType);

/**
 * Returns the event types of the groups, or null if all groups are chosen. For the API, null means all event types,
 * including types that later releases add.
 */
export function eventTypesOfGroups(groups: readonly EventGroup[]): EventType[] | null {
  if (groups.length === EVENT_GROUPS.length) return null;
  return EVENT_TYPES.filter((type) => groups.includes(GROUP_BY_EVENT_TYPE[type]));
}
