import * as z from 'zod/mini';
import { CURSOR_DESCRIPTIONS, documentRoute } from '../../platform/contract/documented-route.ts';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import { PLANS } from '../../platform/contract/plans.ts';
import { cursorMeta, timestamp, withDescription } from '../../platform/contract/responses.ts';
import { SCOPES } from '../../platform/contract/scopes.ts';
import { auditLogRoute } from './audit-log.ts';
import { apiKeyUsageRoute } from './keys/api-key-usage.ts';
import { createApiKeyRoute } from './keys/create-api-key.ts';
import { getApiKeyRoute } from './keys/get-api-key.ts';
import { listApiKeysRoute } from './keys/list-api-keys.ts';
import { reportLeakRoute } from './keys/report-leak.ts';
import { revokeApiKeyRoute } from './keys/revoke-api-key.ts';
import { rotateApiKeyRoute } from './keys/rotate-api-key.ts';
import { updateApiKeyRoute } from './keys/update-api-key.ts';
import { limitsRoute } from './limits.ts';
import { profileRoute } from './profile.ts';
import { accountEvent, apiKey, quotas, rateLimitState, secret, usageSeries, userView } from './responses.ts';
import { usageRoute } from './usage.ts';

const EXAMPLE_KEY_ID = `${ID_PREFIXES.apiKey}4fTq8ZkW2sVbN7pX`;

const ALLOWED_IPS_DESCRIPTION =
  'IPv4 and IPv6 addresses and ranges from which the key may be used. Null: all. To allow more addresses than before, you must have signed in within the last 15 minutes.';

export const user = {
  profile: documentRoute(profileRoute, {
    description:
      'The user of the credential, the rate limit and the quotas of the account, and the scopes of the credential.',
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
      'Returns how many requests are left after this one, and the used and allowed number of each quota.',
    fields: {},
    response: z.strictObject({
      plan: z.enum(PLANS),
      account: rateLimitState,
      quotas,
    }),
  }),
  usage: documentRoute(usageRoute, {
    description:
      'The number of requests that the rate limit accepted and rejected, for all keys and sessions of the account together. Requests that API Gateway rejects before the service, such as floods, are not counted.',
    fields: {},
    response: usageSeries,
  }),
  listEvents: documentRoute(auditLogRoute, {
    description:
      'Sign-ins, also failed ones. Changes of keys, sessions, plan and role. Suspensions of the account. Corrections of investments by operators. Newest first. An event is listed within seconds and kept for 400 days.',
    fields: { query: { type: 'Keep only events of this type.', ...CURSOR_DESCRIPTIONS } },
    response: z.array(accountEvent),
    meta: cursorMeta,
  }),
  listApiKeys: documentRoute(listApiKeysRoute, {
    description:
      'Your keys, newest first. Revoked keys are not listed. Expired keys are listed until you delete them.',
    fields: { query: CURSOR_DESCRIPTIONS },
    response: z.array(apiKey),
    meta: cursorMeta,
  }),
  getApiKey: documentRoute(getApiKeyRoute, {
    description: 'One key, without its secret.',
    fields: { params: { id: 'Id of the API key.' } },
    response: apiKey,
    example: { params: { id: EXAMPLE_KEY_ID } },
  }),
  apiKeyUsage: documentRoute(apiKeyUsageRoute, {
    description:
      'The number of requests with one key. If an account uses more than 40 credentials in an hour, some requests are counted only for the account as a whole.',
    fields: { params: { id: 'Id of the API key.' } },
    response: usageSeries,
    example: { params: { id: EXAMPLE_KEY_ID } },
  }),
  createApiKey: documentRoute(createApiKeyRoute, {
    description:
      'Creates an API key. Only a session can do this. The answer contains the key, which is shown only once. You must have signed in within the last 15 minutes if the key has investments:write, or both account:write and investments:read.',
    fields: {
      body: {
        name: 'Name of the key, for people.',
        scopes: {
          description: 'Scopes of the key, each at most once. Default: all read scopes.',
          schema: {
            type: 'array',
            items: { type: 'string', enum: SCOPES },
            minItems: 1,
            maxItems: SCOPES.length,
            uniqueItems: true,
          },
        },
        expires_at: 'Expiry of the key, UTC. Null or left out: it never expires.',
        allowed_ips: ALLOWED_IPS_DESCRIPTION,
      },
    },
    response: z.extend(apiKey, { key: secret }),
    example: { body: { name: 'Production', scopes: ['strategies:read', 'market:read'] } },
  }),
  updateApiKey: documentRoute(updateApiKeyRoute, {
    description:
      'Changes the fields that you send. The change applies from the next request with the key. Only a session can do this.',
    fields: {
      params: { id: 'Id of the API key.' },
      body: { name: 'Name of the key, for people.', allowed_ips: ALLOWED_IPS_DESCRIPTION },
    },
    response: apiKey,
    example: {
      params: { id: EXAMPLE_KEY_ID },
      body: { allowed_ips: ['203.0.113.0/24'] },
    },
  }),
  revokeApiKey: documentRoute(revokeApiKeyRoute, {
    description:
      'Ends a key at once: the next request with it is rejected. Only a session can do this. The service disables the webhook endpoints whose last change, or whose creation, was made with the key. Other keys stay valid, including the key that replaced this one. Sessions, alerts and open transactions continue. If the request is interrupted, the list shows the key as expired: send the request again.',
    fields: { params: { id: 'Id of the API key.' } },
    response: z.strictObject({
      id: z.string(),
      status: z.literal('revoked'),
      successor: withDescription(
        z.nullable(z.string()),
        'Id of the successor that a rotation created; null if there is none. The successor stays valid: revoke it too if somebody else may know it.',
      ),
      webhooks_disabled: withDescription(
        z.array(z.string()),
        'Ids of the webhook endpoints that were disabled with it.',
      ),
    }),
    example: { params: { id: EXAMPLE_KEY_ID } },
  }),
  rotateApiKey: documentRoute(rotateApiKeyRoute, {
    description:
      'Creates a second key with the same name, scopes, expiry and addresses. The old key works until the overlap ends. If the old key itself replaced an earlier key, the earlier key ends now. Only a session can do this. You must have signed in within the last 15 minutes if the key has investments:write, or both account:write and investments:read, or if the new key expires later than the old one.',
    fields: {
      params: { id: 'Id of the API key.' },
      body: {
        overlap_seconds: 'Seconds for which the old key still works. 0 ends it now.',
        expires_at: 'Expiry of the new key. Default: that of the old key.',
      },
    },
    response: z.extend(apiKey, {
      key: secret,
      previous: z.strictObject({ id: z.string(), expires_at: timestamp }),
    }),
    example: { params: { id: EXAMPLE_KEY_ID }, body: { overlap_seconds: 3_600 } },
  }),
  reportLeak: documentRoute(reportLeakRoute, {
    description:
      'Revokes the API key with this text at once. Anyone who finds a key can report it without a ' +
      'credential. The answer is the same whether the key is valid, ended or unknown. A key that replaced it stays ' +
      'valid. The account gets the event api_key.leaked.',
    fields: { body: { key: 'The whole text of the key, and nothing else.' } },
    response: z.strictObject({ status: z.literal('received') }),
    example: { body: { key: 'yk_test_4fTq8ZkW2sVbN7pXr0aL5dYe9uHgJc1mQwRt' } },
  }),
} as const;
