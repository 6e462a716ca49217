import * as z from 'zod';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import { PLANS } from '../../platform/contract/plans.ts';
import { pageParams, textParam } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { ROLES, SCOPES } from '../../platform/contract/scopes.ts';

const timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC.' });

/** The longest overlap of a rotation: a week, in seconds. */
export const OVERLAP_MAX_SECONDS = 7 * 86_400;
export const OVERLAP_DEFAULT_SECONDS = 86_400;
const SCOPES_RULE = `must be one or more of ${SCOPES.join(', ')}`;

/** A user as they see themselves. */
export const userView = z.strictObject({
  id: z.string().startsWith(ID_PREFIXES.user),
  wallet_address: z
    .string()
    .nullable()
    .meta({ description: 'The wallet that the user signs in with; null for users whom an operator made.' }),
  name: z.string().nullable(),
  role: z.enum(ROLES),
  plan: z.strictObject({
    name: z.enum(PLANS),
    requests_per_minute: z.int(),
    burst: z.int().meta({ description: 'Requests that may arrive at once.' }),
    max_api_keys: z.int(),
  }),
  created_at: timestamp,
});

export const apiKey = z.strictObject({
  id: z.string().startsWith(ID_PREFIXES.apiKey),
  name: z.string(),
  hint: z.string().meta({ description: 'The first characters of the key, to tell it from others.' }),
  scopes: z.array(z.enum(SCOPES)),
  status: z.enum(['active', 'replaced', 'expired']).meta({
    description: 'A replaced key was rotated and works until expires_at.',
  }),
  created_at: timestamp,
  expires_at: timestamp.nullable().meta({ description: 'null for a key that never expires.' }),
  last_used_at: timestamp.nullable().meta({ description: 'null for a key that was never used.' }),
  requests_used: z.int().meta({ description: 'Requests admitted with this key so far.' }),
  replaced_by: z.string().nullable().meta({ description: 'Id of the key that a rotation put in its place.' }),
});

const secret = z.string().meta({ description: 'The key itself. It is shown this once and stored nowhere.' });

const expiresAt = z.iso
  .datetime({ error: 'must be an ISO 8601 date-time in UTC, or null' })
  .nullable()
  .optional();

const EXAMPLE_KEY_ID = `${ID_PREFIXES.apiKey}4fTq8ZkW2sVbN7pX`;
const keyId = z.strictObject({ id: textParam(64).meta({ description: 'Id of the API key.' }) });

export const user = {
  profile: defineRoute({
    id: 'accounts.profile',
    method: 'GET',
    path: '/user/profile',
    summary: 'Get the own profile',
    description: 'The user behind the credential, the limits of their plan, and what the credential may do.',
    access: 'account:read',
    table: 'read',
    response: userView.extend({
      counts: z.strictObject({
        api_keys: z.int().meta({ description: "Keys that count towards the plan's number." }),
        sessions: z.int(),
        active_investments: z.int(),
        active_wallet_connections: z.int(),
      }),
      credential: z.strictObject({
        id: z.string(),
        kind: z.enum(['api_key', 'session']),
        scopes: z.array(z.enum(SCOPES)),
      }),
    }),
    status: 200,
    paginated: false,
    errors: [],
  }),
  listApiKeys: defineRoute({
    id: 'accounts.list-api-keys',
    method: 'GET',
    path: '/user/api-keys',
    summary: 'List API keys',
    description: "The user's keys, newest first. Revoked keys are gone; expired ones stay until deleted.",
    access: 'account:read',
    table: 'read',
    query: z.strictObject({ ...pageParams }),
    response: z.array(apiKey),
    status: 200,
    paginated: true,
    errors: [],
  }),
  createApiKey: defineRoute({
    id: 'accounts.create-api-key',
    method: 'POST',
    path: '/user/api-keys',
    summary: 'Create an API key',
    description:
      'Makes a key with some or all of the scopes of the credential presented. The answer holds the key itself.',
    access: 'account:write',
    table: 'write',
    body: z.strictObject({
      name: textParam(64).meta({ description: 'What you know the key by.' }),
      scopes: z
        .array(z.enum(SCOPES, { error: SCOPES_RULE }), { error: SCOPES_RULE })
        .min(1, SCOPES_RULE)
        .refine((scopes) => new Set(scopes).size === scopes.length, 'must name each scope once')
        .meta({ description: 'What the key may do; never more than the credential that makes it.' }),
      expires_at: expiresAt.meta({ description: 'When the key ends, UTC; never when null or left out.' }),
    }),
    example: { body: { name: 'Production', scopes: ['strategies:read', 'market:read'] } },
    response: apiKey.extend({ key: secret }),
    status: 201,
    paginated: false,
    idempotent: true,
    errors: ['api_key_limit_reached', 'idempotency_key_reused'],
  }),
  revokeApiKey: defineRoute({
    id: 'accounts.revoke-api-key',
    method: 'DELETE',
    path: '/user/api-keys/{id}',
    summary: 'Revoke an API key',
    description:
      'Ends a key at once: the next request with it is refused. A key that it replaced and that still works stays, ' +
      "and counts towards the plan's number again.",
    access: 'account:write',
    table: 'write',
    params: keyId,
    example: { params: { id: EXAMPLE_KEY_ID } },
    response: z.strictObject({ id: z.string(), status: z.literal('revoked') }),
    status: 200,
    paginated: false,
    errors: ['api_key_not_found'],
  }),
  rotateApiKey: defineRoute({
    id: 'accounts.rotate-api-key',
    method: 'POST',
    path: '/user/api-keys/{id}/rotate',
    summary: 'Rotate an API key',
    description:
      'Makes a new key with the same name and scopes. The old one works on for the overlap; a key that the old one ' +
      'itself replaced ends now.',
    access: 'account:write',
    table: 'write',
    params: keyId,
    body: z.strictObject({
      overlap_seconds: z
        .int({ error: `must be a whole number from 0 to ${OVERLAP_MAX_SECONDS}` })
        .min(0, `must be a whole number from 0 to ${OVERLAP_MAX_SECONDS}`)
        .max(OVERLAP_MAX_SECONDS, `must be a whole number from 0 to ${OVERLAP_MAX_SECONDS}`)
        .default(OVERLAP_DEFAULT_SECONDS)
        .meta({ description: 'How long the old key works on.' }),
      expires_at: expiresAt.meta({ description: "The new key's expiry; the old key's own when left out." }),
    }),
    example: { params: { id: EXAMPLE_KEY_ID }, body: { overlap_seconds: 3_600 } },
    response: apiKey.extend({
      key: secret,
      previous: z.strictObject({ id: z.string(), expires_at: timestamp }),
    }),
    status: 201,
    paginated: false,
    idempotent: true,
    errors: ['api_key_not_found', 'api_key_not_rotatable', 'idempotency_key_reused'],
  }),
} as const;
