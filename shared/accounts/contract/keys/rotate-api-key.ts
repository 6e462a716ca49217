import * as z from 'zod/mini';
import { defineRoute } from '../../../platform/contract/route.ts';
import { apiKeyParams, expiresAt } from './api-key.ts';

/** Maximum time in seconds for which the old key stays valid after a rotation: one week. */
const OVERLAP_MAX_SECONDS = 7 * 86_400;
const OVERLAP_DEFAULT_SECONDS = 86_400;
const OVERLAP_RULE = `must be a whole number of seconds from 0 to ${OVERLAP_MAX_SECONDS}`;

export const rotateApiKeyRoute = defineRoute({
  id: 'accounts.rotate-api-key',
  method: 'POST',
  path: '/user/api-keys/{id}/rotate',
  summary: 'Rotate an API key',
  access: 'session',
  table: 'write',
  params: apiKeyParams,
  body: z.strictObject({
    overlap_seconds: z._default(
      z.int(OVERLAP_RULE).check(z.minimum(0, OVERLAP_RULE), z.maximum(OVERLAP_MAX_SECONDS, OVERLAP_RULE)),
      OVERLAP_DEFAULT_SECONDS,
    ),
    expires_at: expiresAt,
  }),
  status: 201,
  location: '/user/api-keys/{id}',
  paginated: false,
  idempotent: true,
  errors: ['api_key_not_found', 'api_key_not_rotatable', 'recent_sign_in_required', 'idempotency_key_reused'],
});
