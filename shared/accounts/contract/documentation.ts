import * as z from 'zod/mini';
import { documentRoute, PAGE_TEXTS } from '../../platform/contract/documented-route.ts';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import { PLANS } from '../../platform/contract/plans.ts';
import { described, timestamp } from '../../platform/contract/responses.ts';
import { SCOPES } from '../../platform/contract/scopes.ts';
import { apiKeyUsageRoute } from './keys/api-key-usage.ts';
import { createApiKeyRoute } from './keys/create-api-key.ts';
import { getApiKeyRoute } from './keys/get-api-key.ts';
import { listApiKeysRoute } from './keys/list-api-keys.ts';
import { revokeApiKeyRoute } from './keys/revoke-api-key.ts';
import { rotateApiKeyRoute } from './keys/rotate-api-key.ts';
import { updateApiKeyRoute } from './keys/update-api-key.ts';
import { limitsRoute } from './limits.ts';
import { listAuditEventsRoute } from './list-events.ts';
import { profileRoute } from './profile.ts';
import { accountEvent, apiKey, limitLeft, quotas, secret, usageSeries, userView } from './responses.ts';
import { usageRoute } from './usage.ts';

const EXAMPLE_KEY_ID = `${ID_PREFIXES.apiKey}4fTq8ZkW2sVbN7pX`;

const RESTRICTION_TEXTS = {
  limits:
    "A limit of the key's own, at most the account's, which it draws from as well; none when null. A key gives no " +
    'other more than it has itself, and passes its restrictions on. Left out where the key presented has a limit: all ' +
    'that it makes shares it.',
  allowed_ips: 'IPv4 and IPv6 addresses and ranges that the key may be used from; everywhere when null.',
} as const;

export const user = {
  profile: documentRoute(profileRoute, {
    description:
      'The user behind the credential, the limits of the account, what its plan has room for and how much of that is ' +
      'used, and what the credential may do.',
    fields: {},
    response: z.extend(userView, {
      quotas,
      counts: z.strictObject({
        active_investments: z.int(),
        active_wallet_connections: z.int(),
      }),
      credential: z.strictObject({
        id: z.string(),
        kind: z.enum(['api_key', 'session']),
        scopes: z.array(z.enum(SCOPES)),
      }),
    }),
  }),
  limits: documentRoute(limitsRoute, {
    description:
      "What is left of the account's limit after this request, and of the key's own where it has one; and how much " +
      'of what is stored the plan has room for.',
    fields: {},
    response: z.strictObject({
      plan: z.enum(PLANS),
      account: limitLeft,
      credential: described(z.nullable(limitLeft), 'null for a credential without a limit of its own.'),
      quotas,
    }),
  }),
  usage: documentRoute(usageRoute, {
    description:
      'Requests of all keys and sessions of the account that the rate limit admitted or refused. What the gateway ' +
      'refuses by itself, as it does with floods, is not counted here.',
    fields: {},
    response: usageSeries,
  }),
  listEvents: documentRoute(listAuditEventsRoute, {
    description:
      'Sign-ins, refused ones too, changes of keys, sessions, plan, role and suspension, and corrections of ' +
      'investments by operators, newest first. An event is listed within seconds and kept for 400 days.',
    fields: { query: { type: 'Keep only events of this type.', ...PAGE_TEXTS } },
    response: z.array(accountEvent),
  }),
  listApiKeys: documentRoute(listApiKeysRoute, {
    description: "The user's keys, newest first. Revoked keys are gone; expired ones stay until deleted.",
    fields: { query: PAGE_TEXTS },
    response: z.array(apiKey),
  }),
  getApiKey: documentRoute(getApiKeyRoute, {
    description: 'One key, without its secret.',
    fields: { params: { id: 'Id of the API key.' } },
    response: apiKey,
    example: { params: { id: EXAMPLE_KEY_ID } },
  }),
  apiKeyUsage: documentRoute(apiKeyUsageRoute, {
    description:
      'Requests with one key. Of an account that calls with more than 40 credentials in an hour, some are counted ' +
      'in the usage of the account alone.',
    fields: { params: { id: 'Id of the API key.' } },
    response: usageSeries,
    example: { params: { id: EXAMPLE_KEY_ID } },
  }),
  createApiKey: documentRoute(createApiKeyRoute, {
    description:
      'Makes a key with some or all of the scopes of the credential presented. The answer holds the key itself.',
    fields: {
      body: {
        name: 'What you know the key by.',
        scopes: {
          description: 'What the key may do; never more than the credential that makes it. Each once.',
          schema: {
            type: 'array',
            items: { type: 'string', enum: SCOPES },
            minItems: 1,
            maxItems: SCOPES.length,
            uniqueItems: true,
          },
        },
        expires_at: 'When the key ends, UTC; never when null or left out.',
        ...RESTRICTION_TEXTS,
      },
    },
    response: z.extend(apiKey, { key: secret }),
    example: { body: { name: 'Production', scopes: ['strategies:read', 'market:read'] } },
  }),
  updateApiKey: documentRoute(updateApiKeyRoute, {
    description:
      'Changes what is given, from the very next request with the key on. A key changes itself, and of the others ' +
      'those alone that it could have made.',
    fields: {
      params: { id: 'Id of the API key.' },
      body: { name: 'What you know the key by.', ...RESTRICTION_TEXTS },
    },
    response: apiKey,
    example: {
      params: { id: EXAMPLE_KEY_ID },
      body: { limits: { requests_per_minute: 30, burst: 10 }, allowed_ips: ['203.0.113.0/24'] },
    },
  }),
  revokeApiKey: documentRoute(revokeApiKeyRoute, {
    description:
      'Ends a key at once: the next request with it is refused. A key that it replaced and that still works stays, ' +
      "and counts towards the plan's number again. What the key has made, directly or through others, ends with it. " +
      'Should that be interrupted, the key is on the list as expired: revoke it again to end the rest.',
    fields: { params: { id: 'Id of the API key.' } },
    response: z.strictObject({ id: z.string(), status: z.literal('revoked') }),
    example: { params: { id: EXAMPLE_KEY_ID } },
  }),
  rotateApiKey: documentRoute(rotateApiKeyRoute, {
    description:
      'Makes a new key with the same name and scopes. The old one works on for the overlap; a key that the old one ' +
      'itself replaced ends now. What it has made goes on, though never beyond both of them, or ends at once.',
    fields: {
      params: { id: 'Id of the API key.' },
      body: {
        overlap_seconds: 'How long the old key works on.',
        expires_at: "The new key's expiry; the old key's own when left out.",
        end_descendants:
          'Whether all that the key has made, directly or through others, ends at once, save for the key presented; ' +
          'when left out, true where overlap_seconds is 0, as after a leak.',
      },
    },
    response: z.extend(apiKey, {
      key: secret,
      previous: z.strictObject({ id: z.string(), expires_at: timestamp }),
    }),
    example: { params: { id: EXAMPLE_KEY_ID }, body: { overlap_seconds: 3_600 } },
  }),
} as const;
