import * as z from 'zod/mini';
import { ACTOR_KINDS, AUDIT_EVENT_TYPES } from '../../platform/contract/audit.ts';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import { PLANS } from '../../platform/contract/plans.ts';
import { count, registerSchemaNames, timestamp, withDescription } from '../../platform/contract/responses.ts';
import { ROLES, SCOPES } from '../../platform/contract/scopes.ts';

export const userView = z.strictObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.user)),
  wallet_address: withDescription(
    z.nullable(z.string()),
    'The wallet with which the user signs in; null for users that an operator created.',
  ),
  wallet_chain_id: withDescription(
    z.nullable(z.int()),
    'The chain (EIP-155 id) of a wallet that is a contract; null for a wallet that is a key.',
  ),
  name: z.nullable(z.string()),
  role: z.enum(ROLES),
  plan: z.enum(PLANS),
  limits: z.strictObject({
    requests_per_minute: z.int(),
    burst: withDescription(z.int(), 'Requests that may arrive at once.'),
  }),
  created_at: timestamp,
});

export const apiKey = z.strictObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.apiKey)),
  name: z.string(),
  hint: withDescription(z.string(), 'The first characters of the key, by which you recognize it.'),
  scopes: z.array(z.enum(SCOPES)),
  status: withDescription(
    z.enum(['active', 'replaced', 'expired']),
    'A replaced key was rotated and works until expires_at.',
  ),
  created_at: timestamp,
  expires_at: withDescription(z.nullable(timestamp), 'null for a key that never expires.'),
  last_used_at: withDescription(
    z.nullable(timestamp),
    'When the key was last used: the beginning of the hour of the last request, but not before the creation. Null if it was never used.',
  ),
  requests_used: withDescription(z.int(), 'Requests admitted with this key so far.'),
  replaced_by: withDescription(z.nullable(z.string()), 'Id of the successor that a rotation created.'),
  allowed_ips: withDescription(
    z.nullable(z.array(z.string())),
    'IP addresses and ranges from which the key may be used; null for all.',
  ),
});

export const rateLimitState = z.strictObject({
  requests_per_minute: z.int(),
  burst: z.int(),
  remaining: withDescription(count, 'Same value as the header X-RateLimit-Remaining.'),
  available: withDescription(count, 'Requests that can arrive at once now, including the burst.'),
  full_at: withDescription(timestamp, 'Time at which the bucket is full again.'),
});

const quota = z.strictObject({ used: count, max: count });

/** Number of stored items of each kind, and the maximum that the plan allows. */
export const quotas = z.strictObject({
  api_keys: withDescription(quota, 'Used and allowed number. Expired keys count until they are deleted.'),
  sessions: withDescription(quota, 'A further login ends the oldest.'),
  wallet_connections: withDescription(quota, 'Those that have not been removed.'),
  sub_accounts: withDescription(quota, 'Sub-accounts. They are never removed.'),
  alerts: withDescription(quota, 'Those that have not been deleted.'),
  webhooks: withDescription(quota, 'Endpoints that have not been deleted, disabled ones included.'),
});

const requestCountFields = {
  admitted: count,
  refused: withDescription(count, 'Requests that the rate limit or the address allowlist rejected.'),
};

export const usageSeries = z.strictObject({
  hours: withDescription(
    z.array(z.strictObject({ from: timestamp, ...requestCountFields })),
    'The last 48 hours, including the current one.',
  ),
  days: withDescription(
    z.array(z.strictObject({ date: z.iso.date(), ...requestCountFields })),
    'The last 90 days (UTC), today included.',
  ),
});

export const secret = withDescription(
  z.string(),
  'The key. It is shown only once, and the service does not store it.',
);

export const session = z.strictObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.session)),
  created_at: timestamp,
  expires_at: timestamp,
  last_used_at: withDescription(
    z.nullable(timestamp),
    'When the session was last used: the beginning of the hour of the last request, but not before the sign-in. Null if it was never used.',
  ),
  source_ip: withDescription(z.nullable(z.string()), 'IP address of the sign-in.'),
  user_agent: withDescription(
    z.nullable(z.string()),
    'User-Agent header of the sign-in; null if there was none.',
  ),
  wallet_app: withDescription(
    z.nullable(z.string()),
    'Name of the wallet, as the client sent it at the login; null if it sent none.',
  ),
  current: withDescription(z.boolean(), 'Whether it is the session of this request.'),
});

export const adminUser = z.strictObject({
  id: z.string(),
  wallet_address: withDescription(z.nullable(z.string()), 'The wallet that signs in; EIP-55 form.'),
  wallet_chain_id: withDescription(
    z.nullable(z.int()),
    'The chain (EIP-155 id) of a wallet that is a contract; null for a wallet that is a key.',
  ),
  name: z.nullable(z.string()),
  role: z.enum(ROLES),
  plan: z.enum(PLANS),
  limits: z.strictObject({ requests_per_minute: z.int(), burst: z.int() }),
  api_keys: withDescription(z.int().check(z.minimum(0)), 'Number of keys that count towards the quota.'),
  suspended_at: withDescription(
    z.nullable(timestamp),
    'Time of the suspension; null if the user is not suspended.',
  ),
  created_at: timestamp,
  updated_at: timestamp,
});
export type AdminUser = z.infer<typeof adminUser>;

/** An audit event. It records a change of an account, or an action of an operator. */
export const accountEvent = z.strictObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.event)),
  type: z.enum(AUDIT_EVENT_TYPES),
  at: timestamp,
  account: withDescription(
    z.nullable(z.string()),
    'Id of the account that the event is about; null if there is none.',
  ),
  actor: z.strictObject({
    kind: withDescription(
      z.enum(ACTOR_KINDS),
      'operator: an operator of the service. anonymous: a caller whose credential was not valid.',
    ),
    id: withDescription(z.nullable(z.string()), 'The credential.'),
    account: withDescription(z.nullable(z.string()), "Id of the credential's account."),
  }),
  source_ip: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  subject: withDescription(z.nullable(z.string()), 'Id of the item that was created, changed or ended.'),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

registerSchemaNames({
  User: [userView, 'A user as they see themselves.'],
  ApiKey: [apiKey, 'An API key without its secret.'],
  Session: [session, 'A session that has not ended.'],
  AccountEvent: [accountEvent, 'An audit event: a change of an account, or an action of an operator.'],
  AdminUser: [adminUser, 'A user as administrators see them.'],
});
