import * as z from 'zod/mini';
import { INTENT_FAILURES } from '../../investments/contract/investment.ts';
import { PLANS } from '../../platform/contract/plans.ts';
import { amountOutput, count, described, timestamp } from '../../platform/contract/responses.ts';
import { RISK_LEVELS } from '../../strategies/contract/strategy.ts';
import type { EventType } from './event-types.ts';
import { QUOTA_KINDS } from './quotas.ts';

const text = z.string();

/** What every event of money says. */
const movement = {
  transaction_id: described(text, 'Id of the transaction.'),
  transaction_type: described(
    z.enum(['deposit', 'withdrawal', 'adjustment']),
    'What kind of movement it is.',
  ),
  settlement: z.enum(['onchain', 'sandbox']),
  investment_id: described(z.nullable(text), 'Id of the investment; null where there is none.'),
  strategy_id: text,
  user_id: described(z.nullable(text), "The account's own user for whom it is; null for the account itself."),
  asset: described(text, 'Asset symbol, upper case.'),
  amount: described(z.nullable(amountOutput), 'In units of the asset; null for everything that is there.'),
  transaction_hash: described(z.nullable(text), 'The transaction on its chain; null where there is none.'),
};

/** What every event of a strategy says: they are made by alerts alone. */
const strategy = {
  alert_id: described(text, 'Id of the alert that made it.'),
  strategy_id: text,
  strategy_name: text,
  chain: described(text, 'Blockchain name, lower case.'),
  asset: described(text, 'Asset symbol, upper case.'),
  protocol: described(text, 'Name of the protocol, lower case.'),
  observed_at: described(timestamp, 'When the source observed the figures.'),
};
const apy = { ...strategy, apy: z.number() };
const apyMove = {
  ...apy,
  reference_apy: described(z.number(), 'What it is compared with, percent: the extreme of the days before.'),
  change: described(z.number(), 'Percentage points.'),
  days: described(count, 'The days before that it is compared with.'),
};
const level = { ...apy, level: described(z.number(), "The alert's level, percent.") };
const status = { ...strategy, status: z.enum(['listed', 'unlisted', 'paused']) };

const alerted = { alert_id: strategy.alert_id, ...movement };
const session = {
  session_id: described(z.nullable(text), 'Id of the session; null where several ended at once.'),
};
const apiKey = { api_key_id: described(text, 'Id of the API key.') };
const change = {
  before: described(z.nullable(text), 'What it was; null for none.'),
  after: described(z.nullable(text), 'What it is now; null for none.'),
};
const quota = {
  quota: described(z.enum(QUOTA_KINDS), 'What there is so much of.'),
  used: count,
  max: count,
  plan: z.enum(PLANS),
};
const requestLimit = {
  hour: described(timestamp, 'Beginning of the hour that the counts are of.'),
  admitted: described(count, 'Requests of the hour that were admitted.'),
  refused: described(count, 'Requests of the hour that the limit refused.'),
  requests_per_minute: z.int(),
};

/** What each type of event says, in words and as a schema of its `data`. */
export const EVENT_DATA = {
  'investment.pending': ['A movement waits for its transaction on the chain.', movement],
  'investment.confirmed': ['A movement is in the books for good.', movement],
  'investment.failed': [
    'A movement has failed on the chain.',
    {
      ...movement,
      failure: described(z.nullable(z.enum(INTENT_FAILURES)), 'How; null where it is not known.'),
    },
  ],
  'investment.expired': ['No transaction came for a movement in time.', movement],
  'investment.cancelled': ['A movement was given up before anything was sent.', movement],
  'investment.reversed': ['The chain took back a movement that had been confirmed.', movement],
  'investment.adjusted': [
    'An operator has corrected an investment.',
    { ...movement, reason: described(z.nullable(text), 'What the operator said.') },
  ],
  'strategy.apy_above': ['The APY of a watched strategy has risen above a level.', level],
  'strategy.apy_below': ['The APY of a watched strategy has fallen below a level.', level],
  'strategy.apy_rose': ['The APY of a watched strategy has risen by so much.', apyMove],
  'strategy.apy_fell': ['The APY of a watched strategy has fallen by so much.', apyMove],
  'strategy.tvl_fell': [
    'The TVL of a watched strategy has fallen by so much.',
    {
      ...strategy,
      tvl: z.number(),
      reference_tvl: described(z.number(), 'The highest TVL of the days before, USD.'),
      change: described(z.number(), 'Percent of it.'),
      days: apyMove.days,
    },
  ],
  'strategy.risk_level_changed': [
    'A watched strategy has another risk level.',
    {
      ...strategy,
      risk_level: z.enum(RISK_LEVELS),
      previous_risk_level: described(z.enum(RISK_LEVELS), 'What it was.'),
    },
  ],
  'strategy.flagged': [
    'A warning flag was raised on a watched strategy.',
    { ...strategy, flag: described(text, 'The flag, such as stuck_rate.') },
  ],
  'strategy.unlisted': ['A watched strategy is in the catalog no more.', status],
  'strategy.relisted': ['A watched strategy is in the catalog again.', status],
  'strategy.paused': ['A watched strategy takes no deposits until operators resume it.', status],
  'strategy.stale': ['The source of a watched strategy has said nothing new for a day.', strategy],
  'deposit.confirmed': ['A deposit that an alert watches is in the books for good.', alerted],
  'deposit.failed': ['A deposit that an alert watches has failed.', alerted],
  'session.created': ['Somebody has signed in to the account.', session],
  'session.ended': ['A session of the account has ended before its time.', session],
  'api_key.created': ['The account has a new API key.', apiKey],
  'api_key.updated': [
    'An API key of the account has other restrictions, another name or an earlier expiry.',
    apiKey,
  ],
  'api_key.rotated': ['A new key has taken the place of an API key.', apiKey],
  'api_key.revoked': ['An API key works no more.', apiKey],
  'api_key.refused': [
    'In an hour, requests with an API key came from addresses from which it may not be used.',
    {
      ...apiKey,
      hour: described(timestamp, 'Beginning of the hour that the count is of.'),
      refused: described(count, 'Requests of the hour that were refused for their address.'),
    },
  ],
  'user.plan_changed': ['The account is on another plan.', change],
  'user.limits_changed': ['The account has other limits.', change],
  'user.role_changed': ['The user has another role.', change],
  'user.suspended': ['The account is suspended: nothing of it works.', { at: timestamp }],
  'user.reinstated': ['The account works again.', { at: timestamp }],
  'quota.warning': ['80% of what the plan has room for is used; told once a day at most.', quota],
  'quota.reached': ['The plan has no room for more; told once a day at most.', quota],
  'request_limit.warning': ['In an hour, 80% of what the limit admits was used.', requestLimit],
  'request_limit.reached': ['In an hour, requests were refused by the limit.', requestLimit],
  'version.deprecated': [
    'The end of a version of the API is announced.',
    {
      version: described(text, 'The version.'),
      deprecated_on: described(z.iso.date(), 'Day from which on it is deprecated, UTC.'),
      sunset_on: described(
        z.nullable(z.iso.date()),
        'Day after which it may be switched off; null while open.',
      ),
      successor: described(z.nullable(text), 'The version that takes its place.'),
    },
  ],
  'webhook.disabled': [
    'A webhook endpoint is sent nothing more: nothing arrived for three days, or it answered 410.',
    {
      webhook_id: described(text, 'Id of the webhook endpoint.'),
      url: described(text, 'Where it is.'),
      reason: described(z.enum(['gone', 'failing']), 'gone: it answered 410. failing: nothing arrived.'),
      failing_since: described(
        z.nullable(timestamp),
        'Since when nothing arrives; null where something had.',
      ),
    },
  ],
} as const satisfies Record<EventType, readonly [string, Readonly<Record<string, z.ZodMiniType>>]>;

/** The fields of an event's data. */
export type EventData<T extends EventType> = z.infer<z.ZodMiniObject<(typeof EVENT_DATA)[T][1]>>;
