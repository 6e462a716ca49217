import * as z from 'zod/mini';
import { ACTOR_KINDS, AUDIT_TYPES } from '../../platform/contract/audit.ts';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import { PLANS } from '../../platform/contract/plans.ts';
import { count, described, nameSchemas, timestamp } from '../../platform/contract/responses.ts';
import { ROLES, SCOPES } from '../../platform/contract/scopes.ts';

/** A user's own profile. */
export const userView = z.strictObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.user)),
  wallet_address: described(
    z.nullable(z.string()),
    'The wallet that the user signs in with; null for users whom an operator made.',
  ),
  wallet_chain_id: described(
    z.nullable(z.int()),
    'The chain (EIP-155 id) of a wallet that is a contract; null for a wallet that is a key.',
  ),
  name: z.nullable(z.string()),
  role: z.enum(ROLES),
  plan: z.enum(PLANS),
  limits: z.strictObject({
    requests_per_minute: z.int(),
    burst: described(z.int(), 'Requests that may arrive at once.'),
  }),
  created_at: timestamp,
});

export const apiKey = z.strictObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.apiKey)),
  name: z.string(),
  hint: described(z.string(), 'The first characters of the key, to tell it from others.'),
  scopes: z.array(z.enum(SCOPES)),
  status: described(
    z.enum(['active', 'replaced', 'expired']),
    'A replaced key was rotated and works until expires_at.',
  ),
  created_at: timestamp,
  expires_at: described(z.nullable(timestamp), 'null for a key that never expires.'),
  last_used_at: described(
    z.nullable(timestamp),
    'Beginning of the hour of its last request, or when it was made; null for a key that was never used.',
  ),
  requests_used: described(z.int(), 'Requests admitted with this key so far.'),
  replaced_by: described(z.nullable(z.string()), 'Id of the key that a rotation put in its place.'),
  allowed_ips: described(
    z.nullable(z.array(z.string())),
    'Addresses and ranges that the key may be used from; null for everywhere.',
  ),
});

/** The state of the rate limit after the current request. */
export const limitLeft = z.strictObject({
  requests_per_minute: z.int(),
  burst: z.int(),
  remaining: described(count, 'What X-RateLimit-Remaining says.'),
  available: described(
    count,
    'Requests that would be admitted at once, what the burst allows beyond included.',
  ),
  full_at: described(timestamp, 'From then on all of it is there.'),
});

const quota = z.strictObject({ used: count, max: count });

/** Number of stored things and the plan's maximum for each. */
export const quotas = z.strictObject({
  api_keys: described(quota, 'Expired ones count until they are deleted.'),
  sessions: described(quota, 'A further login ends the oldest.'),
  wallet_connections: described(quota, 'Those that have not been removed.'),
  sub_accounts: described(quota, 'Sub-accounts. They are never removed.'),
  alerts: described(quota, 'Those that have not been deleted.'),
  webhooks: described(quota, 'Endpoints that have not been deleted, disabled ones included.'),
});

const requestCounts = {
  admitted: count,
  refused: described(count, 'Refused by the rate limit, or for the address that they came from.'),
};

/** Request counts by hour and by day, oldest first. */
export const usageSeries = z.strictObject({
  hours: described(
    z.array(z.strictObject({ from: timestamp, ...requestCounts })),
    'The last 48 hours, the present one included.',
  ),
  days: described(
    z.array(z.strictObject({ date: z.iso.date(), ...requestCounts })),
    'The last 90 days (UTC), today included.',
  ),
});

export const secret = described(z.string(), 'The key itself. It is shown this once and stored nowhere.');

export const session = z.strictObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.session)),
  created_at: timestamp,
  expires_at: timestamp,
  last_used_at: described(
    z.nullable(timestamp),
    'Beginning of the hour of its last request, or when it began; null for a session that was never used.',
  ),
  source_ip: described(z.nullable(z.string()), 'The address that it began from.'),
  user_agent: described(
    z.nullable(z.string()),
    'What the browser or program that it began in calls itself; null where it said nothing.',
  ),
  wallet_app: described(
    z.nullable(z.string()),
    'The wallet that signed, as the client named it at the login; null where it named none.',
  ),
  current: described(z.boolean(), 'Whether it is the session that asks.'),
});

export const adminUser = z.strictObject({
  id: z.string(),
  wallet_address: described(z.nullable(z.string()), 'The wallet that signs in; EIP-55 form.'),
  wallet_chain_id: described(
    z.nullable(z.int()),
    'The chain (EIP-155 id) of a wallet that is a contract; null for a wallet that is a key.',
  ),
  name: z.nullable(z.string()),
  role: z.enum(ROLES),
  plan: z.enum(PLANS),
  limits: z.strictObject({ requests_per_minute: z.int(), burst: z.int() }),
  api_keys: described(z.int().check(z.minimum(0)), "Keys that count towards the plan's number."),
  suspended_at: described(z.nullable(timestamp), 'Since when nothing of theirs works; null while it does.'),
  created_at: timestamp,
  updated_at: timestamp,
});
export type AdminUser = z.infer<typeof adminUser>;

/** An audit event of an account or of an operator. */
export const accountEvent = z.strictObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.event)),
  type: z.enum(AUDIT_TYPES),
  at: timestamp,
  account: described(
    z.nullable(z.string()),
    'Id of the account that it is about; null for what is about none.',
  ),
  actor: z.strictObject({
    kind: described(
      z.enum(ACTOR_KINDS),
      'operator: of this service. anonymous: somebody who did not get in.',
    ),
    id: described(z.nullable(z.string()), 'The credential.'),
    account: described(z.nullable(z.string()), "Id of the credential's account."),
  }),
  source_ip: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  subject: described(z.nullable(z.string()), 'Id of what was made, changed or ended.'),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

nameSchemas({
  User: [userView, 'A user as they see themselves.'],
  ApiKey: [apiKey, 'An API key without its secret.'],
  Session: [session, 'A session that has not ended.'],
  AccountEvent: [accountEvent, 'Something that was done to an account, or by an operator.'],
  AdminUser: [adminUser, 'A user as administrators see them.'],
});
