import * as z from 'zod/mini';
import { VAULT_TRANSACTION_FAILURES } from '../../investments/contract/investment.ts';
import { PLANS } from '../../platform/contract/plans.ts';
import { amountOutput, count, timestamp, withDescription } from '../../platform/contract/responses.ts';
import { RISK_LEVELS } from '../../strategies/contract/strategy.ts';
import { ALERT_TARGETS } from './alerts/alert-kinds.ts';
import type { EventType } from './event-types.ts';
import { QUOTA_KINDS } from './quotas.ts';
import { CHANGEABLE_WEBHOOK_PARTS } from './webhooks/webhook-values.ts';

const text = z.string();

const transactionFields = {
  transaction_id: withDescription(text, 'Id of the transaction.'),
  transaction_type: withDescription(
    z.enum(['deposit', 'withdrawal', 'adjustment']),
    'Type of the transaction.',
  ),
  settlement: z.enum(['onchain', 'sandbox']),
  investment_id: withDescription(z.nullable(text), 'Id of the investment; null if there is none.'),
  strategy_id: text,
  user_id: withDescription(z.nullable(text), "Id of the end user (sub-account); null for the account's own."),
  asset: withDescription(text, 'Asset symbol, upper case.'),
  amount: withDescription(
    z.nullable(amountOutput),
    'Amount in units of the asset; null for a withdrawal of everything.',
  ),
  transaction_hash: withDescription(
    z.nullable(text),
    'Hash of the transaction on its chain; null if there ' + 'is none.',
  ),
};

/** Fields of all events about a strategy. Only alerts create such events. */
const strategyFields = {
  alert_id: withDescription(text, 'Id of the alert that created the event.'),
  alert_target: withDescription(
    z.enum(ALERT_TARGETS),
    'What the alert watches. Events of positions need `investments:read`.',
  ),
  strategy_id: text,
  strategy_name: text,
  chain: withDescription(text, 'Blockchain name, lower case.'),
  asset: withDescription(text, 'Asset symbol, upper case.'),
  protocol: withDescription(text, 'Name of the protocol, lower case.'),
  observed_at: withDescription(timestamp, 'When the source observed the figures.'),
};
const apy = { ...strategyFields, apy: z.number() };
const apyChangeFields = {
  ...apy,
  reference_apy: withDescription(
    z.number(),
    'APY of the comparison, percent: the highest or lowest of the past days.',
  ),
  change: withDescription(z.number(), 'Percentage points.'),
  days: withDescription(count, 'Number of past days of the comparison.'),
};
const apyLevelFields = { ...apy, level: withDescription(z.number(), "The alert's level, percent.") };
const status = { ...strategyFields, status: z.enum(['listed', 'unlisted', 'paused']) };

const depositAlertFields = { alert_id: strategyFields.alert_id, ...transactionFields };
const sessionFields = {
  session_id: withDescription(z.nullable(text), 'Id of the session; null where several ended at once.'),
};
const apiKey = { api_key_id: withDescription(text, 'Id of the API key.') };
const change = {
  before: withDescription(z.nullable(text), 'The value before the change; null if there was none.'),
  after: withDescription(z.nullable(text), 'The value after the change; null if there is none.'),
};
const quotaFields = {
  quota: withDescription(z.enum(QUOTA_KINDS), 'The kind of quota.'),
  used: count,
  max: count,
  plan: z.enum(PLANS),
};
const requestLimitFields = {
  hour: withDescription(timestamp, 'Beginning of the hour in which the requests were counted.'),
  admitted: withDescription(count, 'Accepted requests of the hour.'),
  refused: withDescription(count, 'Requests of the hour that the rate limit rejected.'),
  requests_per_minute: z.int(),
};

const webhookFields = {
  webhook_id: withDescription(text, 'Id of the webhook endpoint.'),
  url: withDescription(text, 'Address of the endpoint.'),
};

/** Description and schema of the `data` of each event type. */
export const EVENT_DATA_BY_TYPE = {
  'investment.pending': ['A transaction waits for the wallet to send its steps.', transactionFields],
  'investment.confirmed': ['A transaction is confirmed.', transactionFields],
  'investment.failed': [
    'A transaction failed on the chain.',
    {
      ...transactionFields,
      failure: withDescription(
        z.nullable(z.enum(VAULT_TRANSACTION_FAILURES)),
        'The reason; null if unknown.',
      ),
    },
  ],
  'investment.expired': [
    'A transaction expired, because its steps were not sent in time.',
    transactionFields,
  ],
  'investment.cancelled': ['A transaction was cancelled before its steps were sent.', transactionFields],
  'investment.reversed': ['A chain reorganization reversed a confirmed transaction.', transactionFields],
  'investment.adjusted': [
    'An operator corrected an investment.',
    { ...transactionFields, reason: withDescription(z.nullable(text), 'Reason of the operator.') },
  ],
  'strategy.apy_above': ['The APY of a watched strategy has risen above a level.', apyLevelFields],
  'strategy.apy_below': ['The APY of a watched strategy has fallen below a level.', apyLevelFields],
  'strategy.apy_rose': ['The APY of a watched strategy rose by the set amount.', apyChangeFields],
  'strategy.apy_fell': ['The APY of a watched strategy fell by the set amount.', apyChangeFields],
  'strategy.tvl_fell': [
    'The TVL of a watched strategy fell by the set percentage.',
    {
      ...strategyFields,
      tvl: z.number(),
      reference_tvl: withDescription(z.number(), 'The highest TVL of the days before, USD.'),
      change: withDescription(z.number(), 'Change in percent of reference_tvl.'),
      days: apyChangeFields.days,
    },
  ],
  'strategy.risk_level_changed': [
    'The risk level of a watched strategy changed.',
    {
      ...strategyFields,
      risk_level: z.enum(RISK_LEVELS),
      previous_risk_level: withDescription(z.enum(RISK_LEVELS), 'Risk level before the change.'),
    },
  ],
  'strategy.flagged': [
    'A warning flag was raised on a watched strategy.',
    { ...strategyFields, flag: withDescription(text, 'The flag, such as stuck_rate.') },
  ],
  'strategy.unlisted': ['A watched strategy left the catalog.', status],
  'strategy.relisted': ['A watched strategy is in the catalog again.', status],
  'strategy.paused': ['Operators paused deposits into a watched strategy.', status],
  'strategy.stale': ['The figures of a watched strategy are older than a day.', strategyFields],
  'deposit.confirmed': ['A deposit that an alert watches is confirmed.', depositAlertFields],
  'deposit.failed': ['A deposit that an alert watches failed.', depositAlertFields],
  'session.created': ['A wallet signed in to the account.', sessionFields],
  'session.ended': ['A session of the account ended before its expiry.', sessionFields],
  'api_key.created': ['The account has a new API key.', apiKey],
  'api_key.updated': [
    'An API key of the account has other restrictions, another name or an earlier expiry.',
    apiKey,
  ],
  'api_key.rotated': ['An API key was rotated.', apiKey],
  'api_key.revoked': ['An API key was revoked.', apiKey],
  'api_key.leaked': ['Somebody reported the text of an API key as leaked. The key is revoked.', apiKey],
  'api_key.refused': [
    'In one hour, requests with an API key came from IP addresses outside its allowlist.',
    {
      ...apiKey,
      hour: withDescription(timestamp, 'Beginning of the counted hour.'),
      refused: withDescription(
        count,
        'Requests of the hour that were rejected, because the allowlist does not contain their IP address.',
      ),
    },
  ],
  'user.plan_changed': ['The account is on another plan.', change],
  'user.limits_changed': ['The account has other limits.', change],
  'user.role_changed': ['The user has another role.', change],
  'user.suspended': ['The account is suspended. Its requests are rejected.', { at: timestamp }],
  'user.reinstated': ['The account works again.', { at: timestamp }],
  'quota.warning': ['80% of a quota is used. Sent at most once a day.', quotaFields],
  'quota.reached': ['A quota is used up. Sent at most once a day.', quotaFields],
  'request_limit.warning': ['80% of the rate limit was used in one hour.', requestLimitFields],
  'request_limit.reached': ['The rate limit rejected requests in one hour.', requestLimitFields],
  'version.deprecated': [
    'The end of a version of the API is announced.',
    {
      version: withDescription(text, 'The version.'),
      deprecated_on: withDescription(z.iso.date(), 'Day from which it is deprecated, UTC.'),
      sunset_on: withDescription(
        z.nullable(z.iso.date()),
        'Day after which it may be switched off; null while open.',
      ),
      successor: withDescription(z.nullable(text), 'The version that replaces it.'),
    },
  ],
  'webhook.created': [
    'The account has a new webhook endpoint.',
    {
      ...webhookFields,
      by: withDescription(z.nullable(text), 'Id of the API key or session that created it.'),
    },
  ],
  'webhook.updated': [
    'A webhook endpoint was changed, its secret was rotated, or the API key that set it has expired.',
    {
      ...webhookFields,
      by: withDescription(
        z.nullable(text),
        'Id of the API key or session that changed it; null for an expiry.',
      ),
      changed: withDescription(
        z.array(z.enum(CHANGEABLE_WEBHOOK_PARTS)),
        'What was changed. set_by: the key in set_by has expired, and the endpoint still receives events.',
      ),
    },
  ],
  'webhook.disabled': [
    'A webhook endpoint was disabled: nothing arrived for three days, it answered 410, or the key that set it was revoked.',
    {
      ...webhookFields,
      reason: withDescription(
        z.enum(['gone', 'failing', 'key_revoked']),
        'gone: it answered 410. failing: nothing arrived. key_revoked: the key in set_by was revoked or reported as leaked.',
      ),
      failing_since: withDescription(
        z.nullable(timestamp),
        'Since when deliveries fail; null if the last one succeeded.',
      ),
    },
  ],
} as const satisfies Record<EventType, readonly [string, Readonly<Record<string, z.ZodMiniType>>]>;

export type EventData<T extends EventType> = z.infer<z.ZodMiniObject<(typeof EVENT_DATA_BY_TYPE)[T][1]>>;
