import * as z from 'zod/mini';
import { textParam } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';
import { SCOPES } from '../../../platform/contract/scopes.ts';
import { allowedIps, expiresAt } from './api-key.ts';

const SCOPES_RULE = `must be a list of one or more of these scopes: ${SCOPES.join(', ')}`;

export const createApiKeyRoute = defineRoute({
  id: 'accounts.create-api-key',
  method: 'POST',
  path: '/user/api-keys',
  summary: 'Create an API key',
  access: 'session',
  table: 'write',
  body: z.strictObject({
    name: textParam(64),
    scopes: z.optional(
      z.array(z.enum(SCOPES, SCOPES_RULE), SCOPES_RULE).check(
        z.minLength(1, SCOPES_RULE),
        z.maxLength(SCOPES.length, SCOPES_RULE),
        z.refine((scopes) => new Set(scopes).size === scopes.length, 'must not contain the same scope twice'),
      ),
    ),
    expires_at: expiresAt,
    allowed_ips: allowedIps,
  }),
  status: 201,
  location: '/user/api-keys/{id}',
  paginated: false,
  idempotent: true,
  errors: ['api_key_limit_reached', 'recent_sign_in_required', 'idempotency_key_reused'],
});
